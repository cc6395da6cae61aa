/** Whose approval a consensus looks at. */
import { StepBudget, withinBudget } from '../budget.ts'
import type { CompiledPolicy } from '../compiledPolicy.ts'
import type { UserFacts } from '../facts.ts'
import { isOfSort, sortScope } from './form.ts'

/**
 * Whether an approval by the user can make a difference to the policy's consensus: false for those whom none of its
 * counts counts. True where the consensus is no formula over counts, and nobody can say.
 */
export function countsApproval(policy: CompiledPolicy, user: UserFacts, budget = new StepBudget()): boolean {
  const { formula, sorts } = policy.consensusForm
  if (!formula) return true
  return withinBudget(() => sorts.some((sort) => isOfSort(user, sort, sortScope(budget)) !== false), true)
}
