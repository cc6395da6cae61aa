/** Reading facts, and making sure that they are what they should be. */
import type { Expression } from '../ast.ts'
import { PolicyError } from '../error.ts'
import { format } from '../format.ts'
import { INT128_MAX, INT128_MIN, UINT256_MAX } from '../limits.ts'
import { abbreviate } from '../token.ts'
import { formatType, type Type } from '../type.ts'
import { kindOfValue } from './failure.ts'
import { fail, type Scope, type Step, type Value } from './step.ts'

/** Reads a member and makes sure that it is what the vocabulary declares. */
export function readerOf(
  type: Type,
  absent: () => PolicyError,
  expression: Expression,
): (scope: Scope, value: unknown) => Value | undefined {
  const wrong = (value: unknown) => () =>
    new PolicyError(
      'VALUE_TYPE',
      `\`${format(expression)}\` is ${kindOfValue(value)}, not ${formatType(type)}`,
      expression.span,
    )
  const outside = (value: bigint) => () =>
    new PolicyError(
      'VALUE_OUT_OF_RANGE',
      `\`${format(expression)}\` is ${value}, which does not fit in ${type.kind}`,
      expression.span,
    )
  const [low, high] = type.kind === 'uint' ? [0n, UINT256_MAX] : [INT128_MIN, INT128_MAX]
  const jsType =
    { bool: 'boolean', int: 'bigint', uint: 'bigint', string: 'string' }[type.kind as string] ?? 'object'
  if (type.kind === 'int' || type.kind === 'uint') {
    return (scope, value) => {
      if (typeof value !== 'bigint')
        return fail(scope, value === undefined || value === null ? absent : wrong(value))
      return value > high || value < low ? fail(scope, outside(value)) : value
    }
  }
  return (scope, value) => {
    if (value === undefined || value === null) return fail(scope, absent)
    return typeof value === jsType ? (value as Value) : fail(scope, wrong(value))
  }
}

/** For what came out of a map: its kind is known only now. */
export function expectKind(run: Step, kind: 'bool' | 'int' | 'list', expression: Expression): Step {
  const matches = {
    bool: (value: Value) => typeof value === 'boolean',
    int: (value: Value) => typeof value === 'bigint',
    list: (value: Value) => Array.isArray(value),
  }[kind]
  return (scope) => {
    const value = run(scope)
    if (value === undefined || matches(value)) return value
    return fail(
      scope,
      () =>
        new PolicyError(
          'VALUE_TYPE',
          `\`${abbreviate(format(expression))}\` is ${kindOfValue(value)}, not ${EXPECTED[kind]}`,
          expression.span,
        ),
    )
  }
}

const EXPECTED = { bool: 'a bool', int: 'an int', list: 'a list' }
