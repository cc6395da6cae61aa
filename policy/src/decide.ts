/** All policies of an organization × one request × the approvals so far → one decision. */
import { changesSignIn, kindOfActivity, ROOT_ONLY_KINDS } from './activities.ts'
import { StepBudget, withinBudget } from './budget.ts'
import type { CompiledPolicy, DecideInput, Voters } from './compiledPolicy.ts'
import type { ConsensusFacts, RequestFacts, TargetUserFacts } from './facts.ts'
import type { PolicyOutcome } from './outcome.ts'

export interface PolicyEvaluation {
  readonly policyId: string
  readonly outcome: PolicyOutcome
}

export type Verdict = 'ALLOWED' | 'CONSENSUS_NEEDED' | 'DENIED' | 'REJECTED'

/** The reason for the verdict. */
export type DecisionReason =
  /** Enough root members approved; no policy was evaluated. */
  | 'ROOT_QUORUM'
  /** Only the root quorum may run this, and no approver is a member. */
  | 'ROOT_ONLY'
  /** A root member approved, and enough others still can. */
  | 'ROOT_QUORUM_REACHABLE'
  | 'POLICY_DENIED'
  | 'POLICY_ALLOWED'
  /** Users may always do this to their own objects. */
  | 'BUILT_IN'
  | 'CONSENSUS_REACHABLE'
  /** It could have been allowed without the rejections. */
  | 'REJECTIONS'
  | 'NOTHING_ALLOWS'

export interface Decision {
  readonly verdict: Verdict
  readonly reason: DecisionReason
  /** The policy that decided: the first one that denies, allows, or waits for approvals. */
  readonly policyId: string | undefined
  /** The outcome of every policy in the given order; empty if no policy was evaluated. */
  readonly policyEvaluations: readonly PolicyEvaluation[]
}

/**
 * Decides a request: root quorum, then root-only activities, then every policy, then the built-in rule. An explicit
 * deny overrides every allow. An allow with an error allows nothing. A deny fails closed: it applies if its
 * expressions may hold (`CompiledExpression.mayHold`). The caller checks features and errors that don't depend on
 * approvals.
 *
 * @throws StepsExceeded if the policies exceed the budget: nothing is decided then, and the request must be denied
 */
export function decide(request: DecideInput): Decision {
  return beginDecision(request).withUsers(request)
}

/** A request whose policies were evaluated, without the search for further approvers. */
export interface BegunDecision {
  /**
   * The decision, if it doesn't depend on who else could approve: one policy allows or denies. A policy that applies
   * but lacks approvals is `OUTCOME_REQUIRES_CONSENSUS` here, whether or not these are possible.
   */
  readonly decision: Decision | undefined
  /** The decision, considering all users. @throws StepsExceeded as `decide` */
  withUsers(voters: Pick<DecideInput, 'users' | 'userCredentials'>): Decision
}

/**
 * Like `decide`, for callers that find reading all users expensive. Ignores `users` and `userCredentials`.
 * @throws StepsExceeded as `decide`
 */
export function beginDecision(request: DecideInput): BegunDecision {
  const input = { ...request, budget: request.budget ?? new StepBudget() }
  const look = lookAtAll(input)
  if ('verdict' in look) return { decision: look, withUsers: () => look }
  return {
    decision: decideByLooks(input, look, unsearched(input, look.looks)),
    withUsers({ users, userCredentials = [] }) {
      const finish = finisherOf({ ...input, users, userCredentials }, look.looks)
      return decideByLooks(input, look, finish) ?? decideByReach(input, look, finish)
    },
  }
}

interface Looks {
  readonly root: RootCount
  readonly looks: readonly Look[]
}

/** A decision that needs no policies, or the evaluation of each policy. */
function lookAtAll(input: DecideInput & { readonly budget: StepBudget }): Decision | Looks {
  const root = countRoot(input)
  if (root.isReached) return decision('ALLOWED', 'ROOT_QUORUM')
  if (ROOT_ONLY_KINDS.has(kindOfActivity(input.facts.activity.type))) return decideRootOnly(root)
  const consensusFacts = consensusFactsOf(input)
  return {
    root,
    looks: input.policies.map((policy) => lookAt(policy, input.facts, consensusFacts, input.budget)),
  }
}

