/** The one place that writes users: keeps the lookups by credential, name and (in the parent) directory true. */
import { ApiError } from '@keywright/contract'
import type { Context, ExecuteContext } from '../../context.ts'
import { CREDENTIALS, identityKey } from '../../identity/credentials.ts'
import { enterUser } from '../../identity/directory.ts'
import type { UserRow } from '../../store/tables.ts'
import { assertNameFree, claimName, releaseName, type Taken } from '../names.ts'

/** A new user (`before` undefined), a changed one, or one who goes (`after` undefined). */
export interface UserChange {
  readonly before: UserRow | undefined
  readonly after: UserRow | undefined
}

/**
 * What `saveUser` would refuse, for users that one request writes together.
 * @throws ApiError 409 when another user, or another of these, has the name or one of the credentials
 */
export async function assertUsersFit(context: Context, changes: readonly UserChange[]): Promise<void> {
  const { rows } = context
  const names: Taken = new Set()
  const credentials: Taken = new Set()
  await Promise.all(
    changes.map(async ({ before, after }) => {
      if (!after) return
      if (before?.userName !== after.userName) {
        await assertNameFree(rows, 'user', after.userName, { taken: names })
      }
      await assertCredentialsFree(rows, { before, after }, credentials)
    }),
  )
}

async function assertCredentialsFree(
  rows: Context['rows'],
  { before, after }: UserChange,
  taken: Taken,
): Promise<void> {
  const had = new Set(before ? credentialsOf(before).map(keyOf) : [])
  for (const credential of after ? credentialsOf(after) : []) {
    const { lookup, id } = credential
    const key = keyOf(credential)
    const isElsewhere = !had.has(key) && (await rows.lookup(lookup, id)) !== undefined
    if (isElsewhere || taken.has(key)) {
      throw new ApiError('CREDENTIAL_TAKEN', { kind: 'credential', value: id.slice(0, 200) })
    }
    taken.add(key)
  }
}

/**
 * Stores a new user (`before` undefined), a changed one, or removes one (`after` undefined).
 * @throws ApiError 409 when another user has the name or one of the credentials
 */
export async function saveUser(
  context: ExecuteContext,
  before: UserRow | undefined,
  after: UserRow | undefined,
): Promise<void> {
  const { rows, organization } = context
  const { userId } = (after ?? before)!
  if (before?.userName !== after?.userName) {
    if (before) releaseName(rows, 'user', before.userName)
    if (after) await claimName(rows, 'user', after.userName, userId)
  }
  await assertCredentialsFree(rows, { before, after }, new Set())
  const has = after ? credentialsOf(after) : []
  const kept = new Set(has.map(keyOf))
  for (const { lookup, id } of has) rows.putLookup(lookup, id, userId)
  for (const gone of before ? credentialsOf(before) : []) {
    if (!kept.has(keyOf(gone))) rows.removeLookup(gone.lookup, gone.id)
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

const keyOf = ({ lookup, id }: CredentialEntry): string => `${lookup} ${id}`
