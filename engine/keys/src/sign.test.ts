import { createPrivateKey, createPublicKey, sign as nodeSign, verify as nodeVerify } from 'node:crypto'
import { ed25519 } from '@noble/curves/ed25519.js'
import { schnorr } from '@noble/curves/secp256k1.js'
import { hashMessage, recoverAddress, SigningKey } from 'ethers'
import * as tiny from 'tiny-secp256k1'
import { describe, expect, it } from 'vitest'
import { tries } from '../../../tools/scripts/lib/tries.ts'
import { expectKeysError } from '../test/expectKeysError.ts'
import { seededRandom } from '../test/index.ts'
import vectors from '../vectors/signatures.json'
import { addressOf } from './address.ts'
import { generatePrivateKey, publicKeyOf } from './curve.ts'
import { concat, parseHex, toHex, toUtf8 } from './encoding.ts'
import { keccak256, sha256 } from './hash.ts'
import { sign, signingAlgorithmOf, toCompactSignature } from './sign.ts'
import { tweakTaprootPrivateKey, tweakTaprootPublicKey } from './taproot.ts'

/** Half of the order of secp256k1, rounded down: S is never above it (BIP-62). */
const HALF_ORDER = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n
const RANDOM_SIGNATURES = tries(2 ** 12)

describe('secp256k1 signatures', () => {
  it.each(vectors.secp256k1)('are the published ones of $message', ({ privateKey, message, r, s }) => {
    const signature = sign('ecdsa', sha256(toUtf8(message)), parseHex(privateKey, 'key'))
    expect(signature).toMatchObject({ r, s })
  })

  it(`agree with a second library, ${RANDOM_SIGNATURES} random ones, short r and s among them`, () => {
    const random = seededRandom('signatures')
    let shortR = 0
    let shortS = 0
    const privateKey = generatePrivateKey('CURVE_SECP256K1', random)
    const publicKey = publicKeyOf('CURVE_SECP256K1', privateKey)
    for (let i = 0; i < RANDOM_SIGNATURES; i++) {
      const digest = random(32)
      const { r, s, v } = sign('ecdsa', digest, privateKey)
      expect(r + s).toMatch(/^[0-9a-f]{128}$/)
      expect(BigInt(`0x${s}`) <= HALF_ORDER).toBe(true)
      const other = tiny.signRecoverable(digest, privateKey)
      expect(r + s).toBe(toHex(other.signature))
      expect(v).toBe(`0${other.recoveryId}`)
      if (i % 64 === 0) {
        expect(tiny.recover(digest, toCompactSignature({ r, s }), other.recoveryId, true)).toEqual(publicKey)
      }
      if (r.startsWith('00')) shortR++
      if (s.startsWith('00')) shortS++
    }
    expect(shortR).toBeGreaterThan(0)
    expect(shortS).toBeGreaterThan(0)
  })

  it('recover to the signer’s address', () => {
    const random = seededRandom('recover')
    for (let i = 0; i < 50; i++) {
      const privateKey = generatePrivateKey('CURVE_SECP256K1', random)
      const address = addressOf('ADDRESS_FORMAT_ETHEREUM', publicKeyOf('CURVE_SECP256K1', privateKey))
      const digest = hashMessage(random(40))
      const { r, s, v } = sign('ecdsa', parseHex(digest, 'digest', { prefix: true }), privateKey)
      const signature = { r: `0x${r}`, s: `0x${s}`, v: 27 + Number.parseInt(v, 10) }
      expect(recoverAddress(digest, signature)).toBe(address)
      expect(new SigningKey(privateKey).sign(digest).serialized.slice(2, 130)).toBe(r + s)
    }
  })

  it('refuse keys out of range', () => {
    expectKeysError('PRIVATE_KEY_OUT_OF_RANGE', () => sign('ecdsa', new Uint8Array(32), new Uint8Array(32)))
    expectKeysError('PRIVATE_KEY_OUT_OF_RANGE', () => sign('schnorr', new Uint8Array(32), new Uint8Array(31)))
  })
})