function decideByLooks(input: DecideInput, { looks }: Looks, finish: Finisher): Decision | undefined {
  const firstWith = (look: Look) => input.policies[looks.indexOf(look)]?.policyId
  const denying = firstWith('OUTCOME_DENY_EXPLICIT')
  if (denying !== undefined) return decision('DENIED', 'POLICY_DENIED', finish, denying)
  const allowing = firstWith('OUTCOME_ALLOW')
  if (allowing !== undefined) return decision('ALLOWED', 'POLICY_ALLOWED', finish, allowing)
  return input.isBuiltInAllowed ? decision('ALLOWED', 'BUILT_IN', finish) : undefined
}

function decideByReach(input: DecideInput, { root, looks }: Looks, finish: Finisher): Decision {
  if (root.isReachable) return decision('CONSENSUS_NEEDED', 'ROOT_QUORUM_REACHABLE', finish)
  const waiting = looks.findIndex((_, i) => finish(i) === 'OUTCOME_REQUIRES_CONSENSUS')
  if (waiting >= 0) {
    return decision('CONSENSUS_NEEDED', 'CONSENSUS_REACHABLE', finish, input.policies[waiting]!.policyId)
  }
  const rejected = looks.findIndex((_, i) => finish(i) === 'OUTCOME_REJECTED')
  if (rejected >= 0 || root.isRejected) {
    return decision('REJECTED', 'REJECTIONS', finish, input.policies[rejected]?.policyId)
  }
  return decision('DENIED', 'NOTHING_ALLOWS', finish)
}

/** Users who approved and users who still can, for the search for reachable approvals. */
export function votersOf(input: DecideInput): Voters {
  const voted = new Set([...input.approvers.map((user) => user.id), ...(input.rejecterIds ?? [])])
  return {
    approvers: input.approvers,
    candidates: input.users.filter((user) => !voted.has(user.id)),
    credentials: input.credentials ?? [],
    candidateCredentials: input.userCredentials ?? [],
    budget: input.budget ?? new StepBudget(),
  }
}

/** The outcome of a single policy. */
export function outcomeOf(policy: CompiledPolicy, input: DecideInput): PolicyOutcome {
  const look = lookAt(policy, input.facts, consensusFactsOf(input), input.budget ?? new StepBudget())
  return look === 'OPEN' ? outcomeOfOpen(policy, input, votersOf(input)) : look
}

/** An outcome, or `OPEN`: the condition is true, the consensus isn't, and others could still approve. */
type Look = PolicyOutcome | 'OPEN'

const consensusFactsOf = ({ approvers, credentials = [] }: DecideInput): ConsensusFacts => ({
  approvers,
  credentials,
})

/**
 * The consensus is evaluated only if the condition holds. An allow with an error doesn't apply. A deny has no errors,
 * because unreadable parts count as holding.
 */
function lookAt(
  policy: CompiledPolicy,
  facts: RequestFacts,
  consensusFacts: ConsensusFacts,
  budget: StepBudget,
): Look {
  if (policy.effect === 'EFFECT_DENY') return lookAtDeny(policy, facts, consensusFacts, budget)
  if (isKeptForQuorum(facts) && !policy.namesUser(facts.target_user.id)) return 'OUTCOME_DENY_IMPLICIT'
  const applies = policy.condition.test(facts, budget)
  if (applies === undefined) return 'OUTCOME_ERROR'
  if (!applies) return 'OUTCOME_DENY_IMPLICIT'
  const agreed = policy.consensus.test(consensusFacts, budget)
  if (agreed === undefined) return 'OUTCOME_ERROR'
  return agreed ? 'OUTCOME_ALLOW' : 'OPEN'
}

/**
 * Changes to a root member's sign-in are reserved for the root quorum, and for allows that name the member
 * explicitly.
 */
