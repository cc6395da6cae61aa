/** Test effort: `npm run nightly` runs every case, `npm test` a few of each kind. */

export const isNightly = process.env['KEYWRIGHT_NIGHTLY'] !== undefined

/** Number of random inputs per property, a tenth of them in `npm test`. */
export const tries = (nightly: number): number => (isNightly ? nightly : Math.ceil(nightly / 10))

/** For fast-check properties that need rare outcomes: fixed inputs in `npm test`. */
export const runs = (nightly: number): { numRuns: number; seed?: number } =>
  isNightly ? { numRuns: nightly } : { numRuns: tries(nightly), seed: 1 }

/** All cases nightly; in `npm test` every nth case, starting with the first. */
export const everyNth = <T>(n: number, cases: readonly T[]): readonly T[] =>
  isNightly ? cases : cases.filter((_, at) => at % n === 0)

/** Seeds of random runs: a fixed one in `npm test`, nightly also a new one. */
export const seeds = (fixed: number) =>
  everyNth(2, [
    ['a fixed seed', fixed],
    ['a new seed', Math.floor(Math.random() * 2 ** 32)],
  ] as const)
