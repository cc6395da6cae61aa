/** Repeatable randomness: the same seed gives the same bytes. For tests only. */
import { concat, sha256, toUtf8 } from '@keywright/keys'

/** SHA-256 of the seed and a counter, block by block. */
export function seededRandom(seed: string): (length: number) => Uint8Array {
  let counter = 0
  let rest = new Uint8Array()
  return (length) => {
    while (rest.length < length) rest = new Uint8Array(concat(rest, sha256(toUtf8(`${seed} ${counter++}`))))
    const bytes = rest.slice(0, length)
    rest = rest.slice(length)
    return bytes
  }
}
