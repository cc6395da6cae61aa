/** Expressions that take a large share of the steps that all policies of a request have. */
import type { Expression } from '../ast.ts'
import { ASSUMED_ELEMENTS, checkCost, describeSteps, estimateSteps } from '../cost.ts'
import type { Side } from '../error.ts'
import { MAX_STEPS } from '../limits.ts'
import type { LintFinding } from './finding.ts'

/** Ten such policies exhaust the budget of a request. */
const NOTABLE = MAX_STEPS / 10

/** A mistake if it can't be stored, a caution if it takes a tenth of a request's steps. */
export function lintCost(expression: Expression, side: Side): LintFinding[] {
  const problem = checkCost(expression, side)
  if (problem) {
    const { message, hint, span } = problem
    return [{ code: 'COSTLY', severity: 'mistake', message, ...(hint && { hint }), side, span }]
  }
  const steps = estimateSteps(expression)
  if (steps <= NOTABLE) return []
  const message = `evaluating this takes about ${describeSteps(steps)} of the ${MAX_STEPS} steps that all policies of a request share, where lists have ${ASSUMED_ELEMENTS} elements`
  return [{ code: 'COSTLY', severity: 'caution', message, side, span: expression.span }]
}
