import { p256 } from '@noble/curves/nist.js'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { isScalar, toScalarBytes } from './scalar.ts'

describe.each(Object.entries({ 'P-256': p256, secp256k1 }))('a scalar of %s', (_name, curve) => {
  const n = curve.Point.Fn.ORDER
  const order = toScalarBytes(n)
  const largest = (1n << 256n) - 1n

  it.each<[string, bigint, boolean]>([
    ['zero', 0n, false],
    ['one', 1n, true],
    ['a last byte of zero', 1n << 8n, true],
    ['the order less one', n - 1n, true],
    ['the order', n, false],
    ['the order and one', n + 1n, false],
    ['the largest number', largest, false],
  ])('%s', (_what, value, expected) => expect(isScalar(toScalarBytes(value), order)).toBe(expected))

  it('is what the library takes for a private key', () => {
    const near = fc.bigInt(-300n, 300n).map((distance) => n + distance)
    fc.assert(
      fc.property(fc.oneof(fc.bigInt(0n, largest), near), (value) => {
        const bytes = toScalarBytes(value)
        expect(isScalar(bytes, order)).toBe(curve.utils.isValidSecretKey(bytes))
      }),
    )
  })

  it.each([0, 31, 33])('has not %s bytes', (length) => {
    expect(isScalar(new Uint8Array(length).fill(1), order)).toBe(false)
  })
})
