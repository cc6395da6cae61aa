/**
 * The parent's directory of its sub-organizations: finds them by name, user, contact or credential without reading
 * them. Entries are lookups in the parent, and each is written only by the sub-organization it describes.
 */

import { toHex } from '@keywright/keys'
import type { Unproven } from '../store/lookups.ts'
import type { Partition, ReadRows } from '../store/rows.ts'
import type { Range } from '../store/store.ts'
import type { OrganizationRow, UserRow } from '../store/tables.ts'
import { readCosePoint } from './coseKey.ts'

/**
 * Like `filterType` of list_suborgs; for list_verified_suborgs also verified contacts, and having any; for whoami also
 * passkeys by id and key.
 */
export type Term =
  | 'NAME'
  | 'USERNAME'
  | 'EMAIL'
  | 'PHONE_NUMBER'
  | 'CREDENTIAL_ID'
  | 'PASSKEY'
  | 'PUBLIC_KEY'
  | 'OIDC_TOKEN'
  | 'VERIFIED_EMAIL'
  | 'VERIFIED_PHONE_NUMBER'
  | 'VERIFIED'

const ALL = 'sub-organizations'
const BY = 'sub-organizations-by:'
const lookupOf = (term: Term, value: string) => `${BY}${term}:${value}` as const

/** Opens a sub-organization, so that its own rows prove an entry of it. */
export type Open = (organizationId: string) => Promise<ReadRows>

/** Ids of sub-organizations in id order. */
export async function listSubOrganizations(parent: ReadRows, open: Open, range?: Range): Promise<string[]> {
  const found = await parent.entries(ALL, range)
  const proven = await Promise.all(found.map((one) => fitsRows(parent, open, { lookup: ALL, ...one })))
  return found.filter((_, n) => proven[n]).map(({ id }) => id)
}

interface FoundEntry extends DirectoryEntry {
  readonly entry: Unproven
}

/**
 * Compares an entry with the rows of the sub-organization, which have MACs.
 * @returns false if it was removed since it was read @throws RowAltered
 */
function fitsRows(parent: ReadRows, open: Open, { lookup, id, entry }: FoundEntry): Promise<boolean> {
  return entry.provenBy(async (value) => {
    const { organizationId, userId } = subjectOf(lookup, id)!
    const rows = await open(organizationId)
    const [organization, user] = await Promise.all([
      rows.get('organization', 'organization'),
      userId === undefined ? undefined : rows.get('users', userId),
    ])
    const entries = user
      ? entriesOfUser(organizationId, user)
      : userId === undefined && organization
        ? entriesOfOrganization(organization)
        : []
    const isOf = organization?.parentId === parent.organizationId && value === null
    if (isOf && entries.some((one) => one.lookup === lookup && one.id === id)) return true
    return (await parent.hasNow(lookup, id)) ? undefined : false
  })
}

/** Ids of the sub-organizations with the term, without duplicates, in id order. */
export async function listByTerm(
  parent: ReadRows,
  open: Open,
  term: Term,
  value: string,
  range: Range = {},
): Promise<string[]> {
  const found: string[] = []
  const { limit = Number.POSITIVE_INFINITY, reverse } = range
  // Several users of a sub-organization may share a term; their entries are adjacent.
  let { after, before } = toEntryBounds(range)
  while (found.length < limit) {
    const wanted = Math.min(limit - found.length, 100)
    const lookup = lookupOf(term, value)
    const page = await parent.entries(lookup, { after, before, reverse, limit: wanted })
    const proven = await Promise.all(page.map((one) => fitsRows(parent, open, { lookup, ...one })))
    for (const { id } of page.filter((_, n) => proven[n])) {
      const organizationId = id.slice(0, UUID_LENGTH)
      if (found.at(-1) !== organizationId && found.length < limit) found.push(organizationId)
    }
    if (page.length < wanted) break
    if (reverse) before = page.at(-1)!.id
    else after = page.at(-1)!.id
  }
  return found
}

/** The lookup key of an OIDC identity. */
export function oidcTerm(identity: { issuer: string; audience: string; subject: string }): string {
  return JSON.stringify([identity.issuer, identity.audience, identity.subject])
}

/** Adds, removes or renames a sub-organization. */
export function enterSubOrganization(
  parent: Partition,
  before: OrganizationRow | undefined,
  after: OrganizationRow | undefined,
): void {
  for (const { lookup, id } of before ? entriesOfOrganization(before) : []) parent.removeLookup(lookup, id)
  for (const { lookup, id } of after ? entriesOfOrganization(after) : []) parent.putLookup(lookup, id, null)
}

