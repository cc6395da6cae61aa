/** Evaluates one expression of any type once: for the expression tab, tests and first experiments. */
import type { Expression } from './ast.ts'
import type { StepBudget } from './budget.ts'
import { checkExpression } from './check.ts'
import { compile, type Evaluation, evaluateStep, type FactsOf } from './compile.ts'
import type { Side } from './error.ts'

/**
 * Evaluates a whole expression of any type.
 *
 * `&&` and `||` evaluate both sides, `all`, `any` and `filter` test every element, and an error in any of them is an
 * error of the whole. Compile policies that are decided often (`compilePolicy`).
 *
 * @returns the value, or the error of the evaluation (`ABSENT`, `INDEX_OUT_OF_RANGE`, ...)
 * @throws PolicyError the first problem of `checkExpression`, if the expression doesn't type-check
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
