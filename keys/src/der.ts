/**
 * Reads ECDSA signatures as clients write them in DER: SEQUENCE { r INTEGER, s INTEGER } (SEC 1 §C.5, X.690 §8.9).
 *
 * One thing is read leniently. X.690 §8.3.2 wants an INTEGER without needless leading zeros; wallet stampers of public
 * SDKs write r and s at their fixed width of 32 bytes instead, so that about one signature in 200 of theirs begins an
 * integer with a needless zero. What such bytes say is beyond doubt, and no security rests on there being one encoding:
 * requests are told apart by their bodies, never by their signatures.
 */
import { DER, type ECDSA } from '@noble/curves/abstract/weierstrass.js'

const SEQUENCE = 0x30
const INTEGER = 0x02

/**
 * The signature as `r ‖ s`, 32 bytes each, for curves of 256 bits.
 * @throws Error for anything but two positive integers below the order, framed exactly (X.690 §10.1): bytes left over,
 *   indefinite or roundabout lengths, negative numbers, zero, more bytes than a scalar and a sign have
 */
export function readDerSignature(der: Uint8Array, { Signature }: Pick<ECDSA, 'Signature'>): Uint8Array {
  const { v: members, l: afterSequence } = DER._tlv.decode(SEQUENCE, der)
  const { v: r, l: afterR } = DER._tlv.decode(INTEGER, members)
  const { v: s, l: afterS } = DER._tlv.decode(INTEGER, afterR)
  if (afterSequence.length > 0 || afterS.length > 0) throw new DER.Err('bytes are left over')
  // The constructor takes 1 to n − 1.
  return new Signature(readInteger(r), readInteger(s)).toBytes('compact')
}

/** A scalar at its fixed width, and the byte that keeps it from being negative. */
const MAX_INTEGER_BYTES = 33

function readInteger(bytes: Uint8Array): bigint {
  if (bytes.length > MAX_INTEGER_BYTES) throw new DER.Err('the integer is too long')
  const digits = bytes.findIndex((byte) => byte !== 0)
  // The byte of the sign stays, where there is one: without it the number would be negative.
  return DER._int.decode(
    bytes[digits]! >= 0x80 ? bytes.subarray(Math.max(digits - 1, 0)) : bytes.subarray(digits),
  )
}
