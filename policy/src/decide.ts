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

/** Why the verdict is what it is. */
export type DecisionReason =
  /** Enough root members approved; no policy was looked at. */
  | 'ROOT_QUORUM'
  /** Only the root quorum may run this, and no approver is of it. */
  | 'ROOT_ONLY'
  /** A root member approved, and enough others still can. */
  | 'ROOT_QUORUM_REACHABLE'
  | 'POLICY_DENIED'
  | 'POLICY_ALLOWED'
  /** Users may always do this to their own objects. */
  | 'BUILT_IN'
  | 'CONSENSUS_REACHABLE'
  /** It could have been allowed, but for those who rejected. */
  | 'REJECTIONS'
  | 'NOTHING_ALLOWS'

export interface Decision {
  readonly verdict: Verdict
  readonly reason: DecisionReason
  /** The first policy that decided: the denying, the allowing, or the one that waits for approvals. */
  readonly policyId: string | undefined
  /** Every policy's outcome, in the given order; empty when no policy was looked at. */
  readonly policyEvaluations: readonly PolicyEvaluation[]
}

/**
 * Decides a request: root quorum, then root-only activities, then every policy, then what is always
 * allowed. One explicit deny outweighs every allow. An error in an allow allows nothing. A deny fails closed: it applies
 * to whatever its expressions may hold of (`CompiledExpression.mayHold`).
 * Feature gates and the refusals that do not depend on approvals are the caller's.
 *
 * @throws StepsExceeded when the policies take more than the budget: nothing is decided then, and a request
 * without a decision must be denied
 */
export function decide(request: DecideInput): Decision {
  return beginDecision(request).withUsers(request)
}

/** A request whose policies were all evaluated, without the search for further approvers. */
export interface BegunDecision {
  /**
   * What it comes to, where that does not hang on who else could approve: one policy allows or denies. A policy that
   * applies, and has not the approvals that it asks for, is `OUTCOME_REQUIRES_CONSENSUS` here, whether or not they
   * could be had.
   */
  readonly decision: Decision | undefined
  /**
   * What it comes to, all told.
   * @throws StepsExceeded as `decide`
   */
  withUsers(voters: Pick<DecideInput, 'users' | 'userCredentials'>): Decision
}

/**
 * As `decide`, for callers that find reading all users expensive. `users` and `userCredentials` are not looked at.
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

/** What stands before all policies, or a look at each of them. */
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

/** The users who approved and those who still can, for the search of what is reachable. */
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

/** What one policy comes to by itself. */
export function outcomeOf(policy: CompiledPolicy, input: DecideInput): PolicyOutcome {
  const look = lookAt(policy, input.facts, consensusFactsOf(input), input.budget ?? new StepBudget())
  return look === 'OPEN' ? outcomeOfOpen(policy, input, votersOf(input)) : look
}

/** An outcome, or `OPEN`: the condition is true, the consensus is not, and others could still approve. */
type Look = PolicyOutcome | 'OPEN'

const consensusFactsOf = ({ approvers, credentials = [] }: DecideInput): ConsensusFacts => ({
  approvers,
  credentials,
})

/**
 * The consensus is evaluated only when the condition holds. An allow whose expressions err does not apply; a deny has no
 * errors, because what it cannot read may hold.
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

/** What a root member signs in with, the root quorum changes, and allows that name the member explicitly. */
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

/** The outcome of the policy at an index; who else could approve is worked out once, when first asked. */
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

/** Who else could approve is not asked. */
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

/** The root quorum waits for others only when one of its members approved. */
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
    // Finding out who else could approve takes the longest, and not everybody asks.
    get policyEvaluations() {
      // The verdict stands: who else could have approved is told as far as the budget goes.
      evaluations ??=
        finish?.policies.map(({ policyId }, i) => ({
          policyId,
          outcome: withinBudget(() => finish(i), 'OUTCOME_ERROR'),
        })) ?? []
      return evaluations
    },
  }
}
