/** Takes an open activity as far as it can go: decide, then execute. Submits and votes both end here. */
import type { Decision } from '@keywright/policy'
import { decide, toRefusal } from '../authorize/decide.ts'
import type { ActivityContext } from '../context.ts'
import { toApiError } from '../errors.ts'
import type { SubmitHandler } from '../handler.ts'
import type { ActivityRow } from '../store/tables.ts'
import { withStatus } from './status.ts'

/** What advancing needs besides the context: the handler, the normalised intent, and how to undo writes. */
export interface Advance {
  readonly handler: SubmitHandler
  readonly intent: unknown
  readonly savepoint: () => () => void
}

/**
 * @returns the activity in its new status; the caller records it
 * @throws ApiError 403 when the policies refuse; and on first submission whatever the handler refuses with, so that
 *   a request that cannot succeed leaves no activity
 */
export async function advance(
  context: ActivityContext,
  activity: ActivityRow,
  { handler, intent, savepoint }: Advance,
): Promise<ActivityRow> {
  const isNew = activity.status === 'ACTIVITY_STATUS_CREATED'
  const decision = await decide(context, activity, handler, intent)
  const decided = withEvaluation(context, activity, decision)

  switch (decision.verdict) {
    // A vote that would bring a denial about is refused like a submission: it leaves no trace.
    case 'DENIED':
      // What nothing allows any more, as when its submitter is gone, a rejection brings to its end.
      if (!isNew && activity.votes.at(-1)!.selection === 'VOTE_SELECTION_REJECTED') {
        return withStatus(decided, 'ACTIVITY_STATUS_REJECTED', context.now)
      }
      throw toRefusal(decision, activity.type)

    case 'REJECTED':
      return withStatus(decided, 'ACTIVITY_STATUS_REJECTED', context.now)

    case 'CONSENSUS_NEEDED': {
      if (!isNew) return { ...decided, updatedAt: context.now }
      // Tried and undone: nobody should be asked to approve what the handler would refuse anyway.
      const undo = savepoint()
      await handler.execute(context, intent)
      undo()
      return withStatus(decided, 'ACTIVITY_STATUS_CONSENSUS_NEEDED', context.now)
    }

    case 'ALLOWED': {
      const pending = withStatus(decided, 'ACTIVITY_STATUS_PENDING', context.now)
      const undo = savepoint()
      try {
        const result = await handler.execute(context, intent)
        const presented = handler.present?.(result, activity.type) ?? result
        return withStatus(pending, 'ACTIVITY_STATUS_COMPLETED', context.now, {
          result: presented as ActivityRow['result'],
        })
      } catch (error) {
        if (isNew) throw error
        undo()
        const failure = toApiError(error, () => context.ids.random(), rethrow)
        return withStatus(pending, 'ACTIVITY_STATUS_FAILED', context.now, { failure: failure.toBody() })
      }
    }
  }
}

/** The activity with what the policies came to after its newest vote, if they were looked at. */
function withEvaluation(
  { ids, now }: ActivityContext,
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

/** A fault of ours is not a result of the activity: the transaction is given up and the caller gets a 500. */
function rethrow(_id: string, error: unknown): never {
  throw error
}
