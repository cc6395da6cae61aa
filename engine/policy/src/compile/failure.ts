/** Errors of an evaluation, created only when a caller asks for them. */
import type { Expression } from '../ast.ts'
import { PolicyError, type Span } from '../error.ts'
import { format } from '../format.ts'
import { abbreviate } from '../token.ts'

/** Formats the part only when it fails, because most parts never do. */
export function absentFailure(part: Expression): () => PolicyError {
  return () => new PolicyError('ABSENT', `this request has no \`${abbreviate(format(part))}\``, part.span)
}

export function outOfRange(position: bigint, length: number, span: Span): PolicyError {
  return new PolicyError(
    'INDEX_OUT_OF_RANGE',
    `there is no element ${position}: the length is ${length}`,
    span,
  )
}

export function endOutOfRange(end: bigint, length: number, span: Span): PolicyError {
  return new PolicyError('INDEX_OUT_OF_RANGE', `the slice ends at ${end}, after the length ${length}`, span)
}

export function valueMismatch(left: Expression, right: Expression) {
  // `list.contains(item)` compares the item, which is written last, with the list.
  const first = left.span.start <= right.span.start ? left.span : right.span
  const span = { ...first, end: Math.max(left.span.end, right.span.end) }
  return (a: unknown, b: unknown) => () =>
    new PolicyError('VALUE_TYPE', `cannot compare ${kindOfValue(a)} with ${kindOfValue(b)}`, span)
}

/** A value's kind, for a message. */
export function kindOfValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  switch (typeof value) {
    case 'boolean':
      return 'a bool'
    case 'bigint':
      return 'an int'
    case 'string':
      return 'a string'
    default:
      return 'a map'
  }
}
