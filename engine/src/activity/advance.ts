/** Takes an open activity as far as it can go: check, decide, execute. Submits and votes both end here. */
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

/** What advancing needs besides the activity. */
export interface Steps extends CheckSteps {
  readonly execute: ExecuteContext
  readonly observe: DecideContext['observe']
  /** Marks this point; calling the result undoes all writes since. */
  readonly savepoint: () => () => void
  /** What is written although `execute` refused; filled by `keepOnRefusal`. */
  readonly kept: readonly Kept[]
}

export type Kept = Parameters<ExecuteContext['keepOnRefusal']>[0]

/** A new activity, and what it means for the store. */
export interface Opened {
  readonly activity: ActivityRow
  /** Whether the root quorum or a policy allowed it: not the built-in rule, and it does not wait. */
  readonly isGranted: boolean
  /** Whether it was done, and concerns only its submitter. */
  readonly isOwnBusiness: boolean
}

/**
 * @returns the activity in its first lasting status; the caller records it
 * @throws ApiError whatever `check` or the policies refuse, and what `execute` finds once it may use secrets: a request
 *   that cannot succeed leaves no activity
 */
export async function advanceNew(steps: Steps, created: ActivityRow): Promise<Opened> {
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
 * @param before how the activity stands
 * @param voted the same with one vote more
 * @returns the activity as it is after the vote; `before` itself when the vote counts for nothing
 * @throws ApiError when what is asked for is refused, and the vote with it
 */
export async function advanceVoted(
  steps: Steps,
  before: ActivityRow,
  voted: ActivityRow,
): Promise<ActivityRow> {
  return voted.votes.at(-1)!.selection === 'VOTE_SELECTION_REJECTED'
    ? advanceRejected(steps, voted)
    : advanceApproved(steps, before, voted)
}

/** A rejection ends the activity or leaves it open. It never executes, whatever would be allowed by now. */
async function advanceRejected(steps: Steps, voted: ActivityRow): Promise<ActivityRow> {
  const { now } = steps.check
  const { checked = {} } = await tryCheck(steps, voted)
  const decision = await judge(decideContext(steps), voted, checked)
  const decided = withEvaluation(steps, voted, decision)
  const isOpen = decision.verdict === 'ALLOWED' || decision.verdict === 'CONSENSUS_NEEDED'
  // What nothing allows any more, as when its submitter is gone, a rejection brings to its end too.
  return isOpen ? { ...decided, updatedAt: now } : withStatus(decided, 'ACTIVITY_STATUS_REJECTED', now)
}

async function advanceApproved(steps: Steps, before: ActivityRow, voted: ActivityRow): Promise<ActivityRow> {
  const { now } = steps.check
  const context = decideContext(steps)
  const { checked, refusal } = await tryCheck(steps, voted)
  if (!checked) {
    // Enough approvals of what cannot be done end it; before that the approval is refused, and given again later.
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
      // Whom nothing waits for, adds nothing.
      return (await isCounted(context, voted, checked)) ? { ...decided, updatedAt: now } : before
    case 'REJECTED':
      return withStatus(decided, 'ACTIVITY_STATUS_REJECTED', now)
    case 'DENIED': {
      // An approval that would stand in the way of others is none.
      const isInTheWay = outcome.decision.reason !== 'POLICY_DENIED' && (await isWaiting(before))
      if (isInTheWay) return before
      throw toRefusal(outcome.decision, voted.type)
    }
  }

  async function isWaiting(activity: ActivityRow): Promise<boolean> {
    return (await judge(context, activity, checked!)).verdict === 'CONSENSUS_NEEDED'
  }
}

/** Executes what was decided; the activity goes through `PENDING`. */
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

/** A fault is not a result of the activity: it rolls the transaction back, and the caller gets a 500. */
function fail(activity: ActivityRow, error: unknown, { check }: Steps): ActivityRow {
  const refusal = refusalOf(error)
  if (!refusal) throw error
  return withStatus(activity, 'ACTIVITY_STATUS_FAILED', check.now, { failure: refusal.toBody() })
}

function decideContext({ check, observe }: Steps): DecideContext {
  return { now: check.now, open: check.open, budget: check.budget, observe }
}

/** The activity with what the policies came to after its newest vote, if they were looked at. */
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
