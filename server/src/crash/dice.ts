/** Choices of a crash run, from a seed: the same run can be asked for again, although its moments never repeat. */
import { seededRandom } from '@keywright/host'

export interface Dice {
  readonly seed: string
  /** A whole number from 0 up to, not including, `bound`. */
  below(bound: number): number
  /** Waits for a moment that nobody chose. */
  moment(mostMs: number): Promise<void>
}

export function createDice(seed: string): Dice {
  const random = seededRandom(`crash ${seed}`)
  const below = (bound: number) => new DataView(random(4).slice().buffer).getUint32(0) % bound
  return {
    seed,
    below,
    moment: (mostMs) => new Promise((done) => setTimeout(done, below(mostMs))),
  }
}
