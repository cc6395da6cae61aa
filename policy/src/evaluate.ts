/** One expression of any type, evaluated once: for the expression tab, for tests, for a first look. */
import type { Expression } from './ast.ts'
import type { StepBudget } from './budget.ts'
import { checkExpression } from './check.ts'
import { compile, type Evaluation, evaluateStep, type FactsOf } from './compile.ts'
import type { Side } from './error.ts'

/**
 * Evaluates a whole expression of any type.
 *
 * `&&` and `||` evaluate both sides, `all`, `any` and `filter` ask every element, and an error in any of
 * them is an error of the whole. Policies that are decided often are compiled instead (`compilePolicy`).
 *
 * @returns the value, or the error that evaluating it came to (`ABSENT`, `INDEX_OUT_OF_RANGE`, ...).
 * @throws PolicyError the first problem of `checkExpression`, when the expression does not fit its types.
 */
export function evaluate<S extends Side>(
  expression: Expression,
  side: S,
  facts: FactsOf[S],
  budget?: StepBudget,
): Evaluation {
  const checked = checkExpression(expression, side)
  if (checked.problems[0]) throw checked.problems[0]
  return evaluateStep(compile(expression, checked.types), facts, side, budget)
}
