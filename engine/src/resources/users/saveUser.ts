/** The one place that writes users: keeps the lookups by credential, name and (in the parent) directory true. */
import { ApiError } from '@keywright/contract'
import type { Context } from '../../context.ts'
import type { OauthProviderRow, UserRow } from '../../store/tables.ts'
import type { Partition } from '../../store/transaction.ts'
import { claimName, releaseName } from '../names.ts'
import { enterUser, oidcTerm } from '../organizations/directory.ts'

/**
 * A lookup for each kind of credential → user id. A credential is found as what it is, never by a text that happens to
 * name one of another kind: a passkey's id is for its authenticator to choose.
 */
export const CREDENTIALS = {
  /** By public key. */
  'api-key': 'credentials-api-key',
  /** By credential id. */
  passkey: 'credentials-passkey',
  /** By `identityKey`. */
  identity: 'credentials-identity',
} as const

export type CredentialKind = keyof typeof CREDENTIALS

/** How an identity at an OIDC issuer is looked up. */
export function identityKey(identity: Pick<OauthProviderRow, 'issuer' | 'audience' | 'subject'>): string {
  return oidcTerm(identity)
}

/** The user who has a credential, or undefined. */
export async function findByCredential(
  rows: Partition,
  kind: CredentialKind,
  credentialId: string,
): Promise<UserRow | undefined> {
  const userId = await rows.lookup<string>(CREDENTIALS[kind], credentialId)
  return userId === undefined ? undefined : rows.get('users', userId)
}

/**
 * Stores a new user (`before` undefined), a changed one, or removes one (`after` undefined).
 * @throws ApiError 409 when another user has the name or one of the credentials
 */
export async function saveUser(
  context: Context,
  before: UserRow | undefined,
  after: UserRow | undefined,
): Promise<void> {
  const { rows, organization } = context
  const { userId } = (after ?? before)!
  if (before?.userName !== after?.userName) {
    if (before) releaseName(rows, 'user', before.userName)
    if (after) await claimName(rows, 'user', after.userName, userId)
  }
  const had = before ? credentialsOf(before) : []
  const has = after ? credentialsOf(after) : []
  for (const [n, credential] of has.entries()) {
    const { lookup, id } = credential
    const isTaken =
      has.findIndex((other) => isSame(other, credential)) < n ||
      (!had.some((other) => isSame(other, credential)) && (await rows.lookup(lookup, id)) !== undefined)
    if (isTaken) {
      throw new ApiError('CREDENTIAL_TAKEN', { kind: 'credential', value: id.slice(0, 200) })
    }
    rows.putLookup(lookup, id, userId)
  }
  for (const gone of had) {
    if (!has.some((kept) => isSame(kept, gone))) rows.removeLookup(gone.lookup, gone.id)
  }
  if (after) rows.put('users', userId, after)
  else rows.remove('users', userId)
  if (organization.parentId) {
    enterUser(await context.open(organization.parentId), organization.organizationId, before, after)
  }
}

interface CredentialEntry {
  readonly lookup: string
  readonly id: string
}

function credentialsOf(user: UserRow): CredentialEntry[] {
  return [
    ...user.apiKeys.map(({ publicKey }) => ({ lookup: CREDENTIALS['api-key'], id: publicKey })),
    ...user.authenticators.map(({ credentialId }) => ({ lookup: CREDENTIALS.passkey, id: credentialId })),
    ...user.oauthProviders.map((identity) => ({ lookup: CREDENTIALS.identity, id: identityKey(identity) })),
  ]
}

function isSame(a: CredentialEntry, b: CredentialEntry): boolean {
  return a.lookup === b.lookup && a.id === b.id
}
