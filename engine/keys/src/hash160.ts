/** Apart from the other hash functions, because a tab loads it only with the first address. */

import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 } from './hash.ts'

export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(sha256(bytes))
