/** Timing that means something on a shared machine: warm up, several rounds, the median. */

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

/** Bytes of live heap after a collection; needs `--expose-gc`. */
export function liveHeap(): number {
  for (let i = 0; i < 3; i++) globalThis.gc?.()
  return process.memoryUsage().heapUsed
}
