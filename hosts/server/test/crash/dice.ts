/** Random choices of a crash run from a seed, which repeats the choices but not their timing. */
import { seededRandom } from '@keywright/host'

export interface Dice {
  readonly seed: string
  /** A whole number from 0 to `bound`, exclusive. */
  below(bound: number): number
  /** Waits for a random time. */
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
