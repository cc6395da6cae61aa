/** Finds the user with an API key or authenticator by its id, which queries use; stamps use the credential itself. */

import type { Partition, ReadRows } from '../../store/rows.ts'
import type { UserRow } from '../../store/tables.ts'

/** Id of an API key or authenticator → id of its user. */
export const USERS_BY_CREDENTIAL_ID = 'users-by-credential-id'

/** The API key with this id, of any user; undefined if not found. */
export const findApiKey = (rows: ReadRows, apiKeyId: string) =>
  findOf(rows, apiKeyId, ({ apiKeys }) => apiKeys.find((key) => key.apiKeyId === apiKeyId))

export const findAuthenticator = (rows: ReadRows, authenticatorId: string) =>
  findOf(rows, authenticatorId, ({ authenticators }) =>
    authenticators.find((passkey) => passkey.authenticatorId === authenticatorId),
  )

async function findOf<C>(
  rows: ReadRows,
  id: string,
  of: (user: UserRow) => C | undefined,
): Promise<C | undefined> {
  const user = await rows.follow({ lookup: USERS_BY_CREDENTIAL_ID, id, table: 'users' })
  return user && of(user)
}

/** Indexes the new credentials of a user who is about to be stored, and removes deleted ones. */
export function enterCredentialIds(
  rows: Partition,
  before: UserRow | undefined,
  after: UserRow | undefined,
): void {
  const had = new Set(before && credentialIdsOf(before))
  const has = new Set(after && credentialIdsOf(after))
  for (const id of has) if (!had.has(id)) rows.putLookup(USERS_BY_CREDENTIAL_ID, id, after!.userId)
  for (const id of had) if (!has.has(id)) rows.removeLookup(USERS_BY_CREDENTIAL_ID, id)
}

/** The IDs by which requests find the user. */
export const credentialIdsOf = ({ apiKeys, authenticators }: UserRow): string[] => [
  ...apiKeys.map(({ apiKeyId }) => apiKeyId),
  ...authenticators.map(({ authenticatorId }) => authenticatorId),
]
