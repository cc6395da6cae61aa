/** What is wrong with the arguments of `Timestamp` and `CronSpan`. */
import type { FunctionCall } from '../ast.ts'
import type { Span } from '../error.ts'
import { parseCronSpan } from './cron.ts'
import { textsOf } from './spans.ts'
import { parseTimestamp } from './timestamp.ts'

export function timeProblem(call: FunctionCall):
  | {
      readonly message: string
      readonly at: { readonly span: Span }
      readonly hint?: string
      readonly isZone?: boolean
    }
  | undefined {
  const { fn, args } = call
  const texts = textsOf(call)
  const isTimestamp = fn === 'Timestamp'
  if (texts?.length !== (isTimestamp ? 1 : 3)) {
    const hint = isTimestamp
      ? "`Timestamp('2026-03-01T00:00:00Z')`"
      : "`CronSpan('0 9 * * 1-5', '8h', 'Europe/Berlin')`"
    return { message: `\`${fn}\` takes ${isTimestamp ? 'a text' : 'three texts'}`, at: call, hint }
  }
  if (isTimestamp) {
    if (parseTimestamp(texts[0]!) !== undefined) return undefined
    const hint = 'RFC 3339 with offset zero, such as `2026-03-01T00:00:00Z`'
    return { message: `\`${texts[0]!.slice(0, 40)}\` is not a time`, at: args[0]!, hint }
  }
  const span = parseCronSpan(texts as [string, string, string])
  if (!('argument' in span)) return undefined
  return {
    message: span.message,
    at: args[span.argument]!,
    ...(span.hint && { hint: span.hint }),
    isZone: span.argument === 2,
  }
}