/** Adds the terms of a user of a sub-organization, and removes outdated ones. */
export function enterUser(
  parent: Partition,
  organizationId: string,
  before: UserRow | undefined,
  after: UserRow | undefined,
): void {
  const entries = after ? entriesOfUser(organizationId, after) : []
  const kept = new Set(entries.map(({ lookup }) => lookup))
  for (const { lookup, id } of before ? entriesOfUser(organizationId, before) : []) {
    if (!kept.has(lookup)) parent.removeLookup(lookup, id)
  }
  for (const { lookup, id } of entries) parent.putLookup(lookup, id, null)
}

type DirectoryLookup = typeof ALL | ReturnType<typeof lookupOf>

export interface DirectoryEntry {
  readonly lookup: DirectoryLookup
  readonly id: string
}

/** What the parent's directory has for a sub-organization. */
export const entriesOfOrganization = (organization: OrganizationRow): DirectoryEntry[] => [
  { lookup: ALL, id: organization.organizationId },
  { lookup: lookupOf('NAME', organization.organizationName), id: organization.organizationId },
]

/** What the parent's directory has for a user of a sub-organization; each once. */
export function entriesOfUser(organizationId: string, user: UserRow): DirectoryEntry[] {
  const id = `${organizationId}/${user.userId}`
  return [...new Set(termsOf(user))].map((lookup) => ({ lookup, id }))
}

/** The sub-organization, and its user if any, that an entry of the directory is about; undefined for another lookup. */
export function subjectOf(
  lookup: string,
  id: string,
): { organizationId: string; userId?: string } | undefined {
  if (lookup !== ALL && !lookup.startsWith(BY)) return undefined
  const [organizationId = '', userId] = id.split('/')
  return { organizationId, ...(userId !== undefined && { userId }) }
}

function* termsOf(user: UserRow): Iterable<DirectoryLookup> {
  yield lookupOf('USERNAME', user.userName)
  if (user.userEmail !== undefined) yield lookupOf('EMAIL', user.userEmail)
  if (user.userPhoneNumber !== undefined) yield lookupOf('PHONE_NUMBER', user.userPhoneNumber)
  const { verifiedContacts = [], signedInContacts = [] } = user
  for (const contact of new Set([...verifiedContacts, ...signedInContacts])) {
    if (contact === user.userEmail) yield lookupOf('VERIFIED_EMAIL', contact)
    else if (contact === user.userPhoneNumber) yield lookupOf('VERIFIED_PHONE_NUMBER', contact)
    else continue
    yield lookupOf('VERIFIED', '')
  }
  // Users can register keys, passkey ids and claims of any person in their own organization.
  for (const { publicKey } of user.apiKeys.filter(isProven)) yield lookupOf('PUBLIC_KEY', publicKey)
  for (const passkey of user.authenticators.filter(isProven)) {
    yield lookupOf('CREDENTIAL_ID', passkey.credentialId)
    yield lookupOf('PASSKEY', passkeyTerm(passkey.credentialId, pointOf(passkey.publicKey)))
  }
  for (const provider of user.oauthProviders.filter(isProven))
    yield lookupOf('OIDC_TOKEN', oidcTerm(provider))
}

/** Types of keys that the engine generates. A stranger can't register one, because `create_api_keys` has other types. */
const GENERATED: ReadonlySet<string | undefined> = new Set([
  'CREDENTIAL_TYPE_EMAIL_AUTH_KEY_P256',
  'CREDENTIAL_TYPE_OTP_AUTH_KEY_P256',
  'CREDENTIAL_TYPE_OAUTH_KEY_P256',
  'CREDENTIAL_TYPE_READ_WRITE_SESSION_KEY_P256',
  'CREDENTIAL_TYPE_RECOVER_USER_KEY_P256',
])

/** Whether a search may lead its holder to the organization. */
export const isProven = (credential: {
  readonly isClaimed?: true
  readonly credentialType?: string
}): boolean => !credential.isClaimed || GENERATED.has(credential.credentialType)

/**
 * The lookup key of a passkey with its public key, because authenticators choose their ids.
 * @param point compressed point in hex, or undefined for a key of another kind than ES256
 */
export function passkeyTerm(credentialId: string, point: string | undefined): string {
  return `${credentialId} ${point ?? 'other'}`
}

function pointOf(coseKey: string): string | undefined {
  const point = readCosePoint(coseKey)
  return point && toHex(point)
}

const UUID_LENGTH = 36

/** Cursors are organization ids; entry ids continue with a slash and the user id. */
function toEntryBounds({ after, before }: Range): Pick<Range, 'after' | 'before'> {
  return { after: after === undefined ? undefined : `${after}/\uffff`, before }
}
