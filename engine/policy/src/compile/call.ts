/** `uint(…)`, `uint_le(…)`, `Timestamp(…)` and `CronSpan(…)`. */
import type { Expression, FunctionCall } from '../ast.ts'
import { PolicyError } from '../error.ts'
import { isInSpan } from '../time/cron.ts'
import { spanOf, timestampOf } from '../time/spans.ts'
import { toMilliseconds } from '../time/timestamp.ts'
import { kindOfValue } from './failure.ts'
import { type Compiled, fail, type Step, type Value } from './step.ts'

/** Steps of finding the last time that a span began. */
export const SPAN_COST = 500

const HEX = /^(?:0x)?((?:[0-9a-f]{2}){1,32})$/i

/** The number in up to 32 bytes of hex digits; undefined for any other value. */
export function numberIn(value: unknown, isLittleEndian: boolean): bigint | undefined {
  const digits = typeof value === 'string' ? HEX.exec(value)?.[1] : undefined
  if (digits === undefined) return undefined
  return BigInt(`0x${isLittleEndian ? digits.match(/../g)!.reverse().join('') : digits}`)
}

/** Whether the time of the facts lies in the span of a call; undefined if either is unknown. */
export function isActive(call: FunctionCall, facts: Readonly<Record<string, unknown>>): boolean | undefined {
  const span = spanOf(call)
  const { now } = (facts['time'] ?? {}) as { readonly now?: unknown }
  return span && typeof now === 'bigint' ? isInSpan(span, toMilliseconds(now)) : undefined
}

export function callStep(call: FunctionCall, compile: (part: Expression) => Compiled): Compiled {
  const { fn, span } = call
  if (fn === 'Timestamp') {
    const value = timestampOf(call)
    return { run: () => value, isSafe: true, cost: 1 }
  }
  if (fn === 'CronSpan') {
    const unknown = () =>
      new PolicyError('ABSENT', 'this server does not know the time or the time zone', span)
    return {
      run: (scope) => isActive(call, scope.facts) ?? fail(scope, unknown),
      isSafe: false,
      cost: SPAN_COST,
    }
  }
  const argument = compile(call.args[0]!)
  const mismatch = (found: Value) => () =>
    new PolicyError(
      typeof found === 'string' ? 'DIGITS_MALFORMED' : 'VALUE_TYPE',
      `\`${fn}\` reads up to 32 bytes of hex digits, not ${typeof found === 'string' ? 'this text' : kindOfValue(found)}`,
      call.args[0]!.span,
    )
  const run: Step = (scope) => {
    const found = argument.run(scope)
    if (found === undefined) return undefined
    return numberIn(found, fn === 'uint_le') ?? fail(scope, mismatch(found))
  }
  return { run, isSafe: false, cost: 2 + argument.cost }
}
