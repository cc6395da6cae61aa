/** An activity as the wire spells it, from the point of view of whoever asked. */
import {
  type Activity,
  type ActivityType,
  findCallOfType,
  type SubmitName,
  versionOf,
} from '@keywright/contract'
import type { ActivityRow, VoteRow } from '../store/tables.ts'
import { toTimestamp } from '../time.ts'
import { isFinal } from './status.ts'
import { hasVoteLeft } from './votes.ts'

export interface Viewer {
  readonly userId: string
  /** The organization whose user this is; only users of the deciding organization vote. */
  readonly organizationId: string
  readonly now: number
}

/** Calls whose result opens something by itself, without a key: it is shown to the submitter and to nobody else. */
const BEARER_RESULTS: ReadonlySet<SubmitName> = new Set(['create_read_only_session', 'verify_otp'])

export function presentActivity(activity: ActivityRow, organizationId: string, viewer: Viewer): Activity {
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
      activity.result && version.resultKey && maySeeResult(activity, viewer)
        ? { [version.resultKey]: activity.result }
        : {},
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

/** The activity as webhooks are told of it. */
export function presentToNobody(activity: ActivityRow, organizationId: string, viewer: Viewer): Activity {
  const presented = presentActivity(activity, organizationId, viewer)
  return isBearerResult(activity) ? { ...presented, result: {} } : presented
}

function maySeeResult(activity: ActivityRow, viewer: Viewer): boolean {
  return !isBearerResult(activity) || viewer.userId === activity.votes[0]!.userId
}

function isBearerResult({ type }: ActivityRow): boolean {
  return BEARER_RESULTS.has(findCallOfType(type)!.name)
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
