/**
 * Reads ECDSA signatures as clients write them in DER: SEQUENCE { r INTEGER, s INTEGER } (SEC 1 §C.5, X.690 §8.9).
 *
 * One rule is relaxed. X.690 §8.3.2 forbids unnecessary leading zeros in an INTEGER. Wallet stampers of public SDKs write
 * r and s at a fixed width of 32 bytes, so about one in 200 of their signatures has such a zero. The value is still
 * unambiguous, and security doesn't depend on a single encoding: requests are identified by their bodies, never by their
 * signatures.
 */
import type { ECDSA } from '@noble/curves/abstract/weierstrass.js'
import { isScalar, SCALAR_BYTES, toScalarBytes } from './scalar.ts'

const SEQUENCE = 0x30
const INTEGER = 0x02

/**
 * The signature as `r ‖ s`, 32 bytes each, for 256-bit curves.
 * @throws Error for anything but two positive integers below the order with exact framing (X.690 §10.1): trailing
 *   bytes, indefinite or non-minimal lengths, negative numbers, zero, or more bytes than a scalar and its sign have
 */
export function readDerSignature(der: Uint8Array, curve: Pick<ECDSA, 'Point'>): Uint8Array {
  const members = endOf(der, 0, SEQUENCE)
  const r = endOf(der, HEAD_BYTES, INTEGER)
  const s = endOf(der, r, INTEGER)
  if (members !== der.length || s !== der.length) throw new Error('bytes are left over')
  const compact = new Uint8Array(2 * SCALAR_BYTES)
  const order = orderOf(curve)
  copyInteger(der.subarray(2 * HEAD_BYTES, r), compact.subarray(0, SCALAR_BYTES), order)
  copyInteger(der.subarray(r + HEAD_BYTES, s), compact.subarray(SCALAR_BYTES), order)
  return compact
}

/** A tag and a short-form length, which suffices for these signatures. */
const HEAD_BYTES = 2
const LONGEST_SHORT_FORM = 0x7f

function endOf(der: Uint8Array, start: number, tag: number): number {
  const length = der[start + 1]
  if (der[start] !== tag || length === undefined || length > LONGEST_SHORT_FORM)
    throw new Error('it is framed otherwise')
  const end = start + HEAD_BYTES + length
  if (end > der.length) throw new Error('it is cut short')
  return end
}

/** A scalar of fixed width and the byte that keeps it positive. */
const MAX_INTEGER_BYTES = SCALAR_BYTES + 1
const SIGN = 0x80

/** @param scalar receives the integer, right-aligned */
function copyInteger(bytes: Uint8Array, scalar: Uint8Array, order: Uint8Array): void {
  if (bytes.length > MAX_INTEGER_BYTES) throw new Error('the integer is too long')
  if (bytes[0]! & SIGN) throw new Error('the integer is negative')
  const zeros = bytes.findIndex((byte) => byte !== 0)
  const digits = bytes.subarray(zeros < 0 ? bytes.length : zeros)
  if (digits.length > SCALAR_BYTES) throw new Error('the integer is too large')
  scalar.set(digits, SCALAR_BYTES - digits.length)
  if (!isScalar(scalar, order)) throw new Error('the integer is zero, or not below the order')
}

const orders = new WeakMap<ECDSA['Point'], Uint8Array>()

function orderOf({ Point }: Pick<ECDSA, 'Point'>): Uint8Array {
  const known = orders.get(Point)
  if (known) return known
  const order = toScalarBytes(Point.Fn.ORDER)
  orders.set(Point, order)
  return order
}
