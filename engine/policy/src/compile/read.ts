/** Reads facts and verifies their types. */
import type { Expression } from '../ast.ts'
import { PolicyError } from '../error.ts'
import type { Absences } from '../facts.ts'
import { format } from '../format.ts'
import { abbreviate } from '../token.ts'
import { formatType, type Type } from '../type.ts'
import { kindOfValue } from './failure.ts'
import { fail, type Scope, type Step, type Value } from './step.ts'

/** Reads a member and verifies that it has the type that the vocabulary declares. */
export function readerOf(
  type: Type,
  absent: () => PolicyError,
  expression: Expression,
): (scope: Scope, value: unknown, owner?: object) => Value | undefined {
  const wrong = (value: unknown) => () =>
    new PolicyError(
      'VALUE_TYPE',
      `\`${format(expression)}\` is ${kindOfValue(value)}, not ${formatType(type)}`,
      expression.span,
    )
  const jsType = jsTypeOf(type)
  return (scope, value, owner) => {
    if (value === undefined || value === null) return fail(scope, becauseOf(owner, expression) ?? absent)
    return typeof value === jsType ? (value as Value) : fail(scope, wrong(value))
  }
}

/** The failure with the reason that the facts give for a member that an object lacks. */
function becauseOf(owner: object | undefined, expression: Expression): (() => PolicyError) | undefined {
  if (expression.kind !== 'field') return undefined
  const { absences } = (owner ?? {}) as { readonly absences?: Absences }
  const reason = absences && Object.hasOwn(absences, expression.name) ? absences[expression.name] : undefined
  if (reason === undefined) return undefined
  return () => new PolicyError('ABSENT', `\`${format(expression)}\` is absent: ${reason}`, expression.span)
}

/** Whether a value has the declared type. Integers are exact at any size. */
export function isReadableAs(type: Type, value: unknown): value is Value {
  return value !== null && typeof value === jsTypeOf(type)
}

/** The result of `typeof` for values of a type. */
export function jsTypeOf(type: Type): string {
  return (
    { bool: 'boolean', int: 'bigint', uint: 'bigint', timestamp: 'bigint', string: 'string' }[
      type.kind as string
    ] ?? 'object'
  )
}

/** For values from a map, whose type is known only at evaluation. */
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
