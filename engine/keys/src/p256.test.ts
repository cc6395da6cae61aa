import { createECDH, createPrivateKey, createSign, createVerify } from 'node:crypto'
import { p256 } from '@noble/curves/nist.js'
import { describe, expect, it } from 'vitest'
import { expectKeysError } from '../test/expectKeysError.ts'
import { seededRandom } from '../test/index.ts'
import vectors from '../vectors/signatures.json'
import { concat, parseHex, toBase64url, toHex, toUtf8 } from './encoding.ts'
import { sha256 } from './hash.ts'
import {
  compressP256PublicKey,
  generateP256KeyPair,
  p256PublicKeyOf,
  parseP256PublicKey,
  signP256,
  signP256Digest,
  uncompressP256PublicKey,
  verifyP256,
  verifyP256Digest,
} from './p256.ts'

function nodeKeyOf(privateKey: Uint8Array) {
  const point = uncompressP256PublicKey(p256PublicKeyOf(privateKey))
  const [d, x, y] = [privateKey, point.subarray(1, 33), point.subarray(33)].map(toBase64url)
  return createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d: d!, x: x!, y: y! }, format: 'jwk' })
}

describe('P-256 signatures', () => {
  const { privateKey, publicKey, signatures } = vectors.p256

  it.each(signatures)('are the published ones of $message', async ({ message, r, s }) => {
    const key = parseHex(privateKey, 'key')
    expect(toHex(p256PublicKeyOf(key))).toBe(publicKey)
    expect(toHex(signP256Digest(sha256(toUtf8(message)), key))).toBe(r + s)
    const der = signP256(toUtf8(message), key)
    expect(await verifyP256(der, toUtf8(message), parseHex(publicKey, 'key'))).toBe(true)
  })

  it('verify in a second library, and the other way round, whichever S', async () => {
    const random = seededRandom('p256')
    let highS = 0
    for (let i = 0; i < 64; i++) {
      const pair = generateP256KeyPair(random)
      const message = random(i * 3)
      const node = nodeKeyOf(pair.privateKey)
      const ours = signP256(message, pair.privateKey)
      expect(createVerify('sha256').update(message).verify(node, ours)).toBe(true)
      const theirs = createSign('sha256').update(message).sign(node)
      expect(await verifyP256(theirs, message, pair.publicKey)).toBe(true)
      const compact = p256.Signature.fromBytes(theirs, 'der')
      if (compact.hasHighS()) highS++
      expect(verifyP256Digest(compact.toBytes('compact'), sha256(message), pair.publicKey)).toBe(true)
      expect(await verifyP256(theirs, concat(message, Uint8Array.of(0)), pair.publicKey)).toBe(false)
    }
    expect(highS).toBeGreaterThan(0)
  })

  it('that cannot be read do not verify', async () => {
    const pair = generateP256KeyPair(seededRandom('unreadable'))
    const message = toUtf8('hello')
    const good = signP256(message, pair.privateKey)
    const zeros = parseHex('3006020100020100', 'signature')
    for (const bad of [new Uint8Array(), zeros, good.subarray(1), concat(good, Uint8Array.of(0))]) {
      expect(await verifyP256(bad, message, pair.publicKey)).toBe(false)
      expect(verifyP256Digest(bad, sha256(message), pair.publicKey)).toBe(false)
    }
    for (const key of [new Uint8Array(33), new Uint8Array(), parseHex(`02${'f'.repeat(64)}`, 'key')]) {
      expect(await verifyP256(good, message, key)).toBe(false)
    }
  })

  it('verify without WebCrypto too, with the same answers', async () => {
    const pair = generateP256KeyPair(seededRandom('no subtle'))
    const good = signP256(toUtf8('a'), pair.privateKey)
    const platform = Object.getOwnPropertyDescriptor(globalThis, 'crypto')!
    Object.defineProperty(globalThis, 'crypto', { value: undefined, configurable: true })
    try {
      expect(await verifyP256(good, toUtf8('a'), pair.publicKey)).toBe(true)
      expect(await verifyP256(good, toUtf8('b'), pair.publicKey)).toBe(false)
    } finally {
      Object.defineProperty(globalThis, 'crypto', platform)
    }
  })
})

describe('P-256 public keys', () => {
  it('compress and uncompress as a second library does', () => {
    const random = seededRandom('points')
    for (let i = 0; i < 50; i++) {
      const { privateKey, publicKey } = generateP256KeyPair(random)
      const ecdh = createECDH('prime256v1')
      ecdh.setPrivateKey(privateKey)
      expect(toHex(publicKey)).toBe(ecdh.getPublicKey('hex', 'compressed'))
      expect(toHex(uncompressP256PublicKey(publicKey))).toBe(ecdh.getPublicKey('hex', 'uncompressed'))
      expect(compressP256PublicKey(uncompressP256PublicKey(publicKey))).toEqual(publicKey)
    }
  })

  it("are rejected if they don't encode a point", () => {
    for (const text of ['', '02', `02${'f'.repeat(64)}`, `04${'1'.repeat(128)}`, `05${'1'.repeat(64)}`]) {
      const { message } = expectKeysError('PUBLIC_KEY_MALFORMED', () =>
        parseP256PublicKey(text, 'target key'),
      )
      expect(message).toBe('target key is not a point of P-256')
    }
    expectKeysError('MALFORMED_HEX', () => parseP256PublicKey('zz', 'target key'))
    expectKeysError('PRIVATE_KEY_OUT_OF_RANGE', () => p256PublicKeyOf(new Uint8Array(32)))
  })
})
