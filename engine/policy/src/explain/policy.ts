/** Explains one policy for a request, clause by clause. Implements `CompiledPolicy.explain`. */
import { withinBudget } from '../budget.ts'
import type { CompiledPolicy, DecideInput, Explained } from '../compiledPolicy.ts'
import { isKeptForQuorum, outcomeOf, userKeptForQuorum, votersOf } from '../decide.ts'
import type { PolicyOutcome } from '../outcome.ts'
import { approvalsChange, changesToLift, changesToTrue } from './change.ts'
import { decidingClause, explainExpression, readsNothing } from './clause.ts'
import type { Change, ClauseExplanation, PolicyExplanation } from './explanation.ts'

export function explainPolicy(policy: CompiledPolicy, input: Explained): PolicyExplanation {
  const condition = explainExpression(policy.condition, input.facts, input.budget, policy.effect)
  const consensusFacts = { approvers: input.approvers, credentials: input.credentials ?? [] }
  const consensus = explainExpression(policy.consensus, consensusFacts, input.budget, policy.effect)
  const outcome: PolicyOutcome = withinBudget(() => outcomeOf(policy, input), 'OUTCOME_ERROR')
  const isDeny = policy.effect === 'EFFECT_DENY'
  // A deny evaluates its consensus if its condition may hold.
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
  if (isKeptForQuorum(policy, userKeptForQuorum(input.facts))) {
    const message = 'only an allow that names the root user may change how this user signs in'
    return [{ kind: 'impossible', message }]
  }
  const changes = changesToTrue(condition)
  if (consensus.value === false) changes.push(approvalsChange(policy, votersOf(input)))
  if (consensus.value === undefined) changes.push(...changesToTrue(consensus))
  return changes
}
