/** Takes an open activity as far as possible: check, decide, execute. Submits and votes both end here. */
import type { Decision } from '@keywright/policy'
import {
  assertDecided,
  type DecideContext,
  type Decided,
  decide,
  isCounted,
  judge,
  toRefusal,
} from '../authorize/decide.ts'
import type { ExecuteContext } from '../context.ts'
import { refusalOf } from '../errors.ts'
import type { ActivityRow } from '../store/tables.ts'
import { type CheckSteps, checkIntent, tryCheck } from './check.ts'
import { withStatus } from './status.ts'

/** What advancing needs in addition to the activity. */
export interface Steps extends CheckSteps {
  readonly execute: ExecuteContext
  readonly observe: DecideContext['observe']
  /** Marks this point; calling the result undoes all writes since. */
  readonly savepoint: () => () => void
  /** Writes to keep even if `execute` rejects the request; filled by `keepOnRefusal`. */
  readonly kept: readonly Kept[]
}

export type Kept = Parameters<ExecuteContext['keepOnRefusal']>[0]

/** A new activity, and how its storage is charged. */
export interface NewActivity {
  readonly activity: ActivityRow
  /** Whether the root quorum or a policy allowed it; false for the built-in rule and while it is pending. */
  readonly isGranted: boolean
  /** Whether it was executed and concerns only its submitter. */
  readonly isOwnBusiness: boolean
}

/**
 * @returns the activity in its first lasting status; the caller records it
 * @throws ApiError for what `check`, the policies or `execute` reject: a request that can't succeed leaves no
 *   activity
 */
export async function advanceNew(steps: Steps, created: ActivityRow): Promise<NewActivity> {
  const checked = await checkIntent(steps, created)
  const question = { activity: created, intent: steps.prepared.intent, checked }
  const outcome = await decide(decideContext(steps), question)
  switch (outcome.verdict) {
    case 'ALLOWED':
      return {
        activity: await complete(steps, withEvaluation(steps, created, outcome.decision), outcome.decided),
        isGranted: outcome.decision.reason !== 'BUILT_IN',
        isOwnBusiness: checked.isOwnBusiness ?? false,
      }
    case 'CONSENSUS_NEEDED': {
      const waiting = withEvaluation(steps, created, outcome.decision)
      return {
        activity: withStatus(waiting, 'ACTIVITY_STATUS_CONSENSUS_NEEDED', steps.check.now),
        isGranted: false,
        isOwnBusiness: false,
      }
    }
    default:
      throw toRefusal(outcome.decision, created.type)
  }
}

/**
 * @param before the activity before the vote
 * @param voted the same activity with the new vote
 * @returns the activity after the vote, or `before` itself if the vote has no effect
 * @throws ApiError if the activity is rejected, and its approval with it
 */
export async function advanceVoted(
  steps: Steps,
  before: ActivityRow,
  voted: ActivityRow,
): Promise<ActivityRow> {
  return voted.votes.at(-1)!.selection === 'VOTE_SELECTION_REJECTED'
    ? advanceRejected(steps, before, voted)
    : advanceApproved(steps, before, voted)
}

/** A rejection ends the activity or leaves it open. It never executes it, even if it would be allowed now. */
async function advanceRejected(steps: Steps, before: ActivityRow, voted: ActivityRow): Promise<ActivityRow> {
  const { now } = steps.check
  const context = decideContext(steps)
  const { checked } = await tryCheck(steps, voted)
  // Otherwise any user could end an activity that can't be executed at the moment.
  if (!(await isCounted(context, voted, checked))) return before
  // At this time no approval has expired, because expired ones can be given again.
  const decision = await judge({ ...context, now: 0 }, voted, checked ?? {})
  const decided = withEvaluation(steps, voted, decision)
  const isOpen = decision.verdict === 'ALLOWED' || decision.verdict === 'CONSENSUS_NEEDED'
  // A rejection also ends what can no longer be allowed, for example because its submitter was deleted.
  return isOpen ? { ...decided, updatedAt: now } : reject(decided, steps)
}

async function advanceApproved(steps: Steps, before: ActivityRow, voted: ActivityRow): Promise<ActivityRow> {
  const { now } = steps.check
  const context = decideContext(steps)
  const { checked, refusal } = await tryCheck(steps, voted)
  if (!checked) {
    // With enough approvals, an activity that can't be executed fails. Until then the approval is rejected and can be
    // repeated.
    const decision = await judge(context, voted, {})
    if (decision.verdict !== 'ALLOWED') throw refusal
    return fail(withEvaluation(steps, voted, decision), refusal, steps)
  }
  const outcome = await decide(context, { activity: voted, intent: steps.prepared.intent, checked })
  const decided = withEvaluation(steps, voted, outcome.decision)
  switch (outcome.verdict) {
    case 'ALLOWED': {
      const undo = steps.savepoint()
      try {
        return await complete(steps, decided, outcome.decided)
      } catch (error) {
        undo()
        for (const write of steps.kept) await write(steps.execute.rows)
        return fail(withStatus(decided, 'ACTIVITY_STATUS_PENDING', now), error, steps)
      }
    }
    case 'CONSENSUS_NEEDED':
      // A vote that no policy needs changes nothing.
      return (await isCounted(context, voted, checked)) ? { ...decided, updatedAt: now } : before
    case 'REJECTED':
      return reject(decided, steps)
    case 'DENIED': {
      // Ignore approvals that would block later ones.
      const isInTheWay = outcome.decision.reason !== 'POLICY_DENIED' && (await isWaiting(before))
      if (isInTheWay) return before
      throw toRefusal(outcome.decision, voted.type)
    }
  }

  async function isWaiting(activity: ActivityRow): Promise<boolean> {
    return (await judge(context, activity, checked!)).verdict === 'CONSENSUS_NEEDED'
  }
}

/** Executes a decided activity, which passes through `PENDING`. */
async function complete(
  { handler, execute }: Steps,
  activity: ActivityRow,
  decided: Decided,
): Promise<ActivityRow> {
  assertDecided(decided)
  const pending = withStatus(activity, 'ACTIVITY_STATUS_PENDING', execute.now)
  const result = await handler.execute(execute, decided)
  const presented = handler.present?.(result, activity.type) ?? result
  return withStatus(pending, 'ACTIVITY_STATUS_COMPLETED', execute.now, {
    result: presented as ActivityRow['result'],
  })
}

async function reject(activity: ActivityRow, { check, execute, handler }: Steps): Promise<ActivityRow> {
  await handler.abandon?.(execute, activity)
  return withStatus(activity, 'ACTIVITY_STATUS_REJECTED', check.now)
}

async function fail(
  activity: ActivityRow,
  error: unknown,
  { check, execute, handler }: Steps,
): Promise<ActivityRow> {
  const refusal = refusalOf(error)
  if (!refusal) throw error
  await handler.abandon?.(execute, activity)
  return withStatus(activity, 'ACTIVITY_STATUS_FAILED', check.now, { failure: refusal.toBody() })
}

function decideContext({ check, observe }: Steps): DecideContext {
  return { now: check.now, open: check.open, budget: check.budget, observe }
}

function withEvaluation(
  { check: { ids, now } }: Steps,
  activity: ActivityRow,
  { policyEvaluations }: Decision,
): ActivityRow {
  if (policyEvaluations.length === 0) return activity
  const evaluation = {
    id: ids.random(),
    voteId: activity.votes.at(-1)!.id,
    policyEvaluations,
    createdAt: now,
  }
  return { ...activity, evaluations: [...activity.evaluations, evaluation] }
}
