/** Submits: a request becomes an activity, or a vote on one, and is taken as far as it can go. */
import { ApiError, type SubmitCall } from '@keywright/contract'
import { SESSION } from '../authenticate/authenticate.ts'
import { assertFeature } from '../authorize/features.ts'
import { submitHandler } from '../calls.ts'
import type { ActivityContext, Caller, Context } from '../context.ts'
import type { SubmitHandler } from '../handler.ts'
import type { RequestBody } from '../http/readBody.ts'
import { openOutbox } from '../outbox/outbox.ts'
import { RECOVERY_KEY } from '../resources/users/expiringKeys.ts'
import { presentUser } from '../resources/users/presentUser.ts'
import { announceActivity } from '../resources/webhooks/announceActivity.ts'
import type { ActivityRow, UserRow } from '../store/tables.ts'
import type { Partition } from '../store/transaction.ts'
import { advance } from './advance.ts'
import { assertLive } from './liveness.ts'
import { presentActivity, presentToNobody } from './present.ts'
import { findByFingerprint, recordActivity } from './record.ts'
import { withSecrets } from './secrets.ts'
import { isFinal } from './status.ts'
import { hasVoteLeft, type Selection, voteOf } from './votes.ts'

/** The body of any submit, checked against the contract. */
export interface SubmitRequest {
  readonly type: string
  readonly timestampMs: string
  readonly organizationId: string
  /** Without nulls. */
  readonly parameters: Readonly<Record<string, unknown>>
}

/** One posted submit, authenticated and read. */
export interface Submission {
  readonly call: SubmitCall
  readonly request: SubmitRequest
  /** Of the body's bytes. */
  readonly fingerprint: string
  readonly body: RequestBody
  readonly caller: Caller
  readonly context: Context
  readonly savepoint: () => () => void
  readonly keepOnRefusal: ActivityContext['keepOnRefusal']
}

/** @returns the answer of the call, and the id of the activity that it changed, if it changed one */
export async function submitActivity(
  submission: Submission,
): Promise<{ answer: object; activityId: string | null }> {
  const { call, request, caller, context } = submission
  const { organizationId } = context.organization
  const viewer = {
    userId: caller.user.userId,
    organizationId: caller.organization.organizationId,
    now: context.now,
  }
  assertCredentialMay(caller, call)
  assertLive(request.timestampMs, context.now, context.settings.callerClock?.())
  const { activity, before } = await openOrVote()
  if (activity === before) return { answer: { activity: present(before) }, activityId: null }
  const isPersonal = submitHandler(activity.type).isPersonal ?? false
  const stored = recordActivity(context.rows, before, activity, isPersonal, context.vault)
  const outbox = openOutbox(context.rows, context)
  await announceActivity(context, outbox, activity, presentToNobody(stored, organizationId, viewer))
  return { answer: { activity: present(stored) }, activityId: activity.id }

  function openOrVote(): Promise<{ activity: ActivityRow; before: ActivityRow | undefined }> {
    switch (call.name) {
      case 'approve_activity':
        return voteByFingerprint(submission, 'VOTE_SELECTION_APPROVED')
      case 'reject_activity':
        return voteByFingerprint(submission, 'VOTE_SELECTION_REJECTED')
      default:
        return open(submission)
    }
  }

  function present(stored: ActivityRow): object {
    return presentActivity(stored, organizationId, viewer, context.vault)
  }
}

/** A session submits nothing, and a recovery key nothing but the recovery: no policy changes that. */
function assertCredentialMay({ credential }: Caller, call: SubmitCall): void {
  if (credential.type === SESSION) throw new ApiError('SESSION_READ_ONLY')
  if (credential.type === RECOVERY_KEY && call.name !== 'recover_user') {
    throw new ApiError('NOT_PERMITTED_BY_POLICY', {}, { policyEvaluations: [] })
  }
}

