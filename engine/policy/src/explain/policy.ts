/** Explains one policy for a request, clause by clause. Implements `CompiledPolicy.explain`. */
import { withinBudget } from '../budget.ts'
import type { CompiledPolicy, DecideInput, Explained } from '../compiledPolicy.ts'
import { isKeptForQuorum, outcomeOf, timeFactsOf, userKeptForQuorum, votersOf } from '../decide.ts'
import type { PolicyOutcome } from '../outcome.ts'
import { nextChangeOf, showMoment } from '../time/nextChange.ts'
import { approvalsChange, changesToLift, changesToTrue } from './change.ts'
import { decidingClause, explainExpression, readsNothing } from './clause.ts'
import type { Change, ClauseExplanation, PolicyExplanation } from './explanation.ts'

export function explainPolicy(policy: CompiledPolicy, input: Explained): PolicyExplanation {
  const condition = explainExpression(policy.condition, input.facts, input.budget, policy.effect)
  const consensusFacts = { approvers: input.approvers, credentials: input.credentials ?? [] }
  const consensus = explainExpression(policy.consensus, consensusFacts, input.budget, policy.effect)
  const time = explainTime(policy, input)
  const outcome: PolicyOutcome = withinBudget(() => outcomeOf(policy, input), 'OUTCOME_ERROR')
  const isDeny = policy.effect === 'EFFECT_DENY'
  // A deny evaluates its consensus if its condition may hold.
  const isConsensusAsked = isDeny ? condition.value !== false : condition.value === true
  const isConsensusSettling =
    isConsensusAsked && !(consensus.value === true && (readsNothing(consensus) || condition.value !== true))
  const isPresent = outcome !== 'OUTCOME_TIME_INACTIVE'
  const settling = !isPresent && time ? time : isConsensusSettling ? consensus : condition
  const { side, text, span, value } = decidingClause(settling)
  return {
    policyId: policy.policyId,
    policyName: policy.policyName,
    effect: policy.effect,
    outcome,
    condition,
    consensus,
    ...(time && { time }),
    decidedBy: { policyId: policy.policyId, side, text, span, value },
    changes: [
      ...(time && !isDeny ? changesToActive(policy, time, input) : []),
      ...changesOf(policy, outcome, input, condition, consensus),
    ],
  }
}

function explainTime(
  { time, effect }: CompiledPolicy,
  { now, budget }: Explained,
): ClauseExplanation | undefined {
  if (!time) return undefined
  return explainExpression(time, timeFactsOf(now === 'whenever' ? undefined : now), budget, effect)
}

/** An allow that is inactive takes part again at its next change. */
function changesToActive({ time }: CompiledPolicy, clause: ClauseExplanation, { now }: Explained): Change[] {
  if (clause.value === true || !time) return []
  if (clause.value === undefined || typeof now !== 'number') return changesToTrue(clause)
  const next = nextChangeOf(time, now)
  const { side, text, span, operands } = clause
  const until = next === undefined ? 'for good' : `until ${showMoment(time, next)}`
  const message = `the policy must be active, but it is inactive ${until}`
  return [{ kind: 'fulfil', message, side, text, span, operands }]
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
