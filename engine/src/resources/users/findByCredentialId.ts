/** The user who has the API key or authenticator of an id: what queries name, while stamps name the credential itself. */

import type { Partition, ReadRows } from '../../store/rows.ts'
import type { UserRow } from '../../store/tables.ts'

/** By the id of an API key or authenticator, the id of its user. */
const LOOKUP = 'users-by-credential-id'

/** The API key of an id, of whichever user; undefined when nobody has it. */
export const findApiKey = (rows: ReadRows, apiKeyId: string) =>
  findOf(rows, apiKeyId, ({ apiKeys }) => apiKeys.find((key) => key.apiKeyId === apiKeyId))

/** The same of an authenticator. */
export const findAuthenticator = (rows: ReadRows, authenticatorId: string) =>
  findOf(rows, authenticatorId, ({ authenticators }) =>
    authenticators.find((passkey) => passkey.authenticatorId === authenticatorId),
  )

async function findOf<C>(
  rows: ReadRows,
  id: string,
  of: (user: UserRow) => C | undefined,
): Promise<C | undefined> {
  const user = await rows.follow({ lookup: LOOKUP, id, table: 'users' })
  const found = user && of(user)
  if (found) return found
  // One that an earlier version made is not entered; and before somebody is told that there is none.
  return (await rows.list('users')).map(of).find((each) => each !== undefined)
}

/** Enters the new credentials of a user who is about to be stored, and takes out those that go. */
export function enterCredentialIds(
  rows: Partition,
  before: UserRow | undefined,
  after: UserRow | undefined,
): void {
  const had = new Set(before && idsOf(before))
  const has = new Set(after && idsOf(after))
  for (const id of has) if (!had.has(id)) rows.putLookup(LOOKUP, id, after!.userId)
  for (const id of had) if (!has.has(id)) rows.removeLookup(LOOKUP, id)
}

const idsOf = ({ apiKeys, authenticators }: UserRow): string[] => [
  ...apiKeys.map(({ apiKeyId }) => apiKeyId),
  ...authenticators.map(({ authenticatorId }) => authenticatorId),
]
