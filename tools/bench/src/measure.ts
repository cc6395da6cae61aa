/** Reliable timing on a shared machine: warm up, several rounds, the median. */

const WARM_UP_MS = 300
const ROUND_MS = 400
const ROUNDS = 5

/** Median microseconds of one run of `work`. */
export async function microseconds(work: () => unknown): Promise<number> {
  await runFor(WARM_UP_MS, work)
  const rounds: number[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await runFor(ROUND_MS, work))
  return median(rounds)
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]!
}

/** The middle half of the values, which a median may hide. */
export function middleHalf(values: readonly number[]): readonly [from: number, to: number] {
  const sorted = [...values].sort((a, b) => a - b)
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))]!
  return [at(0.25), at(0.75)]
}

/** Median of `one[i] / other[i]`: values measured right after each other are affected equally by other load. */
export const pairedRatio = (one: readonly number[], other: readonly number[]): number =>
  median(one.map((value, index) => value / other[index]!))

async function runFor(milliseconds: number, work: () => unknown): Promise<number> {
  const started = performance.now()
  let runs = 0
  let elapsed = 0
  do {
    const result = work()
    if (result instanceof Promise) await result
    runs++
    elapsed = performance.now() - started
  } while (elapsed < milliseconds)
  return (elapsed / runs) * 1_000
}
