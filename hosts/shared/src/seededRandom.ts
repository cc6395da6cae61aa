/** Deterministic random bytes from a seed. For development only. */
import { concat, sha256, toUtf8 } from '@keywright/keys'

/** Blocks of SHA-256 over the seed and a counter. */
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
