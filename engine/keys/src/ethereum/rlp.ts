/** RLP items of Ethereum's formats: integers, addresses, byte strings, lists. All reads are strict. */

import { RLP } from 'micro-eth-signer/core/rlp.js'
import { toHex } from '../encoding.ts'

export type RlpItem = Uint8Array | readonly RlpItem[]

/** Why an item is invalid in its place; callers turn it into their own error. */
export class RlpMismatch extends Error {}

/** Far more than a transaction that fits a block has. The library takes time and memory for each. */
const MAX_ITEMS = 50_000

/** Decodes canonical RLP that uses all its bytes (Yellow Paper, appendix B). @throws RlpMismatch */
export function decodeRlp(bytes: Uint8Array): RlpItem {
  if (hasMoreItems(bytes, MAX_ITEMS)) throw new RlpMismatch(`it has more than ${MAX_ITEMS} items`)
  try {
    return RLP.decode(bytes) as RlpItem
  } catch {
    throw new RlpMismatch('it is not canonical RLP')
  }
}

/** Whether there are more headers of strings and lists; lists are headers before their items. */
function hasMoreItems(bytes: Uint8Array, limit: number): boolean {
  let count = 0
  for (let at = 0; at < bytes.length && count <= limit; count++) {
    const first = bytes[at]!
    if (first < 0x80) at += 1
    else if (first < 0xb8) at += 1 + first - 0x80
    else if (first < 0xc0) {
      const end = at + 1 + first - 0xb7
      at = end + bytes.subarray(at + 1, end).reduce((length, byte) => length * 256 + byte, 0)
    } else at += first < 0xf8 ? 1 : 1 + first - 0xf7
  }
  return count > limit
}

export const encodeRlp = (item: RlpItem): Uint8Array => RLP.encode(item as Parameters<typeof RLP.encode>[0])

/** An integer in RLP: big endian without leading zeros; zero is empty. */
export function fromInteger(value: bigint): Uint8Array {
  if (value === 0n) return new Uint8Array()
  const digits = value.toString(16)
  const even = digits.length % 2 ? `0${digits}` : digits
  return Uint8Array.from(even.match(/../g)!, (pair) => Number.parseInt(pair, 16))
}

/** @throws RlpMismatch */
export function toInteger(item: RlpItem | undefined, name: string, bits: number): bigint {
  const bytes = toBytes(item, name)
  if (bytes[0] === 0) throw new RlpMismatch(`\`${name}\` has a leading zero`)
  if (bytes.length * 8 > bits) throw new RlpMismatch(`\`${name}\` has more than ${bits} bits`)
  return bytes.length === 0 ? 0n : BigInt(`0x${toHex(bytes)}`)
}

/** @throws RlpMismatch */
export function toBytes(item: RlpItem | undefined, name: string): Uint8Array {
  if (!(item instanceof Uint8Array)) throw new RlpMismatch(`\`${name}\` is not a byte string`)
  return item
}

/** @throws RlpMismatch */
export function toFixedBytes(item: RlpItem | undefined, name: string, length: number): Uint8Array {
  const bytes = toBytes(item, name)
  if (bytes.length !== length) {
    throw new RlpMismatch(`\`${name}\` has ${bytes.length} bytes instead of ${length}`)
  }
  return bytes
}

/** @throws RlpMismatch */
export function toList(item: RlpItem | undefined, name: string, length?: number): readonly RlpItem[] {
  if (!Array.isArray(item)) throw new RlpMismatch(`\`${name}\` is not a list`)
  if (length !== undefined && item.length !== length) {
    throw new RlpMismatch(`\`${name}\` has ${item.length} items instead of ${length}`)
  }
  return item
}
