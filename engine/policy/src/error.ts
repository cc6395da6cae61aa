/** Errors of the policy language: the problem, its position, and a hint. */

/**
 * A place in an expression. `start` and `end` are offsets in UTF-16 code units, `end` exclusive;
 * `line` and `column` name `start`, count from 1, and a column is one code unit.
 */
export interface Span {
  readonly start: number
  readonly end: number
  readonly line: number
  readonly column: number
}

export type Side = 'condition' | 'consensus' | 'time'

/** Codes never change their meaning. The first group comes from checking the text, the last one from evaluation. */
export type PolicyErrorCode =
  | 'EMPTY'
  | 'TEXT_TOO_LONG'
  | 'TOO_DEEP'
  | 'UNEXPECTED_CHARACTER'
  | 'UNCLOSED_STRING'
  | 'MALFORMED_INTEGER'
  | 'INTEGER_OUT_OF_RANGE'
  | 'UNEXPECTED_TOKEN'
  | 'UNSUPPORTED_OPERATOR'
  | 'UNKNOWN_FUNCTION'
  | 'UNKNOWN_NAME'
  | 'UNKNOWN_FIELD'
  | 'NAME_OF_OTHER_SIDE'
  | 'NAME_TAKEN'
  | 'TYPE_MISMATCH'
  | 'NOT_BOOL'
  | 'TOO_COSTLY'
  | 'NEVER_APPLIES'
  | 'ARGUMENT_MALFORMED'
  | 'ZONE_UNKNOWN'
  | 'SELECTOR_MALFORMED'
  | 'ABSENT'
  | 'KEY_ABSENT'
  | 'INDEX_OUT_OF_RANGE'
  | 'VALUE_TYPE'
  | 'DIGITS_MALFORMED'
  | 'STEPS_EXCEEDED'

/** An error as plain data for JSON, a worker's message port or an editor's marker. */
export interface Problem {
  readonly code: PolicyErrorCode
  readonly message: string
  readonly span: Span
  readonly hint?: string
  readonly side?: Side
}

/**
 * The only error that this package throws for an author's input. `message` is a lower-case fragment with the author's
 * own words in backticks and without a position; the position is in `span`, the advice in `hint`.
 */
export class PolicyError extends Error implements Problem {
  override readonly name = 'PolicyError'
  readonly code: PolicyErrorCode
  readonly span: Span
  readonly hint?: string
  readonly side?: Side

  constructor(code: PolicyErrorCode, message: string, span: Span, hint?: string, side?: Side) {
    super(message)
    this.code = code
    this.span = span
    if (hint !== undefined) this.hint = hint
    if (side !== undefined) this.side = side
  }

  toProblem(): Problem {
    const { code, message, span, hint, side } = this
    return { code, message, span, ...(hint !== undefined && { hint }), ...(side !== undefined && { side }) }
  }

  on(side: Side): PolicyError {
    return new PolicyError(this.code, this.message, this.span, this.hint, side)
  }
}

/**
 * One line for an API response or a terminal.
 *
 * @example
 * describeProblem(problem)
 * // "condition: the Ethereum transaction has no field `colr` (line 1, column 8)"
 */
export function describeProblem(problem: Problem): string {
  const side = problem.side ? `${problem.side}: ` : ''
  const hint = problem.hint ? `; ${problem.hint}` : ''
  return `${side}${problem.message}${hint} (line ${problem.span.line}, column ${problem.span.column})`
}

/** The smallest span that covers both. */
export function joinSpans(first: Span, last: Span): Span {
  return { start: first.start, end: last.end, line: first.line, column: first.column }
}

/** The span of an expression without text, such as an omitted condition. */
export const NOWHERE: Span = Object.freeze({ start: 0, end: 0, line: 1, column: 1 })
