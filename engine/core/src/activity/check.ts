/** Checks an intent and collects the facts that policies see. */
import { ApiError } from '@keywright/contract'
import { assertFeature } from '../authorize/features.ts'
import { namedFacts } from '../authorize/namedFacts.ts'
import type { Checked } from '../checked.ts'
import type { CheckContext } from '../context.ts'
import { refusalOf } from '../errors.ts'
import type { SubmitHandler } from '../handler.ts'
import type { ActivityRow } from '../store/tables.ts'
import type { Prepared } from './submission.ts'

/** What checking needs in addition to the activity. */
export interface CheckSteps {
  readonly handler: SubmitHandler
  readonly prepared: Prepared
  readonly check: CheckContext
  /** Whether the submitter still exists: nothing is executed for deleted users. */
  readonly hasSubmitter: boolean
}

/** The handler's result, with the facts of everything that the intent names. */
export async function checkIntent(
  { handler, prepared, check }: CheckSteps,
  activity: ActivityRow,
): Promise<Checked<unknown>> {
  const { intent } = prepared
  const feature = handler.feature?.(intent)
  if (feature !== undefined) assertFeature(check.organization, feature)
  const checked = await handler.check(check, intent, prepared.value())
  return { ...checked, facts: await namedFacts(check, activity, checked) }
}

/** For votes: the result of the check, or why the activity can't be executed now. */
export async function tryCheck(
  steps: CheckSteps,
  activity: ActivityRow,
): Promise<{ checked: Checked<unknown>; refusal?: never } | { checked?: never; refusal: unknown }> {
  try {
    if (!steps.hasSubmitter) {
      throw new ApiError('RESOURCE_CHANGED', { kind: 'user', id: steps.check.submitter.user.userId })
    }
    return { checked: await checkIntent(steps, activity) }
  } catch (refusal) {
    if (!refusalOf(refusal)) throw refusal
    return { refusal }
  }
}
