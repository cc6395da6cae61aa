import { createSign, generateKeyPairSync } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readDerSignature } from './der.ts'
import { concat, parseHex, toHex } from './encoding.ts'

const curves = { 'P-256': p256, secp256k1 }
const hex = (text: string) => parseHex(text.replaceAll(' ', ''), 'test')
const bytesOf = (value: bigint) => hex(value.toString(16).padStart(64, '0'))
const tlv = (tag: number, ...parts: Uint8Array[]) => {
  const value = concat(...parts)
  return concat(Uint8Array.of(tag, value.length), value)
}
/** As wallet stampers of public SDKs write a scalar: at its fixed width, with a sign byte where it needs one. */
const fixedWidth = (value: bigint) => {
  const bytes = bytesOf(value)
  return tlv(0x02, bytes[0]! >= 0x80 ? Uint8Array.of(0) : new Uint8Array(), bytes)
}
const sequence = (...parts: Uint8Array[]) => tlv(0x30, ...parts)

describe.each(Object.entries(curves))('signatures on %s', (_name, curve) => {
  const n = curve.Point.Fn.ORDER
  const scalar = fc.oneof(
    fc.bigInt(1n, n - 1n),
    // Scalars whose first bytes are zero, with and without the bit that would be a sign.
    fc.bigInt(1n, 1n << 248n),
    fc.bigInt(1n, 1n << 240n),
    fc.constantFrom(1n, 0x7fn, 0x80n, 0xffn, n - 1n, n >> 1n),
  )

  it('are read whether their integers are minimal or at fixed width', () => {
    fc.assert(
      fc.property(scalar, scalar, (r, s) => {
        const minimal = new curve.Signature(r, s).toBytes('der')
        const expected = concat(bytesOf(r), bytesOf(s))
        expect(readDerSignature(minimal, curve)).toEqual(expected)
        expect(readDerSignature(sequence(fixedWidth(r), fixedWidth(s)), curve)).toEqual(expected)
      }),
    )
  })

  it('that are read are at most what was written: no other bytes, lengths or tags', () => {
    fc.assert(
      fc.property(scalar, scalar, fc.nat(), fc.integer({ min: 1, max: 255 }), (r, s, place, change) => {
        const der = new curve.Signature(r, s).toBytes('der')
        const altered = der.with(place % der.length, der[place % der.length]! ^ change)
        let read: Uint8Array
        try {
          read = readDerSignature(altered, curve)
        } catch {
          return
        }
        // What is still read says other numbers; the frame cannot have changed.
        expect(toHex(read)).not.toBe(toHex(concat(bytesOf(r), bytesOf(s))))
        expect([altered[0], altered[1], altered[2]]).toEqual([0x30, der.length - 2, 0x02])
      }),
    )
  })

  const [one, good] = [hex('020101'), hex('02020080')]
  const order = tlv(0x02, n >> 255n ? Uint8Array.of(0) : new Uint8Array(), bytesOf(n))
  it.each<[string, Uint8Array]>([
    ['nothing', new Uint8Array()],
    ['a tag alone', hex('30')],
    ['an empty sequence', hex('3000')],
    ['one integer', sequence(one)],
    ['three integers', sequence(one, one, one)],
    ['another tag than SEQUENCE', tlv(0x31, one, one)],
    ['another tag than INTEGER', sequence(tlv(0x03, Uint8Array.of(1)), one)],
    ['a constructed INTEGER', sequence(tlv(0x22, one), one)],
    ['bytes after the sequence', concat(sequence(one, one), Uint8Array.of(0))],
    ['bytes after s', sequence(one, one, Uint8Array.of(0))],
    ['a sequence cut short', sequence(one, one).subarray(0, -1)],
    ['a sequence shorter than it says', concat(hex('3007'), one, one)],
    ['a sequence longer than it says', concat(hex('3005'), one, one)],
    ['an integer longer than the sequence', hex('3006 020101 020201')],
    ['an empty r', sequence(hex('0200'), one)],
    ['an empty s', sequence(one, hex('0200'))],
    ['r = 0', sequence(hex('020100'), one)],
    ['s = 0', sequence(one, hex('020100'))],
    ['r = 0 at fixed width', sequence(fixedWidth(0n), one)],
    ['s = 0 at fixed width', sequence(one, fixedWidth(0n))],
    ['a negative r', sequence(hex('020180'), one)],
    ['a negative s', sequence(one, hex('0201ff'))],
    ['a negative r at fixed width', sequence(tlv(0x02, bytesOf((1n << 255n) + 1n)), one)],
    ['r = n', sequence(order, one)],
    ['s = n', sequence(one, order)],
    ['r of 2^256 − 1', sequence(tlv(0x02, Uint8Array.of(0), bytesOf((1n << 256n) - 1n)), one)],
    ['r of 33 bytes without a leading zero', sequence(tlv(0x02, Uint8Array.of(1), bytesOf(1n)), one)],
    ['r of 34 bytes', sequence(tlv(0x02, hex('0000'), bytesOf(1n)), one)],
    ['s of 120 zeros and a one', sequence(one, tlv(0x02, new Uint8Array(119), Uint8Array.of(1)))],
    ['an indefinite length', concat(hex('3080'), one, one, hex('0000'))],
    ['an indefinite length of r', sequence(hex('0280 01 0000'), one)],
    ['a length in the long form', concat(hex('308106'), one, one)],
    ['a length in the long form with a zero', concat(hex('30820006'), one, one)],
    ['a length of r in the long form', sequence(hex('028101 01'), one)],
    ['a length of 2^32', concat(hex('30850100000000'), one, one)],
    ['the reserved length', concat(hex('30ff'), one, one)],
    ['64 bytes r ‖ s', new curve.Signature(5n, 7n).toBytes('compact')],
  ])('are refused: %s', (_what, der) => {
    expect(readDerSignature(sequence(one, good), curve)).toHaveLength(64)
    expect(() => readDerSignature(der, curve)).toThrow()
  })
})

it('agrees with OpenSSL about what a signature says', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  for (let i = 0; i < 300; i++) {
    const der = createSign('sha256').update(String(i)).sign(privateKey)
    expect(readDerSignature(der, p256)).toEqual(p256.Signature.fromBytes(der, 'der').toBytes('compact'))
  }
})
