/** Time zones, by the IANA data of the host. */

const ZONE = /^[A-Za-z][A-Za-z0-9_+\-/]*$/
const DAY = 86_400_000

/** One per zone that the host knows, in any letter case: creating a format takes longer than using it. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(zone: string): Intl.DateTimeFormat | undefined {
  const name = zone.toLowerCase()
  const known = formats.get(name)
  if (known || !ZONE.test(zone)) return known
  const format = openFormat(zone)
  if (format) formats.set(name, format)
  return format
}

function openFormat(zone: string): Intl.DateTimeFormat | undefined {
  const numeric = 'numeric' as const
  try {
    return new Intl.DateTimeFormat('en-US-u-ca-gregory-nu-latn', {
      timeZone: zone,
      hourCycle: 'h23',
      year: numeric,
      month: numeric,
      day: numeric,
      hour: numeric,
      minute: numeric,
      second: numeric,
    })
  } catch {
    return undefined
  }
}

/** Whether the host has data about time zones at all: a small build of Node has none. */
export const hasZoneData = (): boolean => formatOf('America/New_York') !== undefined

export const isZone = (zone: string): boolean => formatOf(zone) !== undefined

/** The clock on the wall, as milliseconds of a UTC time with the same digits. @throws RangeError for an unknown zone */
export function localTime(zone: string, time: number): number {
  const format = formatOf(zone)
  if (!format) throw new RangeError(`unknown time zone ${zone}`)
  const parts = new Map(format.formatToParts(time).map(({ type, value }) => [type, Number(value)]))
  const [year, month, day] = [parts.get('year')!, parts.get('month')!, parts.get('day')!]
  return Date.UTC(year, month - 1, day, parts.get('hour')!, parts.get('minute')!, parts.get('second')!)
}

const QUARTER = 900_000
/** Offsets by zone and quarter of an hour, at whose beginnings clocks change. */
const offsets = new Map<string, number>()
const MOST_OFFSETS = 10_000

function offsetAt(zone: string, time: number): number {
  const quarter = Math.floor(time / QUARTER) * QUARTER
  const key = `${zone} ${quarter}`
  let offset = offsets.get(key)
  if (offset === undefined) {
    if (offsets.size >= MOST_OFFSETS) offsets.clear()
    offset = localTime(zone, quarter) - quarter
    offsets.set(key, offset)
  }
  return offset
}

/**
 * When the clock on the wall first shows a local time. A time that a change of clocks skips counts as the moment of the
 * change.
 */
export function utcOfLocal(zone: string, local: number): number {
  const before = offsetAt(zone, local - DAY)
  const after = offsetAt(zone, local + DAY)
  const shown = [local - before, local - after].filter((time) => offsetAt(zone, time) === local - time)
  if (shown.length > 0) return Math.min(...shown)
  let low = local - Math.max(before, after)
  let high = local - Math.min(before, after)
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (offsetAt(zone, middle) === before) low = middle
    else high = middle
  }
  return high
}
