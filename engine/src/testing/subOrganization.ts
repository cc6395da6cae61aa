/** A sub-organization for tests: alice, who has a passkey, a mail address and a phone number. */

import type { Passkey } from '@keywright/keys/passkey'
import { type Client, passkeyStamper } from './client.ts'
import type { TestEngine } from './engine.ts'

export interface SubOrganization {
  readonly organizationId: string
  readonly userId: string
  readonly passkey: Passkey
  /** Alice, by her passkey. */
  readonly alice: Client
  /** The caller who made it: a user of the parent, about the sub-organization. */
  readonly parent: Client
}

export const ALICE = { userEmail: 'alice@example.com', userPhoneNumber: '+15555550123' } as const

/** @param changes members of `ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7`, or of alice */
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
