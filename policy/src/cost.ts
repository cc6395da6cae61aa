/**
 * What an expression may cost, told from its text alone: the steps of evaluating it once where every list of a request
 * has `ASSUMED_ELEMENTS` elements. Lists that are written out have as many as they have.
 *
 * It keeps out what no budget could pay for. What it cannot tell, such as how many instructions a transaction has,
 * is left to the budget (see `budget.ts`).
 */
import { childrenOf, type Expression } from './ast.ts'
import { PolicyError, type Side } from './error.ts'
import { MAX_STEPS } from './limits.ts'

/** A transaction of many instructions, or half of the users of an organization. */
export const ASSUMED_ELEMENTS = 50

/** No text of a request is longer by much; what lies beyond its end is an error soon told. */
const FARTHEST = 65_536

/** The steps of evaluating an expression once, as far as its text tells; may be infinite. */
export function estimateSteps(expression: Expression): number {
  return new Estimate().steps(expression)
}

/** The problem of an expression that would take all the steps of a request by itself; undefined when it is fine. */
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

  /** The deepest part that is above the limit by itself: parts of it are not. */
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
      default:
        return 1 + this.#all(expression)
    }
  }

  #all(expression: Expression): number {
    return childrenOf(expression).reduce((sum, child) => sum + this.steps(child), 0)
  }
}

/** An element, or the characters before a position, which are walked. */
function readTo(position: Expression): number {
  return position.kind === 'integer' ? Math.min(Number(position.value), FARTHEST) : ASSUMED_ELEMENTS
}

function elementsOf(list: Expression): number {
  if (list.kind === 'list') return list.items.length
  // Filters and slices give at most what they take.
  if (list.kind === 'quantifier') return elementsOf(list.list)
  return list.kind === 'slice' ? elementsOf(list.object) : ASSUMED_ELEMENTS
}