describe('ed25519 signatures', () => {
  it.each(vectors.ed25519)(
    'are the published ones of `$message`',
    ({ privateKey, publicKey, message, signature }) => {
      const key = parseHex(privateKey, 'key')
      expect(toHex(publicKeyOf('CURVE_ED25519', key))).toBe(publicKey)
      const { r, s, v } = sign('ed25519', parseHex(message, 'message'), key)
      expect(r + s).toBe(signature)
      expect(v).toBe('00')
    },
  )

  it('agree with a second library', () => {
    const random = seededRandom('ed25519')
    // RFC 8410: the PKCS #8 wrapping of an Ed25519 seed.
    const prefix = parseHex('302e020100300506032b657004220420', 'prefix')
    for (let i = 0; i < 100; i++) {
      const seed = generatePrivateKey('CURVE_ED25519', random)
      const message = random(i)
      const der = Buffer.from(concat(prefix, seed))
      const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
      const compact = toCompactSignature(sign('ed25519', message, seed))
      expect(toHex(compact)).toBe(nodeSign(null, message, key).toString('hex'))
      expect(nodeVerify(null, message, createPublicKey(key), compact)).toBe(true)
      expect(ed25519.verify(compact, message, publicKeyOf('CURVE_ED25519', seed))).toBe(true)
    }
  })
})

describe('taproot signatures', () => {
  it.each(vectors.bip341)('are the published ones of BIP-341', (vector) => {
    const privateKey = parseHex(vector.privateKey, 'key')
    const publicKey = publicKeyOf('CURVE_SECP256K1', privateKey)
    expect(toHex(publicKey.subarray(1))).toBe(vector.internalPublicKey)
    expect(toHex(tweakTaprootPublicKey(publicKey))).toBe(vector.outputPublicKey)
    expect(toHex(tweakTaprootPrivateKey(privateKey))).toBe(vector.tweakedPrivateKey)
    const { r, s, v } = sign('schnorr', parseHex(vector.digest, 'digest'), privateKey)
    expect(r + s).toBe(vector.signature)
    expect(v).toBe('00')
  })

  it.each(vectors.bip340Verify)(
    'verify as BIP-340 row $row says',
    ({ publicKey, message, signature, valid }) => {
      const [q, m, sig] = [publicKey, message, signature].map((text) => parseHex(text, 'vector'))
      expect(schnorr.verify(sig!, m!, q!)).toBe(valid)
      expect(tiny.verifySchnorr(m!, q!, sig!)).toBe(valid)
    },
  )

  it('agree with a second library', () => {
    const random = seededRandom('schnorr')
    for (let i = 0; i < 60; i++) {
      const privateKey = generatePrivateKey('CURVE_SECP256K1', random)
      const digest = random(32)
      const compact = toCompactSignature(sign('schnorr', digest, privateKey))
      const output = tweakTaprootPublicKey(publicKeyOf('CURVE_SECP256K1', privateKey))
      expect(tiny.verifySchnorr(digest, output, compact)).toBe(true)
      const tweaked = tweakTaprootPrivateKey(privateKey)
      expect(toHex(compact)).toBe(toHex(tiny.signSchnorr(digest, tweaked, new Uint8Array(32))))
    }
  })
})

it('the algorithm follows curve and address', () => {
  expect(signingAlgorithmOf('CURVE_ED25519')).toBe('ed25519')
  expect(signingAlgorithmOf('CURVE_SECP256K1')).toBe('ecdsa')
  expect(signingAlgorithmOf('CURVE_SECP256K1', true)).toBe('schnorr')
  expect(toHex(keccak256(new Uint8Array()))).toBe(
    'c5d2460186f7233c927e7db2dcc703c0e500b653ca82273b7bfad8045d85a470',
  )
})
