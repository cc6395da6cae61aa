/** All policies of an organization × one request × the approvals so far → one decision. */
import { changesSignIn, kindOfActivity, ROOT_ONLY_KINDS } from './activities.ts'
import { StepBudget, withinBudget } from './budget.ts'
import { type Scope, scopeOf } from './compile/step.ts'
import type { CompiledPolicy, DecideInput, Voters } from './compiledPolicy.ts'
import type { ConsensusFacts, RequestFacts, TargetUserFacts, TimeFacts } from './facts.ts'
import type { PolicyOutcome } from './outcome.ts'
import { toTimestamp } from './time/timestamp.ts'

export interface PolicyEvaluation {
  readonly policyId: string
  readonly outcome: PolicyOutcome
}

export type Verdict = 'ALLOWED' | 'CONSENSUS_NEEDED' | 'DENIED' | 'REJECTED'

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
  const { verdict, reason, policyId, policyEvaluations } = beginDecision(request).withUsers(request)
  return { verdict, reason, policyId, policyEvaluations }
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
  const root = countRoot(request)
  if (root.isReached) return settled('ALLOWED', 'ROOT_QUORUM')
  if (ROOT_ONLY_KINDS.has(kindOfActivity(request.facts.activity.type))) {
    if (root.isReachable) return settled('CONSENSUS_NEEDED', 'ROOT_QUORUM_REACHABLE')
    return root.isRejected ? settled('REJECTED', 'REJECTIONS') : settled('DENIED', 'ROOT_ONLY')
  }
  return new Begun(request, root)
}

function settled(verdict: Verdict, reason: DecisionReason): BegunDecision {
  const decision = new LazyDecision(verdict, reason)
  return { decision, withUsers: () => decision }
}

class Begun implements BegunDecision {
  readonly #input: DecideInput
  readonly #root: RootCount
  readonly #budget: StepBudget
  readonly #looks: readonly Look[]
  readonly decision: Decision | undefined

