/** The constants in calls: points in time, and spans. */
import type { FunctionCall } from '../ast.ts'
import { type CronSpan, parseCronSpan } from './cron.ts'
import { parseTimestamp } from './timestamp.ts'

const spans = new WeakMap<FunctionCall, CronSpan>()

export function textsOf({ args }: FunctionCall): string[] | undefined {
  const texts = args.flatMap((argument) => (argument.kind === 'string' ? [argument.value] : []))
  return texts.length === args.length ? texts : undefined
}

/** The span of a checked `CronSpan(…)`; undefined if this host doesn't know its zone. */
export function spanOf(call: FunctionCall): CronSpan | undefined {
  const known = spans.get(call)
  if (known) return known
  const [cron = '', duration = '', zone = ''] = textsOf(call) ?? []
  const span = parseCronSpan([cron, duration, zone])
  if ('argument' in span) return undefined
  spans.set(call, span)
  return span
}

/** The point in time of a checked `Timestamp(…)`. */
export const timestampOf = (call: FunctionCall): bigint => parseTimestamp(textsOf(call)![0]!)!
