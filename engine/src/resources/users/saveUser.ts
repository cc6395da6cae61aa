/** The one place that writes users: keeps the lookups by credential, name and (in the parent) directory true. */
import { ApiError } from '@keywright/contract'
import type { Context } from '../../context.ts'
import type { OauthProviderRow, UserRow } from '../../store/tables.ts'
import { claimName, releaseName } from '../names.ts'
import { enterUser, oidcTerm } from '../organizations/directory.ts'

export const LOOKUP = {
  /** Public key of an API key, credential id of a passkey, or identity at an issuer → user id. */
  credentials: 'credentials',
} as const

/** How an identity at an OIDC issuer stands among the credentials: no stamp can name such a text. */
export function identityKey(identity: Pick<OauthProviderRow, 'issuer' | 'audience' | 'subject'>): string {
  return `oidc:${oidcTerm(identity)}`
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
  const had = new Set(before ? credentialIdsOf(before) : [])
  const kept = new Set<string>()
  for (const id of after ? credentialIdsOf(after) : []) {
    const isTaken =
      kept.has(id) || (!had.has(id) && (await rows.lookup(LOOKUP.credentials, id)) !== undefined)
    if (isTaken) {
      throw new ApiError('CREDENTIAL_TAKEN', { kind: 'credential', value: id.slice(0, 200) })
    }
    kept.add(id)
    rows.putLookup(LOOKUP.credentials, id, userId)
  }
  for (const id of had) if (!kept.has(id)) rows.removeLookup(LOOKUP.credentials, id)
  if (after) rows.put('users', userId, after)
  else rows.remove('users', userId)
  if (organization.parentId) {
    enterUser(await context.open(organization.parentId), organization.organizationId, before, after)
  }
}

function credentialIdsOf(user: UserRow): string[] {
  return [
    ...user.apiKeys.map((key) => key.publicKey),
    ...user.authenticators.map((passkey) => passkey.credentialId),
    ...user.oauthProviders.map(identityKey),
  ]
}
