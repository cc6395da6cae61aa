/** Randomness that repeats: the same seed gives the same bytes. For development only. */
import { concat, sha256, toUtf8 } from '@keywright/keys'

/** SHA-256 of the seed and a counter, one block after the other. */
export function seededRandom(seed: string): (length: number) => Uint8Array {
  let counter = 0
  let rest: Uint8Array = new Uint8Array()
  return (length) => {
    while (rest.length < length) rest = concat(rest, sha256(toUtf8(`${seed} ${counter++}`)))
    const bytes = rest.slice(0, length)
    rest = rest.slice(length)
    return bytes
  }
}
