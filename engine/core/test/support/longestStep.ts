/** Processor time that code takes in one piece, compared with a hash in the same process: other processes don't count. */
import { sha256 } from '@noble/hashes/sha2.js'

/** Bytes whose SHA-256 takes as long as the longest piece may take: about 20 ms on a laptop, four times over. */
const HASHED_BYTES = 16 * 2 ** 20

/** Processor time of each step in milliseconds, the longest. Errors end the work. */
function longestStep(start: () => Generator<unknown, unknown>): number {
  let longest = 0
  const steps = start()
  for (let done: boolean | undefined = false; !done; ) {
    longest = Math.max(
      longest,
      processorTime(() => {
        try {
          done = steps.next().done
        } catch {
          done = true
        }
      }),
    )
  }
  return longest
}

let permitted: number | undefined

/**
 * Longest piece in units of what is permitted: above 1, others wait too long. The best of three runs, because the first
 * one compiles.
 */
export function pieceOf(start: () => Generator<unknown, unknown>): number {
  permitted ??= Math.max(...[1, 2].map(() => processorTime(() => sha256(new Uint8Array(HASHED_BYTES)))))
  let best = Number.POSITIVE_INFINITY
  for (let run = 0; run < 3 && best >= 1; run++) best = Math.min(best, longestStep(start) / permitted)
  return best
}

function processorTime(work: () => void): number {
  const before = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1000
}
