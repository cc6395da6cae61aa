/** When a policy next becomes active or inactive. */
import { type FunctionCall, walk } from '../ast.ts'
import type { CompiledExpression } from '../compile.ts'
import { nextChangeOfSpan } from './cron.ts'
import { spanOf, timestampOf } from './spans.ts'
import { toMilliseconds, toTimestamp } from './timestamp.ts'
import { localTime } from './zone.ts'

const MOST_STEPS = 200

/**
 * The next time at which the value of `time` changes, in milliseconds; undefined if it doesn't, or if it is too far away
 * to be found.
 */
export function nextChangeOf(time: CompiledExpression<'time'>, now: number): number | undefined {
  const valueAt = (moment: number) => time.test({ time: { now: toTimestamp(moment) } })
  const before = valueAt(now)
  const calls = callsOf(time)
  let moment = now
  for (let n = 0; n < MOST_STEPS; n++) {
    const next = Math.min(...calls.flatMap((call) => changesAfter(call, moment)))
    if (next === Number.POSITIVE_INFINITY) return undefined
    if (valueAt(next) !== before) return next
    moment = next
  }
  return undefined
}

const callsOf = ({ expression }: CompiledExpression<'time'>): FunctionCall[] =>
  [...walk(expression)].filter((part) => part.kind === 'call')

/** `>` changes a millisecond after a timestamp, `>=` at it. */
function changesAfter(call: FunctionCall, now: number): number[] {
  if (call.fn === 'Timestamp') {
    const moment = toMilliseconds(timestampOf(call))
    return [moment, moment + 1].filter((change) => change > now)
  }
  const span = spanOf(call)
  const change = span && nextChangeOfSpan(span, now)
  return change === undefined ? [] : [change]
}

/** A time for people, in the first time zone that the expression names: `Monday 2026-03-02 09:00 (America/New_York)`. */
export function showMoment(time: CompiledExpression<'time'>, moment: number): string {
  const zone = callsOf(time).flatMap((call) => spanOf(call)?.zone ?? [])[0] ?? 'UTC'
  const local = new Date(localTime(zone, moment))
  const weekday = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'][
    local.getUTCDay()
  ]!
  return `${weekday} ${local.toISOString().slice(0, 16).replace('T', ' ')} (${zone})`
}