/** A new activity; or, for bytes that were posted before, the activity they made, with the caller's vote. */
async function open(submission: Submission) {
  const { request, fingerprint, caller, context } = submission
  const handler = submitHandler(request.type)
  const personally = handler.isPersonal && caller.user.userId
  const existing = await findByFingerprint(context.rows, fingerprint, personally)
  if (existing) return vote(submission, existing, 'VOTE_SELECTION_APPROVED')

  assertMaySubmit(handler, caller, context)
  const intent = handler.normalize?.(request.parameters, request.type) ?? request.parameters
  const feature = handler.feature?.(intent)
  if (feature !== undefined) assertFeature(context.organization, feature)
  await handler.refuse?.(context, intent, caller)

  const created: ActivityRow = {
    id: context.ids.timeOrdered(),
    status: 'ACTIVITY_STATUS_CREATED',
    type: request.type,
    parameters: request.parameters,
    fingerprint,
    decidedBy: caller.organization.organizationId,
    result: null,
    votes: [voteOn(submission, 'VOTE_SELECTION_APPROVED')],
    failure: null,
    evaluations: [],
    createdAt: context.now,
    updatedAt: context.now,
  }
  const activity = await advance(activityContext(submission, created, caller.user), created, {
    handler,
    intent,
    savepoint: submission.savepoint,
  })
  return { activity, before: undefined }
}

async function voteByFingerprint(submission: Submission, selection: Selection) {
  const { rows, organization } = submission.context
  const { fingerprint } = submission.request.parameters as { fingerprint: string }
  const activity = await findByFingerprint(rows, fingerprint)
  if (!activity) {
    const { organizationId } = organization
    throw new ApiError('ACTIVITY_NOT_FOUND', { id: fingerprint.slice(0, 80), organizationId })
  }
  return vote(submission, activity, selection)
}

/**
 * Adds the caller's vote and advances. A final activity, or a second vote of a user, changes nothing.
 * @param before as it is stored
 */
async function vote(submission: Submission, before: ActivityRow, selection: Selection) {
  const { caller, context } = submission
  if (caller.organization.organizationId !== before.decidedBy) throw mismatch(caller, context)
  if (isFinal(before) || !hasVoteLeft(before, caller.user.userId, context.now)) {
    return { activity: before, before }
  }
  const submitter = await submitterOf(before, context)
  const handler = submitter ? submitHandler(before.type) : withoutSubmitter(before)
  const whole = withSecrets(before, context.organization.organizationId, context.vault)
  const intent = handler.normalize?.(whole.parameters, whole.type) ?? whole.parameters
  const voted = { ...whole, votes: [...whole.votes, voteOn(submission, selection)] }
  const asker = submitter ?? userOfFirstVote(before)
  const activity = await advance(activityContext(submission, before, asker), voted, {
    handler,
    intent,
    savepoint: submission.savepoint,
  })
  return { activity, before }
}

/** Who submitted an activity, as they are now; undefined when they are gone. */
async function submitterOf(activity: ActivityRow, context: Context): Promise<UserRow | undefined> {
  const rows: Partition = await context.open(activity.decidedBy)
  return rows.get('users', activity.votes[0]!.userId)
}

/** What a user who is gone has asked for can still be brought to an end: rejected, or approved and then FAILED. */
function withoutSubmitter(activity: ActivityRow): SubmitHandler {
  return {
    ...submitHandler(activity.type),
    execute: async () => {
      throw new ApiError('RESOURCE_CHANGED', { kind: 'user', id: activity.votes[0]!.userId })
    },
  }
}

/** Name and address as of the vote; the credentials went with the user. */
function userOfFirstVote({ votes: [first] }: ActivityRow): UserRow {
  const { userId, userName, userEmail } = first!.user as Pick<UserRow, 'userId' | 'userName' | 'userEmail'>
  return {
    userId,
    userName,
    ...(userEmail ? { userEmail } : {}),
    userTags: [],
    apiKeys: [],
    authenticators: [],
    oauthProviders: [],
    createdAt: first!.createdAt,
    updatedAt: first!.createdAt,
  }
}

function assertMaySubmit(handler: SubmitHandler, caller: Caller, context: Context): void {
  const isOwn = caller.organization.organizationId === context.organization.organizationId
  if (!isOwn && !handler.startableByParent) throw mismatch(caller, context)
}

function mismatch(caller: Caller, context: Context) {
  return new ApiError('ORGANIZATION_MISMATCH', {
    callerOrganizationId: caller.organization.organizationId,
    organizationId: context.organization.organizationId,
  })
}

function voteOn({ caller, body, context }: Submission, selection: Selection) {
  return voteOf(caller, presentUser(caller.user), selection, body.text, {
    id: context.ids.random(),
    createdAt: context.now,
  })
}

function activityContext(
  { context, keepOnRefusal }: Submission,
  activity: ActivityRow,
  user: Caller['user'],
): ActivityContext {
  return {
    ...context,
    activityId: activity.id,
    activityType: activity.type,
    submitter: { user, organizationId: activity.decidedBy },
    outbox: openOutbox(context.rows, context),
    keepOnRefusal,
  }
}
