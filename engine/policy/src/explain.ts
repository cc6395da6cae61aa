/** Explains a decision: the outcome of each policy, the value of each clause, and what would have to change. */
import { StepBudget } from './budget.ts'
import type { DecideInput } from './compiledPolicy.ts'
import { type Decision, decide } from './decide.ts'
import { rootQuorumChange } from './explain/approvals.ts'
import type { Change, DecidingClause, PolicyExplanation } from './explain/explanation.ts'
import { MAX_STEPS } from './limits.ts'

/** One way to be allowed, which needs all its changes. */
export interface Way {
  /** The policy that would allow; undefined for the root quorum. */
  readonly policyId: string | undefined
  readonly changes: readonly Change[]
}

/** Plain data for JSON and for a worker's message port. */
export interface Explanation {
  readonly decision: Decision
  /** The first clause that decided; undefined if no policy decided. */
  readonly decidedBy: DecidingClause | undefined
  readonly policies: readonly PolicyExplanation[]
  /** What would have to change for the request to be allowed, fewest changes first; empty if it is allowed. */
  readonly ways: readonly Way[]
}

/**
 * Explains what `decide` decides for the same input. Every policy is explained, even if the root quorum made
 * evaluating policies unnecessary. Explaining has its own budget, because it evaluates each clause again. Once it is
 * used up, a clause has no value and its problem names the budget.
 *
 * @throws StepsExceeded as `decide` does
 */
export function explain(request: DecideInput): Explanation {
  const decision = decide(request)
  const input = { ...request, budget: new StepBudget(EXPLAINING_STEPS) }
  const policies = input.policies.map((policy) => policy.explain(input))
  const deciding = policies.find((policy) => policy.policyId === decision.policyId)
  return {
    decision: { ...decision },
    decidedBy: deciding?.decidedBy,
    policies,
    ways: decision.verdict === 'ALLOWED' ? [] : waysOf(input, decision, policies),
  }
}

/** Explaining evaluates each clause in addition to the whole, and searches for the fewest approvals. */
const EXPLAINING_STEPS = 4 * MAX_STEPS

/** An explicit deny blocks every way except that of the root quorum. */
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
