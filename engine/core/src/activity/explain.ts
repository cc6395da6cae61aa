/** Builds the policy input for a request with the code that decides it, without executing anything. */
import { ApiError, findCallOfType, parseSubmit, type SubmitCall } from '@keywright/contract'
import { writeExactJson } from '@keywright/policy'
import { inquire } from '../authorize/decide.ts'
import { namedFacts } from '../authorize/namedFacts.ts'
import type { Checked } from '../checked.ts'
import type { Caller, CheckContext } from '../context.ts'
import type { QueryContext, SubmitHandler } from '../handler.ts'
import type { ActivityRow, StoredActivityRow } from '../store/tables.ts'
import { type CheckSteps, checkIntent, tryCheck } from './check.ts'
import { openActivity, submitterAs, userOfFirstVote } from './open.ts'
import { isDecidedElsewhere } from './present.ts'
import { assertMayStart, prepareAgain, prepareIntent, type SubmitRequest } from './submission.ts'
import { submitterOf, withVoters } from './voters.ts'

/**
 * Explains a request of the caller that has not been submitted.
 * @throws ApiError if the request would be rejected before policies are evaluated
 */
export async function explainRequest(
  context: QueryContext,
  posted: { readonly type: string; readonly parameters: unknown },
  caller: Caller,
): Promise<string> {
  const call = findCallOfType(posted.type) as SubmitCall
  if (call.authority === 'vote') {
    throw new ApiError(
      'MEMBER_TYPE',
      { field: 'type', expected: 'a type that policies decide' },
      { field: 'type' },
    )
  }
  const { organizationId } = context.organization
  const body = { ...posted, organizationId, timestampMs: String(context.now) }
  const { type, parameters } = parseSubmit(call, body) as SubmitRequest
  const handler = await handlerOf(context, type)
  assertMayStart(handler, caller, context)
  const prepared = await prepareIntent(context, handler, type, parameters)
  const activity = openActivity({ type, parameters, fingerprint: '', text: '' }, caller, context)
  const check: CheckContext = {
    ...context,
    activityType: type,
    submitter: submitterAs(caller.user, activity),
  }
  return describe(
    check,
    activity,
    await checkIntent({ handler, prepared, check, hasSubmitter: true }, activity),
  )
}

/**
 * Explains an existing activity. If it would be rejected now, its facts are only those that its intent names.
 * @throws ApiError for a user of a sub-organization in which a user of the parent submitted it, because the explanation
 *   has the parent's policies and users
 */
export async function explainActivity(
  context: QueryContext,
  stored: StoredActivityRow,
  caller: Caller,
): Promise<string> {
  const { organizationId: callerOrganizationId } = caller.organization
  if (isDecidedElsewhere(stored, context.organization.organizationId, callerOrganizationId))
    throw new ApiError('ORGANIZATION_MISMATCH', { callerOrganizationId, organizationId: stored.decidedBy })
  const activity = context.unseal(await withVoters(stored, context))
  const { type, parameters } = activity
  const handler = await handlerOf(context, type)
  const submitter = await submitterOf(activity, context)
  const user = submitter ?? userOfFirstVote(activity)
  const check: CheckContext = { ...context, activityType: type, submitter: submitterAs(user, activity) }
  const prepared = await prepareAgain(context, handler, type, parameters)
  const steps: CheckSteps = { handler, prepared, check, hasSubmitter: submitter !== undefined }
  const { checked = { found: undefined } } = await tryCheck(steps, activity)
  const facts = checked.facts ?? (await namedFacts(check, activity, checked))
  return describe(check, activity, { ...checked, facts })
}

async function handlerOf({ loadSubmitHandlers }: QueryContext, type: string): Promise<SubmitHandler> {
  const { name } = findCallOfType(type) as SubmitCall
  return (await loadSubmitHandlers(name))(type)
}

async function describe(
  { now, open, budget }: CheckContext,
  activity: ActivityRow,
  checked: Checked<unknown>,
): Promise<string> {
  const {
    facts,
    rejecterIds,
    budget: _budget,
    ...input
  } = await inquire({ now, open, budget, observe: undefined }, activity, checked)
  const rows = await (await open(activity.decidedBy)).list('policies')
  const policies = rows.map(({ policyId, policyName, effect, condition, consensus, time }) => ({
    ...{ policyId, policyName, effect, condition, consensus, time },
  }))
  return writeExactJson({ ...input, policies, request: facts, rejecters: rejecterIds })
}
