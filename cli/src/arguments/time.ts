/** Parses times. */
import { usageFailure } from '../output/failure.ts'

/** Accepts ISO 8601 or milliseconds since 1970. @throws Failure (usage) */
export function readTime(text: string): number {
  const now = /^\d+$/.test(text) ? Number(text) : Date.parse(text)
  if (Number.isSafeInteger(now)) return now
  throw usageFailure(`\`${text}\` is not a time`, 'pass a time such as 2027-01-01T00:00:00Z')
}
