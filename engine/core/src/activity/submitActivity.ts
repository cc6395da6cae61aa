/**
 * Runs a submit in its organization's turn: the request becomes an activity or a vote, which advances as far as
 * possible.
 */

import { mayBeCounted } from '../authorize/decide.ts'
import { hasVoteLeft, type Selection } from '../authorize/votes.ts'
import type { Caller, CheckContext, ExecuteContext, Unseal } from '../context.ts'
import type { HandlerOf } from '../handler.ts'
import { openOutbox } from '../outbox/outbox.ts'
import { RowAltered } from '../store/rowAltered.ts'
import { bytesOf, type ChargedUser } from '../store/storage.ts'
import type { ActivityRow, UserRow } from '../store/tables.ts'
import { advanceNew, advanceVoted, type Kept, type NewActivity, type Steps } from './advance.ts'
import { announceActivity } from './announce.ts'
import { openActivity, submitterAs, userOfFirstVote, voteOfCaller } from './open.ts'
import { mayVote, presentNew, presentStored } from './present.ts'
import { recordActivity } from './record.ts'
import { isFinal } from './status.ts'
import { assertMaySend, findAim, type Posted, type Prepared } from './submission.ts'
import { submitterOf, toStored, toStoredVote, voterOf, withVoters } from './voters.ts'

/** One posted submit, authenticated and prepared. */
export interface Submission {
  readonly posted: Posted
  readonly caller: Caller
  readonly prepared: Prepared
  readonly handlerOf: HandlerOf
  readonly unseal: Unseal
  readonly context: Omit<ExecuteContext, 'activityId' | 'activityType' | 'submitter' | 'outbox'>
  readonly observe: Steps['observe']
  readonly savepoint: () => () => void
  /** Writes to keep even if the handler rejects the request; filled by `keepOnRefusal`. */
  readonly kept: readonly Kept[]
}

export interface Submitted {
  readonly answer: object
  /** The activity that the request changed, if any. */
  readonly activityId: string | null
  /** The user whose storage quota is charged, in addition to the organization's. */
  readonly charged: ChargedUser | undefined
}

export async function submitActivity(submission: Submission): Promise<Submitted> {
  const { posted, caller, context, handlerOf } = submission
  const { organizationId } = context.organization
  const viewer = {
    organizationId: caller.organization.organizationId,
    publicKey: caller.credential.publicKey,
    now: context.now,
  }
  assertMaySend(context, posted, caller)
  const aim = await findAim(context, posted, caller, handlerOf)
  const before = aim.activity && (await withVoters(aim.activity, context))
  const { activity, isGranted, isOwnBusiness } = before
    ? { activity: await vote(submission, before, aim.selection), isGranted: true, isOwnBusiness: false }
    : await open(submission)
  if (activity === before) {
    const canCallerVote = await mayVote(before, caller, context.now, () => mayBeCounted(context, caller))
    const answer = { activity: presentStored(before, organizationId, viewer, canCallerVote) }
    return { answer, activityId: null, charged: undefined }
  }
  const isPersonal = handlerOf(activity.type).isPersonal ?? false
  const stored = recordActivity(context.rows, before, activity, { isPersonal, isOwnBusiness }, context.vault)
  const outbox = openOutbox(context.rows, context)
  await announceActivity(context, outbox, activity, (viewerOrganizationId) =>
    presentStored(stored, organizationId, {
      ...viewer,
      // The parent's webhooks get what the caller sees.
      organizationId: viewerOrganizationId === organizationId ? organizationId : viewer.organizationId,
      publicKey: '',
    }),
  )
  const answer = before
    ? presentStored(stored, organizationId, viewer)
    : presentNew(activity, organizationId, viewer)
  const charged = before ? freedBy(before, activity) : isGranted ? undefined : { userId: caller.user.userId }
  return {
    answer: { activity: answer },
    activityId: activity.id,
    charged: charged && { organizationId, ...charged },
  }
}

/** A pending activity counts against its submitter until it is approved. */
function freedBy(before: ActivityRow, { status }: ActivityRow) {
  return status === 'ACTIVITY_STATUS_COMPLETED'
    ? { userId: before.votes[0]!.userId, freed: 2 * bytesOf(JSON.stringify(toStored(before))) }
    : undefined
}

function open(submission: Submission): Promise<NewActivity> {
  const { posted, caller, context } = submission
  const { request, fingerprint, text } = posted
  const created = openActivity({ ...request, fingerprint, text }, caller, context)
  return advanceNew(stepsOf(submission, created, caller.user, true), created)
}

/**
 * Adds the caller's vote and advances. A vote on a final activity, or a second vote of a user, changes nothing.
 * @param before the activity as stored
 */
async function vote(submission: Submission, before: ActivityRow, selection: Selection): Promise<ActivityRow> {
  const { caller, context } = submission
  if (isFinal(before) || !hasVoteLeft(before, caller.user.userId, context.now)) return before
  const unsealed = submission.unseal(before)
  const [submitter] = await Promise.all([
    submitterOf(before, context),
    assertVotesFit(submission, unsealed, before.fingerprint),
  ])
  const voted = {
    ...unsealed,
    votes: [...unsealed.votes, voteOfCaller(caller, selection, submission.posted.text, context)],
  }
  const steps = stepsOf(submission, before, submitter ?? userOfFirstVote(before), submitter !== undefined)
  return advanceVoted(steps, before, voted)
}

/**
 * Checks of each earlier vote what `journal verify` checks: the MAC of the row says that the engine wrote it, and the
 * signature says what the voter signed.
 * @param stored the fingerprint as stored @throws RowAltered
 */
async function assertVotesFit({ context }: Submission, activity: ActivityRow, stored: string): Promise<void> {
  const { organizationId } = context.organization
  const { voteProblem } = await import('./votes.ts')
  const problem = await voteProblem(
    { ...activity, votes: activity.votes.map(toStoredVote) },
    organizationId,
    {
      voter: (vote) => voterOf(vote, activity, context),
      names: [activity.fingerprint, stored],
    },
  )
  if (problem !== undefined) throw new RowAltered(organizationId, 'activities', activity.id)
}

function stepsOf(
  { context, prepared, handlerOf, observe, savepoint, kept }: Submission,
  activity: ActivityRow,
  user: UserRow,
  hasSubmitter: boolean,
): Steps {
  const execute: ExecuteContext = {
    ...context,
    activityId: activity.id,
    activityType: activity.type,
    submitter: submitterAs(user, activity),
    outbox: openOutbox(context.rows, context),
  }
  return {
    handler: handlerOf(activity.type),
    prepared,
    check: withoutSecrets(execute),
    execute,
    hasSubmitter,
    observe,
    savepoint,
    kept,
  }
}

function withoutSecrets(context: ExecuteContext): CheckContext {
  const { organization, rows, open, now, settings, budget, activityType, submitter, ids, tokenPublicKey } =
    context
  return { organization, rows, open, now, settings, budget, activityType, submitter, ids, tokenPublicKey }
}
