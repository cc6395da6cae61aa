/** Processor time that code takes in one piece, compared with a hash in the same process: other processes don't count. */
import { sha256 } from '@noble/hashes/sha2.js'

/** Bytes whose SHA-256 takes about 20 ms on a laptop, the longest that others may wait. */
const HASHED_BYTES = 4 * 2 ** 20
/** For garbage that others left, and for processors that hash faster than they read. */
const TOLERANCE = 4

/** Processor time of each step in milliseconds, the longest. Errors end the work. A step ends with its promise. */
async function longestStep(start: () => Generator<unknown, unknown>): Promise<number> {
  let longest = 0
  const steps = start()
  for (let done: boolean | undefined = false; !done; ) {
    const step = async () => {
      try {
        const { value, done: isDone } = steps.next()
        done = isDone
        await value
      } catch {
        done = true
      }
    }
    longest = Math.max(longest, await processorTime(step))
  }
  return longest
}

let unit: number | undefined

/**
 * Longest piece in milliseconds of a laptop's processor. The best of three runs, because the first one compiles; one run if
 * it takes less than half of what is permitted.
 */
export async function laptopMilliseconds(start: () => Generator<unknown, unknown>): Promise<number> {
  if (unit === undefined) {
    const hash = () => sha256(new Uint8Array(HASHED_BYTES))
    unit = Math.max(await processorTime(hash), await processorTime(hash)) / 20
  }
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3 && best >= PERMITTED / 2; run++)
    best = Math.min(best, (await longestStep(start)) / unit)
  return best
}

/** In milliseconds of a laptop's processor. */
const PERMITTED = 20

/** Longest piece in units of what is permitted: above 1, others wait too long. */
export const pieceOf = async (start: () => Generator<unknown, unknown>): Promise<number> =>
  (await laptopMilliseconds(start)) / PERMITTED / TOLERANCE

async function processorTime(work: () => unknown): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
