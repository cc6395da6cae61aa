/** People of organizations that causes make for themselves. */

import { platformRandom } from '@keywright/keys'
import { createPasskey, type Passkey } from '@keywright/keys/passkey'
import { type Caller, type Fresh, type Key, newKey, type Prober } from '../prober.ts'
import { apiKey } from './requests.ts'

export const newPasskey = (): Passkey => createPasskey({ random: platformRandom })

/** A user with one API key, and no grant. */
export async function addUser(root: Caller, userName: string): Promise<{ caller: Caller; userId: string }> {
  const key = newKey()
  const { userIds } = await root.run('CREATE_USERS_V4', {
    users: [
      {
        userName,
        apiKeys: [apiKey(key.publicKey)],
        authenticators: [],
        oauthProviders: [],
        userTags: [],
      },
    ],
  })
  return { caller: root.by(key), userId: userIds[0] }
}

export interface Sub {
  /** The sub-organization's own root user, by an API key. */
  readonly owner: Caller
  /** The parent, about the sub-organization. */
  readonly parent: Caller
}

export const EMAIL = 'erin@example.com'

export async function addSubOrganization(
  { root }: Fresh,
  key: Key = newKey(),
  subOrganizationName = 'Of a user',
): Promise<Sub> {
  const { subOrganizationId } = await root.run('CREATE_SUB_ORGANIZATION_V7', {
    subOrganizationName,
    rootUsers: [
      {
        userName: 'Erin',
        userEmail: EMAIL,
        apiKeys: [apiKey(key.publicKey)],
        authenticators: [],
        oauthProviders: [],
      },
    ],
    rootQuorumThreshold: 1,
  })
  const parent = root.about(subOrganizationId)
  return { parent, owner: parent.by(key) }
}

/** For what starts with one. */
export const newSub = async (prober: Prober): Promise<Sub> => addSubOrganization(await prober.fresh())
