/** What a request takes from users without naming it: policies see it, so that a deny about it applies. */
import type { Changes } from '../../checked.ts'
import type { Context } from '../../context.ts'
import type { ApiKeyRow, OpenerRow, UserRow } from '../../store/tables.ts'
import { withProven } from './credentials.ts'
import { mayOpenForOthers, withoutEndedSessions, withoutSessionsOf } from './sessions.ts'

interface SavedUser {
  readonly before: UserRow
  readonly after: UserRow | undefined
}

/** Credentials, sessions and tags that users lose when `saveUser` stores these. */
export async function changesBySaving(context: Context, saved: readonly SavedUser[]): Promise<Changes[]> {
  const settled = saved.map(({ before, after }) => ({
    before,
    ...withoutEndedSessions(before, after, context.now),
  }))
  const removed = settled.flatMap((each) => each.removed)
  const own = settled.map(({ before, kept }) => changesOf(before, kept))
  if (removed.length === 0 || !mayOpenForOthers(context)) return own
  return [...own, ...(await endedByOpeners(context, removed))]
}

/**
 * What new keys take from a user: keys that they replace or evict, now and with the first request that they stamp.
 * @param added keys that `after` has and `before` doesn't
 */
export function changesByKeys(
  context: Context,
  before: UserRow,
  after: UserRow,
  added: readonly ApiKeyRow[],
): Promise<Changes[]> {
  const used = added
    .filter((key) => key.isClaimed && key.expirationSeconds !== undefined)
    .map(({ publicKey }) => withProven(after, publicKey, context.now))
  return changesBySaving(
    context,
    [after, ...used].map((each) => ({ before, after: each })),
  )
}

/** Sessions that end because these openers are removed. */
async function endedByOpeners(context: Context, removed: readonly OpenerRow[]): Promise<Changes[]> {
  const users = await context.rows.list('users')
  const gone = [...removed]
  const left = new Map(users.map((user) => [user.userId, user]))
  let isSettled = false
  while (!isSettled) {
    isSettled = true
    for (const user of left.values()) {
      const ended = withoutSessionsOf(user, gone)
      if (ended === user) continue
      const { kept, removed: more } = withoutEndedSessions(user, ended, context.now)
      gone.push(...more)
      left.set(user.userId, kept!)
      isSettled = false
    }
  }
  return users.map((user) => changesOf(user, left.get(user.userId)))
}

/** What the user loses, and credentials that change. Sessions have the ids by which `delete_api_keys` names them. */
export const changesOf = (before: UserRow, after: UserRow | undefined): Changes => ({
  userId: before.userId,
  ids: {
    api_key: [
      ...lost(before.apiKeys, after?.apiKeys, ({ apiKeyId }) => apiKeyId),
      ...lost(before.readOnlySessions, after?.readOnlySessions, ({ sessionId }) => sessionId),
    ],
    authenticator: lost(
      before.authenticators,
      after?.authenticators,
      ({ authenticatorId }) => authenticatorId,
    ),
    oauth_provider: lost(before.oauthProviders, after?.oauthProviders, ({ providerId }) => providerId),
    user_tag: lost(before.userTags, after?.userTags, (tagId) => tagId),
  },
})

function lost<T>(before: readonly T[] = [], after: readonly T[] = [], idOf: (one: T) => string): string[] {
  const kept = new Set(after)
  return before.filter((one) => !kept.has(one)).map(idOf)
}
