/** How much tests try: `npm run nightly` tries every case, `npm test` a few of each kind. */

export const isNightly = process.env['KEYWRIGHT_NIGHTLY'] !== undefined

/** How many random inputs a property gets: a tenth of them in `npm test`. */
export const tries = (nightly: number): number => (isNightly ? nightly : Math.ceil(nightly / 10))

/** For a fast-check property that must see rare outcomes: in `npm test` it gets the same inputs each time. */
export const runs = (nightly: number): { numRuns: number; seed?: number } =>
  isNightly ? { numRuns: nightly } : { numRuns: tries(nightly), seed: 1 }

/** All cases nightly, every nth one in `npm test`, beginning with the first. */
export const everyNth = <T>(n: number, cases: readonly T[]): readonly T[] =>
  isNightly ? cases : cases.filter((_, at) => at % n === 0)
