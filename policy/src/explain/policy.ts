/** What one policy says of a request, clause by clause. `CompiledPolicy.explain` leads here. */
import { type StepBudget, withinBudget } from '../budget.ts'
import { type DecideInput, outcomeOf, type PolicyOutcome, votersOf } from '../decide.ts'
import type { Side, Span } from '../error.ts'
import type { CompiledPolicy, Effect } from '../policy.ts'
import { approvalsChange, type Change, changesToLift, changesToTrue } from './change.ts'
import { type ClauseExplanation, decidingClause, explainExpression, readsNothing } from './clause.ts'

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

/** Explaining has a budget of its own. */
export type Explained = DecideInput & { readonly budget: StepBudget }

export function explainPolicy(policy: CompiledPolicy, input: Explained): PolicyExplanation {
  const condition = explainExpression(policy.condition, input.facts, input.budget, policy.effect)
  const consensusFacts = { approvers: input.approvers, credentials: input.credentials ?? [] }
  const consensus = explainExpression(policy.consensus, consensusFacts, input.budget, policy.effect)
  const outcome: PolicyOutcome = withinBudget(() => outcomeOf(policy, input), 'OUTCOME_ERROR')
  const isDeny = policy.effect === 'EFFECT_DENY'
  // A deny goes on to its consensus where its condition may hold.
  const isConsensusAsked = isDeny ? condition.value !== false : condition.value === true
  const isConsensusSettling =
    isConsensusAsked && !(consensus.value === true && (readsNothing(consensus) || condition.value !== true))
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
    return outcome === 'OUTCOME_DENY_EXPLICIT' ? changesToLift(condition, consensus) : []
  }
  const changes = changesToTrue(condition)
  if (consensus.value === false) changes.push(approvalsChange(policy, votersOf(input)))
  if (consensus.value === undefined) changes.push(...changesToTrue(consensus))
  return changes
}
