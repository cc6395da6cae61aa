/** May this activity go on? Gathers what the policy engine asks for, and turns its verdict into ours. */
import { ApiError, findCallOfType, type SubmitCall } from '@keywright/contract'
import {
  type CompiledPolicy,
  type DecideInput,
  type Decision,
  decide as decidePolicies,
  kindOfActivity,
  type RequestFacts,
  rememberPolicies,
  type UserFacts,
  type Verdict,
} from '@keywright/policy'
import { votersOf } from '../activity/votes.ts'
import type { ActivityContext } from '../context.ts'
import type { SubmitHandler } from '../handler.ts'
import type { ActivityRow, OrganizationRow, PolicyRow, UserRow } from '../store/tables.ts'
import type { Partition } from '../store/transaction.ts'
import { usableCredentials, votedCredentials } from './credentials.ts'

/**
 * Decides with the quorum, users and policies of the organization that the activity names as `decidedBy`.
 * The facts are gathered in every case: a request that names nothing to sign with is refused whoever asks.
 */
export async function decide(
  context: ActivityContext,
  activity: ActivityRow,
  handler: SubmitHandler,
  intent: unknown,
): Promise<Decision> {
  const rows = await context.open(activity.decidedBy)
  const organization = (await rows.get('organization', 'organization'))!
  const approverIds = votersOf(activity, 'VOTE_SELECTION_APPROVED', context.now)
  const approvers = await usersOf(rows, approverIds)
  const facts = await factsOf(context, activity, handler, intent)
  const request = {
    approvers: approvers.map(toUserFacts),
    rejecterIds: votersOf(activity, 'VOTE_SELECTION_REJECTED', context.now),
    rootQuorum: organization.quorum,
    isBuiltInAllowed: handler.isOwnBusiness?.(intent, context.submitter.user.userId, context) ?? false,
  }
  // Most activities are the root quorum's: they need neither the policies nor the other users.
  if (isQuorumReached(organization, approverIds)) return conclude({ ...request, policies: [], users: [] })
  const policies = (await rows.list('policies')).map(compiled)
  const users = await rows.list('users')
  return conclude({
    ...request,
    policies,
    users: users.map(toUserFacts),
    credentials: votedCredentials(activity, approverIds),
    userCredentials: users.flatMap((user) => usableCredentials(user, context.now)),
  })

  function conclude(rest: Omit<DecideInput, 'facts'>): Decision {
    const inputs = facts.map((of): DecideInput => ({ ...rest, facts: of }))
    const { input, decision } = gravest(inputs)
    context.observe?.({ activityId: activity.id, decidedBy: activity.decidedBy, input })
    return decision
  }
}

/** From what forbids the whole to what only one part needs. */
const GRAVITY: readonly Verdict[] = ['DENIED', 'REJECTED', 'CONSENSUS_NEEDED', 'ALLOWED']

/** Of the parts of a request the one that decides the whole: the first of those that stand most in its way. */
function gravest(inputs: readonly DecideInput[]): { input: DecideInput; decision: Decision } {
  const decided = inputs.map((input) => ({ input, decision: decidePolicies(input) }))
  return decided.reduce((gravest, next) =>
    GRAVITY.indexOf(next.decision.verdict) < GRAVITY.indexOf(gravest.decision.verdict) ? next : gravest,
  )
}

/** The refusal that a verdict `DENIED` becomes. */
export function toRefusal(decision: Decision, type: string): ApiError {
  const policyEvaluations = [...decision.policyEvaluations]
  switch (decision.reason) {
    case 'ROOT_ONLY':
      return new ApiError('ROOT_QUORUM_ONLY', { type }) as ApiError
    case 'POLICY_DENIED': {
      const policyIds = policyEvaluations
        .filter(({ outcome }) => outcome === 'OUTCOME_DENY_EXPLICIT')
        .map(({ policyId }) => policyId)
      return new ApiError('DENIED_BY_POLICY', { policyIds }, { policyEvaluations }) as ApiError
    }
    default:
      return new ApiError('NOT_PERMITTED_BY_POLICY', {}, { policyEvaluations }) as ApiError
  }
}

function isQuorumReached({ quorum }: OrganizationRow, approverIds: readonly string[]): boolean {
  return quorum.userIds.filter((id) => approverIds.includes(id)).length >= quorum.threshold
}

async function usersOf(rows: Partition, userIds: readonly string[]): Promise<UserRow[]> {
  const users = await Promise.all(userIds.map((userId) => rows.get('users', userId)))
  return users.filter((user) => user !== undefined)
}

async function factsOf(
  context: ActivityContext,
  activity: ActivityRow,
  handler: SubmitHandler,
  intent: unknown,
): Promise<RequestFacts[]> {
  const stated = (await handler.facts?.(context, intent)) ?? {}
  // Votes alone have neither, and no vote is an activity.
  const { resource, action } = findCallOfType(activity.type) as SubmitCall & {
    resource: string
    action: string
  }
  const common = { type: activity.type, resource, action, kind: kindOfActivity(activity.type) }
  return [stated].flat().map(({ params, ...objects }) => ({
    activity: params === undefined ? common : { ...common, params },
    ...objects,
  }))
}

function toUserFacts(user: UserRow): UserFacts {
  return {
    id: user.userId,
    tags: user.userTags,
    email: user.userEmail ?? '',
    alias: user.userName,
  }
}

/** A store in memory gives the same object again, which is found without looking at its text. */
const compiledPolicies = new WeakMap<PolicyRow, CompiledPolicy>()
/** Other stores read the text again, which is compiled once all the same. */
const compileOnce = rememberPolicies()

function compiled(row: PolicyRow): CompiledPolicy {
  let policy = compiledPolicies.get(row)
  if (!policy) compiledPolicies.set(row, (policy = compileOnce(row)))
  return policy
}