function isKeptForQuorum(
  facts: RequestFacts,
): facts is RequestFacts & { readonly target_user: TargetUserFacts } {
  const { type, resource } = facts.activity
  return (
    facts.target_user !== undefined &&
    facts.target_user.root !== false &&
    changesSignIn({ resource, kind: kindOfActivity(type) })
  )
}

function lookAtDeny(
  { condition, consensus }: CompiledPolicy,
  facts: RequestFacts,
  consensusFacts: ConsensusFacts,
  budget: StepBudget,
): PolicyOutcome {
  const applies = condition.mayHold(facts, budget) && consensus.mayHold(consensusFacts, budget)
  return applies ? 'OUTCOME_DENY_EXPLICIT' : 'OUTCOME_DENY_IMPLICIT'
}

function outcomeOfOpen(policy: CompiledPolicy, input: DecideInput, voters: Voters): PolicyOutcome {
  if (policy.isReachable(voters)) return 'OUTCOME_REQUIRES_CONSENSUS'
  if (!input.rejecterIds?.length) return 'OUTCOME_DENY_IMPLICIT'
  const withoutRejections = votersOf({ ...input, rejecterIds: [] })
  return policy.isReachable(withoutRejections) ? 'OUTCOME_REJECTED' : 'OUTCOME_DENY_IMPLICIT'
}

/** The outcome of the policy at an index; potential approvers are computed once, on demand. */
type Finisher = ((index: number) => PolicyOutcome) & { readonly policies: readonly CompiledPolicy[] }

function finisherOf(input: DecideInput, looks: readonly Look[]): Finisher {
  const finished: (PolicyOutcome | undefined)[] = []
  let voters: Voters | undefined
  const finish = (index: number): PolicyOutcome => {
    const look = looks[index]!
    if (look !== 'OPEN') return look
    voters ??= votersOf(input)
    finished[index] ??= outcomeOfOpen(input.policies[index]!, input, voters)
    return finished[index]
  }
  return Object.assign(finish, { policies: input.policies })
}

/** Outcomes without a search for further approvers. */
function unsearched({ policies }: DecideInput, looks: readonly Look[]): Finisher {
  const finish = (index: number): PolicyOutcome => {
    const look = looks[index]!
    return look === 'OPEN' ? 'OUTCOME_REQUIRES_CONSENSUS' : look
  }
  return Object.assign(finish, { policies })
}

interface RootCount {
  readonly isReached: boolean
  readonly isReachable: boolean
  readonly isRejected: boolean
}

/** The root quorum waits for others only if one of its members approved. */
function countRoot({ rootQuorum, approvers, rejecterIds }: DecideInput): RootCount {
  if (!rootQuorum) return { isReached: false, isReachable: false, isRejected: false }
  const members = new Set(rootQuorum.userIds)
  const approved = approvers.filter((user) => members.has(user.id)).length
  const rejected = (rejecterIds ?? []).filter((id) => members.has(id)).length
  const isReached = approved >= rootQuorum.threshold
  const isInReach = members.size - rejected >= rootQuorum.threshold
  return {
    isReached,
    isReachable: !isReached && approved > 0 && isInReach,
    isRejected: !isReached && approved > 0 && !isInReach && members.size >= rootQuorum.threshold,
  }
}

function decideRootOnly(root: RootCount): Decision {
  if (root.isReachable) return decision('CONSENSUS_NEEDED', 'ROOT_QUORUM_REACHABLE')
  return root.isRejected ? decision('REJECTED', 'REJECTIONS') : decision('DENIED', 'ROOT_ONLY')
}

function decision(verdict: Verdict, reason: DecisionReason, finish?: Finisher, policyId?: string): Decision {
  let evaluations: readonly PolicyEvaluation[] | undefined
  return {
    verdict,
    reason,
    policyId,
    // Computed on demand, because the search for further approvers takes longest and isn't always needed.
    get policyEvaluations() {
      // The verdict is final: the search for further approvers uses the remaining budget.
      evaluations ??=
        finish?.policies.map(({ policyId }, i) => ({
          policyId,
          outcome: withinBudget(() => finish(i), 'OUTCOME_ERROR'),
        })) ?? []
      return evaluations
    },
  }
}
