import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectKeysError } from '../test/expectKeysError.ts'
import {
  equalBytes,
  parseBase58check,
  parseBase64url,
  parseHex,
  parseJsonObject,
  parseUtf8,
  toBase58check,
  toBase64url,
  toHex,
} from './encoding.ts'
import { fingerprintOf, oidcNonceOf } from './hash.ts'

describe('texts of bytes', () => {
  it('are what the platform writes, and read back', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 100 }), (bytes) => {
        const buffer = Buffer.from(bytes)
        expect(toHex(bytes)).toBe(buffer.toString('hex'))
        expect(toBase64url(bytes)).toBe(buffer.toString('base64url'))
        expect(parseHex(toHex(bytes).toUpperCase(), 'x')).toEqual(bytes)
        expect(parseBase64url(toBase64url(bytes), 'x')).toEqual(bytes)
        expect(parseBase58check(toBase58check(bytes), 'x')).toEqual(bytes)
        const padded = buffer.toString('base64').replaceAll('+', '-').replaceAll('/', '_')
        expect(parseBase64url(padded, 'x')).toEqual(bytes)
      }),
      { seed: 7 },
    )
  })

  it('are rejected if malformed', () => {
    expectKeysError('MALFORMED_HEX', () => parseHex('0x00', 'x'))
    expectKeysError('MALFORMED_HEX', () => parseHex('abc', 'x'))
    expectKeysError('MALFORMED_HEX', () => parseHex('0x0x', 'x', { prefix: true }))
    for (const text of ['a', 'ab=', 'abc==', 'a+b/', 'abc ', 'ab===', '=', '====', 'AB']) {
      expectKeysError('MALFORMED_BASE64URL', () => parseBase64url(text, 'x'))
    }
    for (const text of ['', '1', '0OIl', 'x'.repeat(10_000)]) {
      expectKeysError('MALFORMED_BASE58CHECK', () => parseBase58check(text, 'x'))
    }
    expectKeysError('MALFORMED_UTF8', () => parseUtf8(Uint8Array.of(0xc3, 0x28), 'x'))
    for (const text of ['', '{', '1', 'null', '[]'])
      expectKeysError('MALFORMED_JSON', () => parseJsonObject(text, 'x'))
  })
})

it('bytes are equal when they are', () => {
  expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 2))).toBe(true)
  expect(equalBytes(Uint8Array.of(1, 2), Uint8Array.of(1, 3))).toBe(false)
  expect(equalBytes(Uint8Array.of(1), Uint8Array.of(1, 0))).toBe(false)
})

it('the OIDC nonce is the hash of the key’s text', () => {
  const key =
    '04bb76f9a8aaafbb0722fa184f66642ae425e2a032bde8ffa0479ff5a93157b204c7848701cf246d81fd58f6c4c47a437d9f81e6a183042f2f1aa2f6aa28e4ab65'
  expect(oidcNonceOf(key)).toBe('1f9570d976946c0cb72f0e853eea0fb648b5e9e9a2266d25f971817e187c9b18')
})

it('the fingerprint names its hash', () => {
  expect(fingerprintOf(new Uint8Array())).toBe(
    'sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
  )
})
