/** `keywright clock` */

import { readTime } from '../arguments/time.ts'
import type { Context, Outcome } from '../command.ts'
import { devJson } from '../connect/devApi.ts'
import { usageFailure } from '../output/failure.ts'

interface Time {
  /** Milliseconds since 1970. */
  readonly now: number
  readonly isStanding: boolean
}

export async function run(context: Context): Promise<Outcome> {
  const { input, style } = context
  const action = input.argument('ACTION') ?? 'show'
  const value = input.argument('VALUE')
  const needsValue = action === 'advance' || action === 'set'
  if (needsValue && value === undefined) {
    throw usageFailure(
      'VALUE is missing',
      `for example: keywright clock ${action} ${action === 'set' ? '2027-01-01T00:00:00Z' : '1h'}`,
    )
  }
  if (!needsValue && value !== undefined)
    throw usageFailure(
      `clock ${action} takes no value, but got \`${value}\``,
      'only clock advance and clock set take a value',
    )
  const call = callOf(action, value ?? '')
  if (action === 'set') await assertAhead(context, value!)
  const time = await devJson<Time>(context, ...call)
  const text = `${new Date(time.now).toISOString()}${time.isStanding ? style.yellow('  frozen') : ''}`
  return { text, json: time }
}

/** @throws Failure (usage) for a time in the past */
async function assertAhead(context: Context, value: string): Promise<void> {
  const { now } = await devJson<Time>(context, 'GET', '/clock')
  if (readTime(value) >= now) return
  throw usageFailure(
    `the clock cannot go back to ${value}: it is at ${new Date(now).toISOString()}`,
    'pass a later time; keywright snapshot restore goes back to an earlier state',
  )
}

function callOf(action: string, value: string): ['GET' | 'POST', string, object?] {
  switch (action) {
    case 'advance':
      return ['POST', '/clock/advance', { milliseconds: readDuration(value) }]
    case 'set':
      return ['POST', '/clock/set', { now: readTime(value) }]
    case 'freeze':
      return ['POST', '/clock/freeze']
    case 'resume':
      return ['POST', '/clock/resume']
    default:
      return ['GET', '/clock']
  }
}

const UNITS: Readonly<Record<string, number>> = { ms: 1, s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Converts `1h30m`, `90s`, `2d` or plain seconds to milliseconds. @throws Failure (usage) */
function readDuration(text: string): number {
  const parts = [...text.matchAll(/(\d+)(ms|s|m|h|d)?/g)]
  const milliseconds = parts.reduce((sum, [, count, unit]) => sum + Number(count) * UNITS[unit ?? 's']!, 0)
  if (
    parts.length > 0 &&
    parts.map(([part]) => part).join('') === text &&
    Number.isSafeInteger(milliseconds)
  ) {
    return milliseconds
  }
  throw usageFailure(`\`${text}\` is not a duration`, 'pass a duration such as 90s, 15m, 1h30m or 2d')
}
