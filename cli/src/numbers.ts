/** Whole numbers of flags. */
import { usageFailure } from './failure.ts'

/** @throws Failure (usage) that says which numbers are taken */
export function readWholeNumber(flag: string, text: string, least: number, most: number): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= least && value <= most) return value
  throw usageFailure(`--${flag} cannot be \`${text}\``, `a whole number from ${least} to ${most}`)
}

/** A port; 0 is any free one. */
export const readPort = (text: string): number => readWholeNumber('port', text, 0, 65_535)
