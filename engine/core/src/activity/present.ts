/**
 * An activity as the API returns it. Secrets that grant access (codes, tokens, sessions) leave the engine once, in
 * the response to the request that created the activity. Every later view omits them, including a replay of the same
 * body: a stamp is published with the activity's votes, so it can't prove that the secret's owner is asking.
 */
import { type Activity, type ActivityType, limits, versionOf, WITHHELD } from '@keywright/contract'
import { hasVoteLeft } from '../authorize/votes.ts'
import type { Caller } from '../context.ts'
import { presentUser } from '../identity/presentUser.ts'
import type { ActivityRow, UserRow, VoteRow } from '../store/tables.ts'
import { toTimestamp } from '../time.ts'
import { isFinal } from './status.ts'
import { withoutCredentials } from './voters.ts'

export interface Viewer {
  readonly organizationId: string
  /** The key that stamped the viewer's request; empty for a session and for a webhook's receiver. */
  readonly publicKey: string
  readonly now: number
}

/** A new activity for its submitter, with its secrets. @param activity as executed, not as stored */
export function presentNew(activity: ActivityRow, organizationId: string, viewer: Viewer): Activity {
  return present(activity, organizationId, viewer)
}

/** A stored activity without secrets; `withheld` lists those that the result had. */
export function presentStored(
  stored: ActivityRow,
  organizationId: string,
  viewer: Viewer,
  canVote = false,
): Activity {
  const members = Object.entries(stored.result ?? {})
  const withheld = members.filter(([, value]) => value === WITHHELD).map(([name]) => name)
  const shown = members.filter(([, value]) => value !== WITHHELD)
  const activity = present(
    { ...stored, result: stored.result && Object.fromEntries(shown) },
    organizationId,
    viewer,
    canVote,
  )
  return withheld.length > 0 ? { ...activity, withheld } : activity
}

/**
 * Whether a vote of the caller can count. Who has just submitted or voted can't vote again.
 * @param mayCount whether any vote of the caller can, asked only if the caller has a vote left
 */
export async function mayVote(
  activity: ActivityRow,
  { user, organization }: Caller,
  now: number,
  mayCount: () => Promise<boolean>,
): Promise<boolean> {
  const isOpen = !isFinal(activity) && organization.organizationId === activity.decidedBy
  return isOpen && hasVoteLeft(activity, user.userId, now) && (await mayCount())
}

function present(activity: ActivityRow, organizationId: string, viewer: Viewer, canVote = false): Activity {
  const version = versionOf(activity.type as ActivityType)
  const isOfParent = isDecidedElsewhere(activity, organizationId, viewer.organizationId)
  return {
    id: activity.id,
    organizationId,
    status: activity.status,
    type: activity.type as ActivityType,
    intent: { [version.intentKey]: activity.parameters },
    result: activity.result && version.resultKey ? { [version.resultKey]: activity.result } : {},
    votes: activity.votes.map((vote) =>
      presentVote(isOfParent ? withoutDetails(vote) : vote, activity.id, viewer),
    ),
    fingerprint: activity.fingerprint,
    canApprove: canVote,
    canReject: canVote,
    createdAt: toTimestamp(activity.createdAt),
    updatedAt: toTimestamp(activity.updatedAt),
    // Clients expect this member; it is null unless the activity failed.
    failure: activity.failure as never,
  }
}

function presentVote(vote: VoteRow, activityId: string, viewer: Viewer): Activity['votes'][number] {
  const isOwn = viewer.publicKey !== '' && vote.publicKey === viewer.publicKey
  const isShown = isOwn || !isReplayable(vote, viewer.now)
  return {
    id: vote.id,
    userId: vote.userId,
    user: vote.user as never,
    activityId,
    selection: vote.selection,
    message: isShown ? vote.message : WITHHELD,
    publicKey: vote.publicKey,
    signature: isShown ? vote.signature : WITHHELD,
    scheme: vote.scheme,
    createdAt: toTimestamp(vote.createdAt),
  }
}

/** A vote in the parent, for its sub-organization: the voter's contacts, tags and credentials are the parent's own. */
function withoutDetails(vote: VoteRow): VoteRow {
  const { userId, userName } = vote.user as Pick<UserRow, 'userId' | 'userName'>
  return { ...vote, user: { ...presentUser(withoutCredentials({ userId, userName }, vote.createdAt)) } }
}

/** Whether neither organization decides the activity: the viewer is in a sub-organization, and the parent decides. */
export const isDecidedElsewhere = (
  { decidedBy }: Pick<ActivityRow, 'decidedBy'>,
  organizationId: string,
  viewerOrganizationId: string,
): boolean => decidedBy !== organizationId && decidedBy !== viewerOrganizationId

/**
 * Whether the engine may still accept the body of the vote, which was at most `timestampMaxAhead` ahead when posted.
 */
const isReplayable = ({ createdAt }: VoteRow, now: number): boolean =>
  now - createdAt <= (limits.timestampMaxAge + limits.timestampMaxAhead) * 1000
