/** Parses numbers in flags. */
import { usageFailure } from '../output/failure.ts'

/** @param setting such as `--port` @throws Failure (usage) that names the valid range */
export function readWholeNumber(setting: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= least && value <= most) return value
  throw usageFailure(`${setting} cannot be \`${text}\``, `pass a whole number from ${least} to ${most}`)
}

/** Converts seconds to milliseconds. @param setting such as `--timeout` @throws Failure (usage) */
export function readSeconds(setting: string, text: string): number {
  const seconds = Number(text)
  if (text.trim() !== '' && seconds >= 0.05 && seconds <= MOST_SECONDS) return seconds * 1000
  throw usageFailure(
    `${setting} cannot be \`${text}\``,
    `pass a number of seconds, such as 2 or 0.5, up to ${MOST_SECONDS}`,
  )
}

/** Upper bound of timers: 2^31 ms, a little less than 25 days. */
const MOST_SECONDS = 2_147_483

/** Parses a port; 0 picks a free port. */
export const readPort = (text: string): number => readWholeNumber('--port', text, 0, 65_535)

/** A count with its noun: `1 row`, `2 rows`; `1 policy`, `2 policies`. */
export const counted = (count: number, noun: string, nouns = `${noun}s`): string =>
  `${count} ${count === 1 ? noun : nouns}`
