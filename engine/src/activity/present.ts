/** An activity as the wire spells it, from the point of view of whoever asked. */
import { type Activity, type ActivityType, versionOf } from '@keywright/contract'
import { hasVoteLeft } from '../authorize/votes.ts'
import type { WholeOf } from '../context.ts'
import type { ActivityRow, VoteRow } from '../store/tables.ts'
import { toTimestamp } from '../time.ts'
import { hasSecretResult } from './secrets.ts'
import { isFinal } from './status.ts'

export interface Viewer {
  readonly userId: string
  /** The organization whose user this is; only users of the deciding organization vote. */
  readonly organizationId: string
  readonly now: number
}

/** A stored activity for whoever asked: its submitter sees the secrets, and nobody else does. */
export function presentActivity(
  stored: ActivityRow,
  organizationId: string,
  viewer: Viewer,
  wholeOf: WholeOf,
): Activity {
  const isSubmitter = viewer.userId === stored.votes[0]!.userId
  return isSubmitter
    ? present(wholeOf(stored), organizationId, viewer, true)
    : present(stored, organizationId, viewer, !hasSecretResult(stored))
}

/** A stored activity as webhooks are told of it. */
export function presentToNobody(stored: ActivityRow, organizationId: string, viewer: Viewer): Activity {
  return present(stored, organizationId, viewer, !hasSecretResult(stored))
}

function present(
  activity: ActivityRow,
  organizationId: string,
  viewer: Viewer,
  showsResult: boolean,
): Activity {
  const version = versionOf(activity.type as ActivityType)
  const canVote =
    !isFinal(activity) &&
    viewer.organizationId === activity.decidedBy &&
    hasVoteLeft(activity, viewer.userId, viewer.now)
  return {
    id: activity.id,
    organizationId,
    status: activity.status,
    type: activity.type as ActivityType,
    intent: { [version.intentKey]: activity.parameters },
    result:
      activity.result && version.resultKey && showsResult ? { [version.resultKey]: activity.result } : {},
    votes: activity.votes.map((vote) => presentVote(vote, activity.id)),
    fingerprint: activity.fingerprint,
    canApprove: canVote,
    canReject: canVote,
    createdAt: toTimestamp(activity.createdAt),
    updatedAt: toTimestamp(activity.updatedAt),
    // Clients expect the member, null unless the activity failed.
    failure: activity.failure as never,
  }
}

function presentVote(vote: VoteRow, activityId: string): Activity['votes'][number] {
  return {
    id: vote.id,
    userId: vote.userId,
    user: vote.user as never,
    activityId,
    selection: vote.selection,
    message: vote.message,
    publicKey: vote.publicKey,
    signature: vote.signature,
    scheme: vote.scheme,
    createdAt: toTimestamp(vote.createdAt),
  }
}
