/** The one place that writes users: keeps the lookups by credential, name and (in the parent) directory true. */
import { ApiError } from '@keywright/contract'
import type { Context } from '../../context.ts'
import type { UserRow } from '../../store/tables.ts'
import { claimName, releaseName } from '../names.ts'
import { enterUser } from '../organizations/directory.ts'

export const LOOKUP = {
  /** Public key of an API key, or credential id of a passkey → user id. */
  credentials: 'credentials',
} as const

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
    if (isTaken) throw new ApiError('CREDENTIAL_TAKEN', { kind: 'credential', value: id })
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
  ]
}
