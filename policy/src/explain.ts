/** Why a decision is what it is: each policy's outcome, each clause's value, and what would have to change. */
import { StepBudget, withinBudget } from './budget.ts'
import { type DecideInput, type Decision, decide, outcomeOf, type PolicyOutcome, votersOf } from './decide.ts'
import type { Side, Span } from './error.ts'
import {
  approvalsChange,
  type Change,
  changesToFalse,
  changesToTrue,
  rootQuorumChange,
} from './explain/change.ts'
import { type ClauseExplanation, decidingClause, explainExpression, readsNothing } from './explain/clause.ts'
import { MAX_STEPS } from './limits.ts'
import type { CompiledPolicy, Effect } from './policy.ts'

/** A clause that settles the value of the expression that it stands in. */
export interface DecidingClause {
  readonly policyId: string
  readonly side: Side
  readonly text: string
  readonly span: Span
  /** Undefined for an error. */
  readonly value: boolean | undefined
}

export interface PolicyExplanation {
  readonly policyId: string
  readonly policyName: string | undefined
  readonly effect: Effect
  readonly outcome: PolicyOutcome
  readonly condition: ClauseExplanation
  readonly consensus: ClauseExplanation
  /** The first clause that settled the outcome. */
  readonly decidedBy: DecidingClause
  /** What would make an allow take effect, or a deny not; empty when it is so already. */
  readonly changes: readonly Change[]
}

/** One way to be allowed: all of its changes together. */
export interface Way {
  /** The policy that would allow; undefined for the root quorum. */
  readonly policyId: string | undefined
  readonly changes: readonly Change[]
}

/** Plain data throughout, fit for JSON and for a worker's message port. */
export interface Explanation {
  readonly decision: Decision
  /** The first clause that decided; undefined when no policy decided. */
  readonly decidedBy: DecidingClause | undefined
  readonly policies: readonly PolicyExplanation[]
  /** What would have to change for the request to be allowed, fewest changes first; empty when it is. */
  readonly ways: readonly Way[]
}

/**
 * Explains what `decide` decides for the same input. Every policy is explained, also where the root
 * quorum made looking at policies needless. Explaining has a budget of its own, for it looks at each clause
 * again; where that runs out, a clause has no value and the problem says so.
 *
 * @throws StepsExceeded as `decide` does
 */
export function explain(request: DecideInput): Explanation {
  const decision = decide(request)
  const input = { ...request, budget: new StepBudget(EXPLAINING_STEPS) }
  const policies = input.policies.map((policy) => explainPolicy(policy, input))
  const deciding = policies.find((policy) => policy.policyId === decision.policyId)
  return {
    decision: { ...decision },
    decidedBy: deciding?.decidedBy,
    policies,
    ways: decision.verdict === 'ALLOWED' ? [] : waysOf(input, decision, policies),
  }
}

/** Explaining evaluates each clause beside the whole, and looks for the fewest approvals. */
const EXPLAINING_STEPS = 4 * MAX_STEPS

type Explained = DecideInput & { readonly budget: StepBudget }

function explainPolicy(policy: CompiledPolicy, input: Explained): PolicyExplanation {
  const condition = explainExpression(policy.condition, input.facts, input.budget)
  const consensusFacts = { approvers: input.approvers, credentials: input.credentials ?? [] }
  const consensus = explainExpression(policy.consensus, consensusFacts, input.budget)
  const outcome: PolicyOutcome = withinBudget(() => outcomeOf(policy, input), 'OUTCOME_ERROR')
  const isConsensusSettling =
    condition.value === true && !(consensus.value === true && readsNothing(consensus))
  const settling = isConsensusSettling ? consensus : condition
  const { side, text, span, value } = decidingClause(settling)
  return {
    policyId: policy.policyId,
    policyName: policy.policyName,
    effect: policy.effect,
    outcome,
    condition,
    consensus,
    decidedBy: { policyId: policy.policyId, side, text, span, value },
    changes: changesOf(policy, outcome, input, condition, consensus),
  }
}

function changesOf(
  policy: CompiledPolicy,
  outcome: PolicyOutcome,
  input: DecideInput,
  condition: ClauseExplanation,
  consensus: ClauseExplanation,
): Change[] {
  if (policy.effect === 'EFFECT_DENY') {
    if (outcome !== 'OUTCOME_DENY_EXPLICIT') return []
    // A deny that cannot be evaluated applies, so what it reads must be there.
    const erring = [condition, consensus].find((side) => side.value === undefined)
    return erring
      ? changesToTrue(erring).filter(({ kind }) => kind === 'mend')
      : changesToFalse(condition, consensus)
  }
  const changes = changesToTrue(condition)
  if (consensus.value === false) changes.push(approvalsChange(policy, votersOf(input)))
  if (consensus.value === undefined) changes.push(...changesToTrue(consensus))
  return changes
}

/** An explicit deny stands in every way, but in that of the root quorum. */
function waysOf(input: DecideInput, decision: Decision, policies: readonly PolicyExplanation[]): Way[] {
  const rootChange = rootQuorumChange(input)
  const ways: Way[] = rootChange ? [{ policyId: undefined, changes: [rootChange] }] : []
  if (decision.reason === 'ROOT_ONLY' || decision.policyEvaluations.length === 0) return ways
  const toLift = policies
    .filter((policy) => policy.effect === 'EFFECT_DENY')
    .flatMap((policy) => policy.changes)
  for (const policy of policies) {
    if (policy.effect === 'EFFECT_DENY') continue
    if (policy.changes.some((change) => change.kind === 'impossible')) continue
    ways.push({ policyId: policy.policyId, changes: [...toLift, ...policy.changes] })
  }
  return ways.sort((a, b) => a.changes.length - b.changes.length)
}
