/** Points in time, as nanoseconds since 1970. */

const NANOSECONDS = 1_000_000n
const RFC3339 = /^(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9}))?(?:[Zz]|[+-]00:00)$/

/** RFC 3339 with offset zero → nanoseconds since 1970; undefined for any other text, or a date that doesn't exist. */
export function parseTimestamp(text: string): bigint | undefined {
  const found = RFC3339.exec(text)
  if (!found) return undefined
  const [year, month, day, hour, minute, second] = found.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ]
  const date = new Date(0)
  date.setUTCFullYear(year, month - 1, day)
  date.setUTCHours(hour, minute, second)
  const isReal =
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    date.getUTCHours() === hour &&
    date.getUTCMinutes() === minute &&
    date.getUTCSeconds() === second
  if (!isReal) return undefined
  return BigInt(date.getTime()) * NANOSECONDS + BigInt((found[7] ?? '').padEnd(9, '0'))
}

/** Milliseconds since 1970 → the value of `time.now`. */
export const toTimestamp = (milliseconds: number): bigint => BigInt(milliseconds) * NANOSECONDS

/** The first millisecond at or after a point in time. */
export const toMilliseconds = (timestamp: bigint): number => {
  const whole = timestamp / NANOSECONDS
  return Number(whole * NANOSECONDS < timestamp ? whole + 1n : whole)
}

/** `2026-03-01T09:00:00.000Z`. */
export const formatTimestamp = (timestamp: bigint): string =>
  new Date(Number(timestamp / NANOSECONDS)).toISOString()
