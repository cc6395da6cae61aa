/** A second reading of spans: it walks through the minutes one by one and reads the clock on the wall at each. */

const MINUTE = 60_000

/** Minutes in which the clock showed a later time than before, and the skipped times, are told by the minute before. */
export function isInSpanBySpec(cron: string, duration: string, zone: string, now: number): boolean {
  const minutes = lengthOf(duration)
  const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' })
  // `2026-03-08 01:59` as the minutes of a calendar without zones.
  const wall = (time: number) => Date.parse(`${clock.format(time).replace(' ', 'T')}:00Z`) / MINUTE
  const last = Math.floor(now / MINUTE)
  const DAY = 1440
  // The highest that the clock showed before the first minute.
  let highest = wall((last - minutes - 2 * DAY) * MINUTE)
  for (let minute = last - minutes - 2 * DAY + 1; minute <= last; minute++) {
    const shown = wall(minute * MINUTE)
    for (let local = highest + 1; local <= shown; local++) {
      if (fires(cron, new Date(local * MINUTE)) && minute > last - minutes) return true
    }
    highest = Math.max(highest, shown)
  }
  return false
}

function fires(cron: string, local: Date): boolean {
  const [minute, hour, day, month, weekday] = cron.split(' ') as [string, string, string, string, string]
  const holds = (field: string, value: number) =>
    field.split(',').some((part) => {
      if (part === '*') return true
      const [from, to = from] = part.split('-')
      return value >= Number(from) && value <= Number(to)
    })
  const isDate = holds(day, local.getUTCDate())
  const isWeekday = holds(weekday, local.getUTCDay())
  const isDay = day !== '*' && weekday !== '*' ? isDate || isWeekday : isDate && isWeekday
  return (
    isDay &&
    holds(minute, local.getUTCMinutes()) &&
    holds(hour, local.getUTCHours()) &&
    holds(month, local.getUTCMonth() + 1)
  )
}

function lengthOf(duration: string): number {
  const units: Readonly<Record<string, number>> = { d: 1440, h: 60, m: 1 }
  return [...duration.matchAll(/(\d+)([dhm])/g)].reduce(
    (sum, [, count, unit]) => sum + Number(count) * units[unit!]!,
    0,
  )
}

/** RFC 3339 with offset zero, already checked. */
export function nanosecondsOf(text: string): bigint {
  const [whole, fraction = ''] = text.replace(/([Zz]|[+-]00:00)$/, '').split('.')
  return BigInt(Date.parse(`${whole!.replace('t', 'T')}Z`)) * 1_000_000n + BigInt(fraction.padEnd(9, '0'))
}
