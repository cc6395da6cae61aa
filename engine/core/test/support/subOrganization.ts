/** A sub-organization for tests: its user alice has a passkey, an email address and a phone number. */

import type { Passkey } from '@keywright/keys/passkey'
import { type Client, passkeyStamper } from './client.ts'
import type { TestEngine } from './engine.ts'

export interface SubOrganization {
  readonly organizationId: string
  readonly userId: string
  readonly passkey: Passkey
  readonly alice: Client
  /** The caller who created it: a user of the parent, with the sub-organization as target. */
  readonly parent: Client
}

export const ALICE = { userEmail: 'alice@example.com', userPhoneNumber: '+15555550123' } as const

/** @param changes members of `ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7` or of alice */
export async function addSubOrganization(
  engine: TestEngine,
  root: Client,
  changes: { readonly alice?: object; readonly organization?: object } = {},
): Promise<SubOrganization> {
  const passkey = engine.passkey()
  const { subOrganizationId: organizationId, rootUserIds } = await root.run(
    'ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7',
    {
      subOrganizationName: 'of alice',
      rootUsers: [
        {
          userName: 'alice',
          ...ALICE,
          apiKeys: [],
          authenticators: [passkey.register()],
          oauthProviders: [],
          ...changes.alice,
        },
      ],
      rootQuorumThreshold: 1,
      ...changes.organization,
    },
  )
  return {
    organizationId,
    userId: rootUserIds![0]!,
    passkey,
    alice: engine.client(organizationId, passkeyStamper(passkey)),
    parent: root.about(organizationId),
  }
}
