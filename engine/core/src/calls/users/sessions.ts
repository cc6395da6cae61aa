/** Sessions and their openers: a session ends with the credential of its sign-in and with each session in between. */
import { ApiError, type FeatureName, limits, resourceLimits } from '@keywright/contract'
import type { CheckContext, Context } from '../../context.ts'
import { expiryOf } from '../../identity/credentials.ts'
import type { ApiKeyRow, OpenerRow, ReadOnlySessionRow, UserRow } from '../../store/tables.ts'
import type { ContactMember } from './findByContact.ts'

/** Features that open sessions, and the user's member with the contact. Turning off either ends the sessions. */
const BY_CONTACT: readonly (readonly [FeatureName, ContactMember])[] = [
  ['FEATURE_NAME_EMAIL_AUTH', 'userEmail'],
  ['FEATURE_NAME_EMAIL_RECOVERY', 'userEmail'],
  ['FEATURE_NAME_OTP_EMAIL_AUTH', 'userEmail'],
  ['FEATURE_NAME_SMS_AUTH', 'userPhoneNumber'],
]

/**
 * The openers of a session that the submitter's credential opens.
 * @throws ApiError 400 if the credential was deleted, for example while the activity waited for approvals
 */
export function openersOfSubmitter({ submitter: { user, publicKey } }: CheckContext): readonly OpenerRow[] {
  const { userId } = user
  const keys = user.apiKeys.filter((key) => key.publicKey === publicKey)
  const passkeys = user.authenticators.filter((passkey) => passkey.publicKey === publicKey)
  const openers = [
    ...keys.flatMap(({ apiKeyId, openedBy = [] }) => [...openedBy, { userId, opener: apiKeyId }]),
    ...passkeys.map(({ authenticatorId }) => ({ userId, opener: authenticatorId })),
  ]
  if (openers.length > 0) return openers
  throw new ApiError('RESOURCE_CHANGED', { kind: 'credential', id: publicKey })
}

/** The key with what opened it if it expires, so that removing the opener ends it. */
export function withOpeners(key: ApiKeyRow, openedBy: readonly OpenerRow[]): ApiKeyRow {
  return key.expirationSeconds === undefined ? key : { ...key, openedBy }
}

/**
 * Removes openers that `user` no longer has: a session that replaces its opener doesn't end with it.
 * @param own id of the session itself
 */
export function remainingOpeners(user: UserRow, openers: readonly OpenerRow[], own: string): OpenerRow[] {
  const has = new Set(openerIdsOf(user))
  const remaining = openers.filter(
    ({ userId, opener }) => opener !== own && (userId !== user.userId || has.has(opener)),
  )
  // Chains across users have no natural bound. The first opener is the sign-in, so keep it.
  return remaining.filter((_, n) => n === 0 || n > remaining.length - limits.sessionOpeners)
}

export function openReadOnlySessions(
  { readOnlySessions = [] }: UserRow,
  now: number,
): readonly ReadOnlySessionRow[] {
  return readOnlySessions.filter(({ expiresAt }) => expiresAt > now)
}

/** Adds a read-only session to the user. If there are too many, the oldest ends. */
export function withReadOnlySession(user: UserRow, session: ReadOnlySessionRow, now: number): UserRow {
  const open = openReadOnlySessions(user, now)
  const kept = open.slice(Math.max(0, open.length + 1 - resourceLimits.readOnlySessions.parent))
  return { ...user, readOnlySessions: [...kept, session], updatedAt: now }
}

/** Openers that a change removes from a user. Expired ones don't count, because expiry ends no other session. */
export function removedOpeners(before: UserRow, after: UserRow | undefined, now: number): OpenerRow[] {
  const { userId } = before
  const expired = new Set(
    before.apiKeys.filter((key) => (expiryOf(key) ?? now + 1) <= now).map((key) => key.apiKeyId),
  )
  const kept = new Set(after && openerIdsOf(after))
  const removed = openerIdsOf(before).filter((opener) => !kept.has(opener) && !expired.has(opener))
  const changed = BY_CONTACT.filter(([, member]) => after !== undefined && before[member] !== after[member])
  return [...new Set([...removed, ...changed.map(([feature]) => feature)])].map((opener) => ({
    userId,
    opener,
  }))
}

/** The user after a change, without the sessions that end with removed openers, and all openers that are removed. */
export function withoutEndedSessions(
  before: UserRow,
  after: UserRow | undefined,
  now: number,
): { readonly kept: UserRow | undefined; readonly removed: readonly OpenerRow[] } {
  let kept = after
  for (;;) {
    const removed = removedOpeners(before, kept, now)
    const fewer = kept && withoutSessionsOf(kept, removed)
    if (fewer === kept) return { kept, removed }
    kept = fewer
  }
}

/** Whether a session of a user may have been opened by a credential of another user. */
export const mayOpenForOthers = ({ organization, now }: Pick<Context, 'organization' | 'now'>): boolean =>
  (organization.sessionsForOthersUntil ?? 0) > now

/** The user without the sessions that one of these opened; the same object if nothing changes. */
export function withoutSessionsOf(user: UserRow, openers: readonly OpenerRow[]): UserRow {
  const remains = ({ openedBy = [] }: { readonly openedBy?: readonly OpenerRow[] }) =>
    !openedBy.some((one) => openers.some((gone) => gone.userId === one.userId && gone.opener === one.opener))
  const { apiKeys, readOnlySessions = [] } = user
  if (apiKeys.every(remains) && readOnlySessions.every(remains)) return user
  return { ...user, apiKeys: apiKeys.filter(remains), readOnlySessions: readOnlySessions.filter(remains) }
}

/** Latest expiry of the user's sessions that depend on another user; 0 if none do. */
export function sessionsByOthersUntil({ userId, apiKeys, readOnlySessions = [] }: UserRow): number {
  const sessions = [
    ...apiKeys.map((key) => ({ openedBy: key.openedBy ?? [], expiresAt: expiryOf(key) ?? 0 })),
    ...readOnlySessions,
  ]
  const foreign = sessions.filter(({ openedBy }) => openedBy.some((opener) => opener.userId !== userId))
  return Math.max(0, ...foreign.map(({ expiresAt }) => expiresAt))
}

function openerIdsOf(user: UserRow): string[] {
  return [
    ...user.apiKeys.map(({ apiKeyId }) => apiKeyId),
    ...user.authenticators.map(({ authenticatorId }) => authenticatorId),
    ...user.oauthProviders.map(({ providerId }) => providerId),
    ...BY_CONTACT.filter(([, member]) => user[member] !== undefined).map(([feature]) => feature),
  ]
}
