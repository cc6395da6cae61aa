/** `CronSpan`: windows that begin when a cron expression fires, and last for a duration. */
import { hasZoneData, isZone, localTime, utcOfLocal } from './zone.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const LONGEST = 7 * DAY
/** No change of clocks is longer. */
const LONGEST_CHANGE = 26 * HOUR

export interface CronSpan {
  /** Minutes of the day at which it fires, in order. */
  readonly minutes: readonly number[]
  readonly isDay: (local: Date) => boolean
  /** Milliseconds. */
  readonly duration: number
  readonly zone: string
}

/** What is wrong with an argument, by its position. */
export interface CronProblem {
  readonly argument: 0 | 1 | 2
  readonly message: string
  readonly hint?: string
}

const FIELDS = [
  ['minute', 0, 59],
  ['hour', 0, 23],
  ['day of the month', 1, 31],
  ['month', 1, 12],
  ['day of the week', 0, 6],
] as const

/** Reads the arguments of `CronSpan`. */
export function parseCronSpan([cron, duration, zone]: readonly [string, string, string]):
  | CronSpan
  | CronProblem {
  const fields = cron.split(/ +/)
  if (fields.length !== FIELDS.length) {
    const message = `a cron expression has five fields, here ${fields.length}`
    return { argument: 0, message, hint: 'minute, hour, day of the month, month, day of the week' }
  }
  const sets: ReadonlySet<number>[] = []
  for (const [n, [name, least, most]] of FIELDS.entries()) {
    const set = parseField(fields[n]!, least, most)
    if (!set) {
      const hint = 'numbers, ranges such as `1-5`, lists such as `1,3`, or `*`; 0 is Sunday'
      return {
        argument: 0,
        message: `\`${fields[n]!.slice(0, 40)}\` is not a ${name} from ${least} to ${most}`,
        hint,
      }
    }
    sets.push(set)
  }
  const milliseconds = parseDuration(duration)
  if (milliseconds === undefined) {
    const hint = 'whole days, hours and minutes in this order, such as `8h` or `1d12h`; at most 7 days'
    return { argument: 1, message: `\`${duration.slice(0, 40)}\` is not a duration`, hint }
  }
  if (!isZone(zone)) {
    const isMissing = !hasZoneData() && zone !== 'UTC'
    const message = isMissing
      ? 'this server has no time zone data'
      : `\`${zone.slice(0, 40)}\` is not a time zone of the IANA database`
    const hint = isMissing
      ? 'install a build of Node with full ICU data, or use `UTC`'
      : 'such as `Europe/Berlin`'
    return { argument: 2, message, hint }
  }
  return Object.assign(scheduleOf(sets, fields), { duration: milliseconds, zone })
}

function parseField(text: string, least: number, most: number): ReadonlySet<number> | undefined {
  const values = new Set<number>()
  for (const part of text === '*' ? [`${least}-${most}`] : text.split(',')) {
    const [, first, last = first] = /^(\d{1,2})(?:-(\d{1,2}))?$/.exec(part) ?? []
    const [from, to] = [Number(first), Number(last)]
    if (first === undefined || from < least || to > most || from > to) return undefined
    for (let value = from; value <= to; value++) values.add(value)
  }
  return values
}

function parseDuration(text: string): number | undefined {
  const found = /^(?:(\d{1,5})d)?(?:(\d{1,5})h)?(?:(\d{1,5})m)?$/.exec(text)
  if (!found) return undefined
  const [days, hours, minutes] = found.slice(1).map((digits) => Number(digits ?? 0)) as [
    number,
    number,
    number,
  ]
  const duration = days * DAY + hours * HOUR + minutes * MINUTE
  return duration > 0 && duration <= LONGEST ? duration : undefined
}

function scheduleOf(sets: readonly ReadonlySet<number>[], fields: readonly string[]) {
  const [minutes, hours, days, months, weekdays] = sets as [
    ReadonlySet<number>,
    ReadonlySet<number>,
    ReadonlySet<number>,
    ReadonlySet<number>,
    ReadonlySet<number>,
  ]
  // If both are restricted, either one fires.
  const isEither = fields[2] !== '*' && fields[4] !== '*'
  let ofDay: readonly number[] | undefined
  return {
    // When first needed, because a text of many spans has many minutes.
    get minutes() {
      ofDay ??= [...hours]
        .flatMap((hour) => [...minutes].map((minute) => hour * 60 + minute))
        .sort((a, b) => a - b)
      return ofDay
    },
    isDay(local: Date) {
      if (!months.has(local.getUTCMonth() + 1)) return false
      const isDate = days.has(local.getUTCDate())
      const isWeekday = weekdays.has(local.getUTCDay())
      return isEither ? isDate || isWeekday : isDate && isWeekday
    },
  }
}

/** Whether a time lies in a window. @param now milliseconds since 1970 */
export function isInSpan(span: CronSpan, now: number): boolean {
  const fired = lastFire(span, now)
  return fired !== undefined && now < fired + span.duration
}

const startOfDay = (local: number): number => Math.floor(local / DAY) * DAY

/** The last time at or before `now` at which it fired, if a window of then could last until now. */
function lastFire(span: CronSpan, now: number): number | undefined {
  const { zone, minutes } = span
  const local = localTime(zone, now)
  const earliest = local - span.duration - LONGEST_CHANGE
  for (let day = startOfDay(local + LONGEST_CHANGE); day >= startOfDay(earliest); day -= DAY) {
    if (!span.isDay(new Date(day))) continue
    const count = minutesUntil(span, day, now)
    if (count > 0) return utcOfLocal(zone, day + minutes[count - 1]! * MINUTE)
  }
  return undefined
}

/** How many of a day's minutes fired until `now`: later minutes never fire earlier. */
function minutesUntil({ zone, minutes }: CronSpan, day: number, now: number): number {
  let low = 0
  let high = minutes.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (utcOfLocal(zone, day + minutes[middle]! * MINUTE) <= now) low = middle + 1
    else high = middle
  }
  return low
}

/** Days to look ahead: a leap day is at most eight years away. */
const MOST_DAYS = 3_000

/** When a window next begins or ends; undefined if it doesn't. */
export function nextChangeOfSpan(span: CronSpan, now: number): number | undefined {
  const fired = lastFire(span, now)
  const end = fired === undefined ? undefined : fired + span.duration
  const first = startOfDay(localTime(span.zone, now) - LONGEST_CHANGE)
  for (let n = 0; n < MOST_DAYS; n++) {
    const day = first + n * DAY
    if (!span.isDay(new Date(day))) continue
    const minute = span.minutes[minutesUntil(span, day, now)]
    if (minute === undefined) continue
    const next = utcOfLocal(span.zone, day + minute * MINUTE)
    return end !== undefined && end > now ? Math.min(end, next) : next
  }
  return end !== undefined && end > now ? end : undefined
}
