/**
 * Bounds evaluation: all policies of one request share a counter of steps, so that no expression slows down other
 * requests.
 *
 * A step is roughly one evaluation of one part of an expression: a name, a comparison, an element that `any` tests.
 */
import { PolicyError, type Side, type Span } from './error.ts'
import { MAX_STEPS } from './limits.ts'

/**
 * The remaining steps of one request. Created by the caller, and passed to everything that evaluates for the request.
 */
export class StepBudget {
  readonly limit: number
  left: number

  constructor(limit = MAX_STEPS) {
    this.limit = limit
    this.left = limit
  }

  get isExceeded(): boolean {
    return this.left < 0
  }

  /**
   * Spends steps before doing their work.
   *
   * @param span the part of the expression that needs them
   * @throws StepsExceeded if there are too few, and on every later call
   */
  spend(steps: number, span: Span): void {
    this.left -= steps
    if (this.left < 0) throw new StepsExceeded(this.limit, span)
  }
}

/** The result of `work`, or `otherwise` if the steps don't suffice. For explanations, not for decisions. */
export function withinBudget<T, O = T>(work: () => T, otherwise: O): T | O {
  try {
    return work()
  } catch (error) {
    if (error instanceof StepsExceeded) return otherwise
    throw error
  }
}

/**
 * Evaluation exceeded the steps of the request. The result of the policies is unknown, so the request must be denied:
 * `decide` rethrows this error.
 */
export class StepsExceeded extends PolicyError {
  readonly limit: number

  constructor(limit: number, span: Span, side?: Side) {
    super(
      'STEPS_EXCEEDED',
      `evaluating takes more than the ${limit} steps that all policies of a request share`,
      span,
      'nest `all`, `any` and `filter` less deeply, or ask for fewer elements',
      side,
    )
    this.limit = limit
  }

  override on(side: Side): StepsExceeded {
    return new StepsExceeded(this.limit, this.span, side)
  }
}
