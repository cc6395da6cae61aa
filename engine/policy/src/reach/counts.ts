/** Decides whose approval matters for a consensus. */
import { StepBudget, withinBudget } from '../budget.ts'
import type { CompiledPolicy } from '../compiledPolicy.ts'
import type { UserFacts } from '../facts.ts'
import { isOfSort, sortScope } from './form.ts'

/**
 * Whether an approval by the user can change the policy's consensus: false if none of its counts includes the user.
 * True if the consensus isn't a formula over counts, so that the answer is unknown.
 */
export function countsApproval(policy: CompiledPolicy, user: UserFacts, budget = new StepBudget()): boolean {
  const { formula, sorts } = policy.consensusForm
  if (!formula) return true
  return withinBudget(() => sorts.some((sort) => isOfSort(user, sort, sortScope(budget)) !== false), true)
}
