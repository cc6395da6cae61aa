/**
 * Bounds evaluation: all policies of one request share a counter of steps, so that no expression slows down
 * other requests.
 *
 * A step is about one part of an expression evaluated once: a name, a comparison, an element that `any` asks.
 */
import { PolicyError, type Side, type Span } from './error.ts'
import { MAX_STEPS } from './limits.ts'

/** The steps that are left to one request. Made by the caller, passed to all that evaluates for the request. */
export class StepBudget {
  /** How many there were. */
  readonly limit: number
  /** How many there are still; below zero once more were wanted. */
  left: number

  constructor(limit = MAX_STEPS) {
    this.limit = limit
    this.left = limit
  }

  get isExceeded(): boolean {
    return this.left < 0
  }

  /**
   * Takes steps before the work they stand for is done.
   *
   * @param span the part of the expression that wants them
   * @throws StepsExceeded when there are fewer; also ever after
   */
  spend(steps: number, span: Span): void {
    this.left -= steps
    if (this.left < 0) throw new StepsExceeded(this.limit, span)
  }
}

/** What `work` comes to, or `otherwise` when the steps do not suffice for it. For what is told, not decided. */
export function withinBudget<T, O = T>(work: () => T, otherwise: O): T | O {
  try {
    return work()
  } catch (error) {
    if (error instanceof StepsExceeded) return otherwise
    throw error
  }
}

/**
 * Evaluating took more steps than the request has. The result of the policies is unknown, so the
 * request must be denied: `decide` rethrows it.
 */
export class StepsExceeded extends PolicyError {
  /** The steps that there were. */
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
