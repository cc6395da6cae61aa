/**
 * The only place that writes users: maintains the lookups by credential, contact, name and (in the parent) directory.
 */
import { ApiError } from '@keywright/contract'
import { toUtf8 } from '@keywright/keys'
import type { Context, ExecuteContext } from '../../context.ts'
import { CREDENTIALS, type CredentialKind, identityKey } from '../../identity/credentials.ts'
import { enterUser } from '../../identity/directory.ts'
import { prefetch } from '../../store/prefetch.ts'
import type { OpenerRow, UserRow } from '../../store/tables.ts'
import { assertNameFree, claimName, releaseName, type Taken } from '../names.ts'
import { enterContacts, readContacts } from './findByContact.ts'
import { enterCredentialIds } from './findByCredentialId.ts'
import {
  mayOpenForOthers,
  sessionsByOthersUntil,
  withoutEndedSessions,
  withoutSessionsOf,
} from './sessions.ts'

export type SaveContext = Pick<ExecuteContext, 'organization' | 'rows' | 'open' | 'now' | 'vault'>

/** A new user (`before` undefined), a changed one, or a deleted one (`after` undefined). */
export interface UserChange {
  readonly before: UserRow | undefined
  readonly after: UserRow | undefined
  /** A public key that was just generated from the host's randomness, so that no other user can have it. */
  readonly freshKey?: string
}

/**
 * Raises the errors of `saveUser` for users that one request writes together.
 * @throws ApiError 409 if another user, or another of these, has the name or one of the credentials
 */
export async function assertUsersFit(context: Context, changes: readonly UserChange[]): Promise<void> {
  const { rows } = context
  const names: Taken = new Set()
  const credentials: Taken = new Set()
  await Promise.all(
    changes.map(async ({ before, after }) => {
      prefetch(readContacts(rows, before, after))
      if (!after) return
      prefetch(readCredentials(rows, { before, after }))
      if (before?.userName !== after.userName) {
        await assertNameFree(rows, 'user', after.userName, { id: after.userId, taken: names })
      }
      await assertCredentialsFree(rows, { before, after }, credentials)
    }),
  )
}

async function assertCredentialsFree(rows: Context['rows'], change: UserChange, taken: Taken): Promise<void> {
  for (const { id, key, isElsewhere } of await readCredentials(rows, change)) {
    if (isElsewhere || taken.has(key)) {
      throw new ApiError('CREDENTIAL_TAKEN', { kind: 'credential', value: id.slice(0, 200) })
    }
    taken.add(key)
  }
}

function readCredentials(rows: Context['rows'], { before, after, freshKey }: UserChange) {
  const had = new Set(before ? credentialsOf(before).map(keyOf) : [])
  if (freshKey !== undefined) had.add(keyOf({ lookup: CREDENTIALS['api-key'], id: freshKey }))
  return Promise.all(
    (after ? credentialsOf(after) : []).map(async (credential) => {
      const { lookup, id } = credential
      const key = keyOf(credential)
      return { id, key, isElsewhere: !had.has(key) && (await rows.lookup(lookup, id)) !== undefined }
    }),
  )
}

/**
 * Stores a new user (`before` undefined), a changed one, or deletes one (`after` undefined). Removing an opener ends
 * its sessions, whatever the call.
 * @param freshKey see `UserChange`
 * @throws ApiError 409 if another user has the name or one of the credentials
 */
export async function saveUser(
  context: SaveContext,
  before: UserRow | undefined,
  after: UserRow | undefined,
  freshKey?: string,
): Promise<void> {
  if (!before) return putUser(context, before, after, freshKey)
  const { kept, removed } = withoutEndedSessions(before, after, context.now)
  await putUser(context, before, kept, freshKey)
  if (kept) noteSessionsByOthers(context, kept)
  if (removed.length > 0 && mayOpenForOthers(context)) await endSessions(context, removed)
}

/** Records whether sessions of other users may depend on a credential, for later deletions. */
function noteSessionsByOthers({ rows, organization }: SaveContext, user: UserRow): void {
  const until = sessionsByOthersUntil(user)
  if (until <= (organization.sessionsForOthersUntil ?? 0)) return
  rows.put('organization', 'organization', { ...organization, sessionsForOthersUntil: until })
}

/** Ends the sessions of all users that one of these opened. */
export async function endSessions(context: SaveContext, removed: readonly OpenerRow[]): Promise<void> {
  const { rows } = context
  for (const listed of await rows.list('users')) {
    if (withoutSessionsOf(listed, removed) === listed) continue
    // Read again, because ending the sessions of one user may have ended some of the next one's.
    const user = await rows.get('users', listed.userId)
    const ended = user && withoutSessionsOf(user, removed)
    if (ended !== user) await saveUser(context, user, ended)
  }
}

async function putUser(
  context: SaveContext,
  before: UserRow | undefined,
  after: UserRow | undefined,
  freshKey: string | undefined,
): Promise<void> {
  const { rows, organization } = context
  const { userId } = (after ?? before)!
  if (before?.userName !== after?.userName) {
    if (before) releaseName(rows, 'user', before.userName)
    if (after) await claimName(rows, 'user', after.userName, userId)
  }
  const fresh = freshKey === undefined ? {} : { freshKey }
  await assertCredentialsFree(rows, { before, after, ...fresh }, new Set())
  const has = after ? credentialsOf(after) : []
  const kept = new Set(has.map(keyOf))
  for (const { lookup, id } of has) rows.putLookup(lookup, id, userId)
  for (const gone of before ? credentialsOf(before) : []) {
    if (!kept.has(keyOf(gone))) rows.removeLookup(gone.lookup, gone.id)
  }
  enterCredentialIds(rows, before, after)
  await enterContacts(rows, before, after)
  if (after) rows.put('users', userId, salted(context, after))
  else rows.remove('users', userId)
  if (organization.parentId) {
    enterUser(await context.open(organization.parentId), organization.organizationId, before, after)
  }
}

/** The salt is kept from version to version. */
function salted({ vault, organization: { organizationId } }: SaveContext, user: UserRow): UserRow {
  if (user.salt !== '') return user
  const salt = vault.mark(organizationId, toUtf8(`salt ${user.userId}`)).slice(0, SALT_LENGTH)
  return { ...user, salt }
}

/** 128 bits in hex. */
const SALT_LENGTH = 32

export interface CredentialEntry {
  readonly lookup: (typeof CREDENTIALS)[CredentialKind]
  readonly id: string
}

/** The credentials by which requests find the user. */
export function credentialsOf(user: UserRow): CredentialEntry[] {
  return [
    ...user.apiKeys.map(({ publicKey }) => ({ lookup: CREDENTIALS['api-key'], id: publicKey })),
    ...user.authenticators.map(({ credentialId }) => ({ lookup: CREDENTIALS.passkey, id: credentialId })),
    ...user.oauthProviders.map((identity) => ({ lookup: CREDENTIALS.identity, id: identityKey(identity) })),
  ]
}

const keyOf = ({ lookup, id }: CredentialEntry): string => `${lookup} ${id}`
