/**
 * Versions of users. Journal entries and votes hold the digest of a user, and one lookup row per version holds the user. Thus
 * personal data can be erased later: what remains of a version has the same digest.
 */
import { sha256Hex } from '@keywright/keys'
import type { Json, Write } from './store.ts'
import { USER_VERSIONS, type UserRow } from './tables.ts'

/** An erased version: what `journal verify` needs to check votes. */
export interface UserRemains {
  /** Hex SHA-256 of the JSON text of the row. */
  readonly row: string
  readonly apiKeys: readonly Pick<
    UserRow['apiKeys'][number],
    'publicKey' | 'credentialType' | 'createdAt' | 'expirationSeconds'
  >[]
  readonly authenticators: readonly Pick<UserRow['authenticators'][number], 'publicKey'>[]
}

export type UserVersion = UserRow | UserRemains

export const isErased = (version: UserVersion): version is UserRemains => 'row' in version

/** What is left of a version when it is erased. */
export const remainsOf = (user: UserRow): UserRemains => ({
  row: sha256Hex(JSON.stringify(user)),
  apiKeys: user.apiKeys.map(({ publicKey, credentialType, createdAt, expirationSeconds }) => ({
    publicKey,
    credentialType,
    createdAt,
    ...(expirationSeconds === undefined ? {} : { expirationSeconds }),
  })),
  authenticators: user.authenticators.map(({ publicKey }) => ({ publicKey })),
})

/** A caller usually signs with the same version many times. */
const digests = new WeakMap<UserRow, string>()

/** The digest of a user, in hex. */
export function digestOfUser(user: UserRow): string {
  const known = digests.get(user)
  if (known !== undefined) return known
  const digest = digestOfVersion(user)
  digests.set(user, digest)
  return digest
}

/** @param version a user, or the remains of one */
export const digestOfVersion = (version: UserVersion): string =>
  sha256Hex(JSON.stringify(isErased(version) ? version : remainsOf(version)))

/** The digest that journal entries have in place of a user; undefined for a removed user and for other rows. */
export function digestIfUser(table: string, value: Json | undefined): string | undefined {
  return table === 'users' && value ? digestOfUser(value as unknown as UserRow) : undefined
}

const versionId = (userId: string, digest: string): string => `${userId} ${digest}`

/** The ids of a user's versions. */
export const versionsOf = (userId: string) => ({ after: `${userId} `, before: `${userId}!` })

export const versionEntry = (userId: string, digest: string) => ({
  lookup: USER_VERSIONS as typeof USER_VERSIONS,
  id: versionId(userId, digest),
})

/** The version that a change of a user adds. */
export function versionWrites({ organization, table, id, value, text }: Write): Write[] {
  const digest = digestIfUser(table, value)
  if (digest === undefined) return []
  return [
    {
      organization,
      table: USER_VERSIONS,
      id: versionId(id, digest),
      value,
      ...(text !== undefined && { text }),
    },
  ]
}

/** Whether a row of the lookup is the version that its id names. */
export function isVersion(id: string, value: Json | undefined): value is Json {
  const digest = id.slice(id.indexOf(' ') + 1)
  try {
    return digestOfVersion(value as unknown as UserVersion) === digest
  } catch {
    return false
  }
}
