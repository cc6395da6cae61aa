/**
 * Estimates the cost of an expression from its text: the steps for evaluating it once if every list of a request has
 * `ASSUMED_ELEMENTS` elements. Literal lists count with their own length.
 *
 * The estimate rejects expressions that no budget could pay for. What it can't know, such as the number of
 * instructions of a transaction, is left to the budget (see `budget.ts`).
 */
import { childrenOf, type Expression } from './ast.ts'
import { SPAN_COST } from './compile/call.ts'
import { PolicyError, type Side } from './error.ts'
import { MAX_STEPS } from './limits.ts'

/** As in a transaction with many instructions, or half of the users of an organization. */
export const ASSUMED_ELEMENTS = 50

/** Texts of a request are hardly longer; positions beyond the end fail quickly. */
const FARTHEST = 65_536

/** Estimated steps for evaluating an expression once; may be infinite. */
export function estimateSteps(expression: Expression): number {
  return new Estimate().steps(expression)
}

/** The problem of an expression that would use up all steps of a request; undefined if there are enough. */
export function checkCost(expression: Expression, side: Side): PolicyError | undefined {
  const estimate = new Estimate()
  if (estimate.steps(expression) <= MAX_STEPS) return undefined
  const part = estimate.innermostAbove(MAX_STEPS, expression)
  const steps = estimate.steps(part)
  return new PolicyError(
    'TOO_COSTLY',
    `evaluating this takes about ${describeSteps(steps)} steps where lists have ${ASSUMED_ELEMENTS} elements, and all policies of a request share ${MAX_STEPS}`,
    part.span,
    'nest `all`, `any` and `filter` less deeply, or split it into several policies',
    side,
  )
}

/** A number of steps for a message, capped at a quadrillion. */
export function describeSteps(steps: number): string {
  return steps < 1e15 ? String(Math.ceil(steps)) : 'a quadrillion'
}

class Estimate {
  readonly #steps = new Map<Expression, number>()

  steps(expression: Expression): number {
    const known = this.#steps.get(expression)
    if (known !== undefined) return known
    const found = this.#estimate(expression)
    this.#steps.set(expression, found)
    return found
  }

  /** The innermost part that exceeds the limit by itself. */
  innermostAbove(limit: number, expression: Expression): Expression {
    const above = childrenOf(expression).find((child) => this.steps(child) > limit)
    return above ? this.innermostAbove(limit, above) : expression
  }

  #estimate(expression: Expression): number {
    switch (expression.kind) {
      case 'quantifier': {
        const rounds = elementsOf(expression.list)
        return 1 + this.steps(expression.list) + rounds * (1 + this.steps(expression.body))
      }
      case 'contains':
        return 1 + this.#all(expression) + elementsOf(expression.list)
      case 'comparison':
        return 1 + this.#all(expression) + (expression.operator === 'in' ? elementsOf(expression.right) : 0)
      case 'index':
        return 1 + this.#all(expression) + readTo(expression.index)
      case 'slice':
        return 1 + this.#all(expression) + readTo(expression.to)
      case 'call':
        return (expression.fn === 'CronSpan' ? SPAN_COST : 2) + this.#all(expression)
      default:
        return 1 + this.#all(expression)
    }
  }

  #all(expression: Expression): number {
    return childrenOf(expression).reduce((sum, child) => sum + this.steps(child), 0)
  }
}

/** Cost of reading an element, or of the characters before a position. */
function readTo(position: Expression): number {
  return position.kind === 'integer' ? Math.min(Number(position.value), FARTHEST) : ASSUMED_ELEMENTS
}

function elementsOf(list: Expression): number {
  if (list.kind === 'list') return list.items.length
  // Filters and slices return at most their input.
  if (list.kind === 'quantifier') return elementsOf(list.list)
  return list.kind === 'slice' ? elementsOf(list.object) : ASSUMED_ELEMENTS
}
