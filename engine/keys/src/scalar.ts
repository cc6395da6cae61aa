/** Scalars of 256-bit curves as bytes, without BigInts, which are slower and can't be overwritten. */
import { parseHex } from './encoding.ts'

/** Length of a scalar. */
export const SCALAR_BYTES = 32

/** A number below 2^256 as 32 bytes, big endian. */
export const toScalarBytes = (value: bigint): Uint8Array =>
  parseHex(value.toString(16).padStart(2 * SCALAR_BYTES, '0'), 'scalar')

/**
 * Whether 32 bytes, big endian, are a number from 1 to below the order. Runs in constant time: a subtraction that
 * must borrow.
 * @param order 32 bytes
 */
export function isScalar(bytes: Uint8Array, order: Uint8Array): boolean {
  if (bytes.length !== SCALAR_BYTES) return false
  let borrow = 0
  let some = 0
  for (let n = SCALAR_BYTES - 1; n >= 0; n--) {
    const byte = bytes[n]!
    some |= byte
    borrow = (byte - order[n]! - borrow) >>> 31
  }
  return borrow === 1 && some !== 0
}