  constructor(input: DecideInput, root: RootCount) {
    this.#input = input
    this.#root = root
    this.#budget = input.budget ?? new StepBudget()
    this.#looks = lookAtAll(input, this.#budget)
    this.decision = decideByLooks(input, this.#looks, new Outcomes(input.policies, this.#looks))
  }

  withUsers({ users, userCredentials = [] }: Pick<DecideInput, 'users' | 'userCredentials'>): Decision {
    const input = { ...this.#input, users, userCredentials, budget: this.#budget }
    const outcomes = new Outcomes(input.policies, this.#looks, input)
    return (
      decideByLooks(input, this.#looks, outcomes) ?? decideByReach(input, this.#looks, outcomes, this.#root)
    )
  }
}

function decideByLooks(
  { policies, isBuiltInAllowed }: DecideInput,
  looks: readonly Look[],
  outcomes: Outcomes,
): Decision | undefined {
  const denying = looks.indexOf('OUTCOME_DENY_EXPLICIT')
  if (denying >= 0) return new LazyDecision('DENIED', 'POLICY_DENIED', outcomes, policies[denying]!.policyId)
  const allowing = looks.indexOf('OUTCOME_ALLOW')
  if (allowing >= 0) {
    return new LazyDecision('ALLOWED', 'POLICY_ALLOWED', outcomes, policies[allowing]!.policyId)
  }
  return isBuiltInAllowed ? new LazyDecision('ALLOWED', 'BUILT_IN', outcomes) : undefined
}

function decideByReach(
  { policies }: DecideInput,
  looks: readonly Look[],
  outcomes: Outcomes,
  root: RootCount,
): Decision {
  if (root.isReachable) return new LazyDecision('CONSENSUS_NEEDED', 'ROOT_QUORUM_REACHABLE', outcomes)
  const waiting = looks.findIndex((_, i) => outcomes.at(i) === 'OUTCOME_REQUIRES_CONSENSUS')
  if (waiting >= 0) {
    return new LazyDecision('CONSENSUS_NEEDED', 'CONSENSUS_REACHABLE', outcomes, policies[waiting]!.policyId)
  }
  const rejected = looks.findIndex((_, i) => outcomes.at(i) === 'OUTCOME_REJECTED')
  if (rejected >= 0 || root.isRejected) {
    return new LazyDecision('REJECTED', 'REJECTIONS', outcomes, policies[rejected]?.policyId)
  }
  return new LazyDecision('DENIED', 'NOTHING_ALLOWS', outcomes)
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
  const [look] = lookAtAll({ ...input, policies: [policy] }, input.budget ?? new StepBudget())
  return look === 'OPEN' ? outcomeOfOpen(policy, input, votersOf(input)) : look!
}

/** An outcome, or `OPEN`: the condition is true, the consensus isn't, and others could still approve. */
type Look = PolicyOutcome | 'OPEN'

function lookAtAll(
  { policies, facts, approvers, credentials = [], now }: DecideInput,
  budget: StepBudget,
): Look[] {
  const request = scopeOf(facts, budget)
  const votes = scopeOf({ approvers, credentials } satisfies ConsensusFacts, budget)
  const clock = typeof now === 'number' ? scopeOf(timeFactsOf(now), budget) : now
  const keptFor = userKeptForQuorum(facts)
  return policies.map((policy) => {
    const absence = lookAtTime(policy, clock)
    if (absence) return absence
    return policy.effect === 'EFFECT_DENY'
      ? lookAtDeny(policy, request, votes)
      : lookAtAllow(policy, request, votes, keptFor)
  })
}

/** The facts of `time` at a moment. */
export const timeFactsOf = (now: number | undefined): TimeFacts => ({
  time: now === undefined ? {} : { now: toTimestamp(now) },
})

/** The outcome of a policy that doesn't take part now; undefined for one that does. */
function lookAtTime(
  { time, effect }: CompiledPolicy,
  clock: Scope | 'whenever' | undefined,
): PolicyOutcome | undefined {
  if (!time) return undefined
  const isDeny = effect === 'EFFECT_DENY'
  if (clock === 'whenever') return isDeny ? 'OUTCOME_TIME_INACTIVE' : undefined
  // Nobody said what time it is.
  if (!clock) return isDeny ? undefined : 'OUTCOME_ERROR'
  const isActive = isDeny ? time.mayHoldIn(clock) : time.testIn(clock)
  if (isActive === undefined) return 'OUTCOME_ERROR'
  return isActive ? undefined : 'OUTCOME_TIME_INACTIVE'
}

/**
 * The consensus is evaluated only if the condition holds. An allow with an error doesn't apply. A deny has no errors,
 * because unreadable parts count as holding.
 */
function lookAtAllow(
  policy: CompiledPolicy,
  request: Scope,
  votes: Scope,
  keptFor: TargetUserFacts | undefined,
): Look {
  if (isKeptForQuorum(policy, keptFor)) return 'OUTCOME_DENY_IMPLICIT'
  const applies = policy.condition.testIn(request)
  if (applies === undefined) return 'OUTCOME_ERROR'
  if (!applies) return 'OUTCOME_DENY_IMPLICIT'
  const agreed = policy.consensus.testIn(votes)
  if (agreed === undefined) return 'OUTCOME_ERROR'
  return agreed ? 'OUTCOME_ALLOW' : 'OPEN'
}

/**
 * Changes to a root member's sign-in are reserved for the root quorum, and for allows that name the member
 * explicitly.
 */
export function userKeptForQuorum({ activity, target_user }: RequestFacts): TargetUserFacts | undefined {
  if (target_user === undefined || target_user.root === false) return undefined
  const { type, resource } = activity
  return changesSignIn({ resource, kind: kindOfActivity(type) }) ? target_user : undefined
}

/** Whether an allow doesn't apply because it would have to name the root member whose sign-in the request changes. */
export const isKeptForQuorum = (policy: CompiledPolicy, keptFor: TargetUserFacts | undefined): boolean =>
  keptFor !== undefined && !policy.namesUser(keptFor.id)

function lookAtDeny({ condition, consensus }: CompiledPolicy, request: Scope, votes: Scope): PolicyOutcome {
  const applies = condition.mayHoldIn(request) && consensus.mayHoldIn(votes)
  return applies ? 'OUTCOME_DENY_EXPLICIT' : 'OUTCOME_DENY_IMPLICIT'
}

function outcomeOfOpen(policy: CompiledPolicy, input: DecideInput, voters: Voters): PolicyOutcome {
  if (policy.isReachable(voters)) return 'OUTCOME_REQUIRES_CONSENSUS'
  if (!input.rejecterIds?.length) return 'OUTCOME_DENY_IMPLICIT'
  const withoutRejections = votersOf({ ...input, rejecterIds: [] })
  return policy.isReachable(withoutRejections) ? 'OUTCOME_REJECTED' : 'OUTCOME_DENY_IMPLICIT'
}

class Outcomes {
  readonly policies: readonly CompiledPolicy[]
  readonly #looks: readonly Look[]
  readonly #input: DecideInput | undefined
  readonly #searched: (PolicyOutcome | undefined)[] = []
  #voters: Voters | undefined

  constructor(policies: readonly CompiledPolicy[], looks: readonly Look[], input?: DecideInput) {
    this.policies = policies
    this.#looks = looks
    this.#input = input
  }

  at(index: number): PolicyOutcome {
    const look = this.#looks[index]!
    if (look !== 'OPEN') return look
    if (!this.#input) return 'OUTCOME_REQUIRES_CONSENSUS'
    this.#voters ??= votersOf(this.#input)
    return (this.#searched[index] ??= outcomeOfOpen(this.policies[index]!, this.#input, this.#voters))
  }
}

interface RootCount {
  readonly isReached: boolean
  readonly isReachable: boolean
  readonly isRejected: boolean
}

const NO_QUORUM: RootCount = { isReached: false, isReachable: false, isRejected: false }

/** The root quorum waits for others only if one of its members approved. */
function countRoot({ rootQuorum, approvers, rejecterIds }: DecideInput): RootCount {
  if (!rootQuorum) return NO_QUORUM
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

/** Computes the outcomes on demand, because the search for further approvers takes longest and isn't always needed. */
class LazyDecision implements Decision {
  readonly verdict: Verdict
  readonly reason: DecisionReason
  readonly policyId: string | undefined
  readonly #outcomes: Outcomes | undefined
  #evaluations: readonly PolicyEvaluation[] | undefined

  constructor(verdict: Verdict, reason: DecisionReason, outcomes?: Outcomes, policyId?: string) {
    this.verdict = verdict
    this.reason = reason
    this.policyId = policyId
    this.#outcomes = outcomes
  }

  get policyEvaluations(): readonly PolicyEvaluation[] {
    // The verdict is final: the search for further approvers uses the remaining budget.
    this.#evaluations ??=
      this.#outcomes?.policies.map(({ policyId }, i) => ({
        policyId,
        outcome: withinBudget(() => this.#outcomes!.at(i), 'OUTCOME_ERROR'),
      })) ?? []
    return this.#evaluations
  }
}
