/** Randomness for tests and replays: equal seeds give equal bytes. Never for real keys. */

import { sha256 } from '@noble/hashes/sha2.js'
import { concat, toUtf8 } from '../src/encoding.ts'
import type { Random } from '../src/random.ts'

/** SHA-256 of the seed and a counter, block by block. */
export function seededRandom(seed: string): Random {
  let counter = 0
  return (length) => {
    const bytes = new Uint8Array(length)
    for (let offset = 0; offset < length; offset += 32) {
      const block = sha256(concat(toUtf8(`${seed}/${counter++}`)))
      bytes.set(block.subarray(0, length - offset), offset)
    }
    return bytes
  }
}

export * from './contracts.ts'
export { binaryReaders, readers } from './readers.ts'
