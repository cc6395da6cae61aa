import { ed25519 } from '@noble/curves/ed25519.js'
import { derivePath as secondSlip10 } from 'ed25519-hd-key'
import { HDNodeWallet } from 'ethers'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { expectKeysError } from '../test/expectKeysError.ts'
import { seededRandom } from '../test/index.ts'
import vectors from '../vectors/derivation.json'
import { curveOf, generatePrivateKey, publicKeyOf } from './curve.ts'
import { deriveKeyPair } from './derive.ts'
import { parseBase58check, parseHex, toHex } from './encoding.ts'
import { HARDENED, MAX_PATH_DEPTH, parsePath } from './path.ts'

const anySeed = fc.uint8Array({ minLength: 16, maxLength: 64 })
const anyIndex = fc.integer({ min: 0, max: HARDENED - 1 })

describe('derivation', () => {
  it.each(vectors.bip32)('gives the published secp256k1 key at $path', ({ seed, path, privateKey }) => {
    expect(toHex(deriveKeyPair('CURVE_SECP256K1', parseHex(seed, 'seed'), path).privateKey)).toBe(privateKey)
  })

  it.each(vectors.bip32Extended)('gives the key of the published $xprv', ({ seed, path, xprv }) => {
    const key = toHex(parseBase58check(xprv, 'xprv').subarray(-32))
    expect(toHex(deriveKeyPair('CURVE_SECP256K1', parseHex(seed, 'seed'), path).privateKey)).toBe(key)
  })

  it.each(vectors.slip10)(
    'gives the published ed25519 key at $path',
    ({ seed, path, privateKey, publicKey }) => {
      const pair = deriveKeyPair('CURVE_ED25519', parseHex(seed, 'seed'), path)
      expect(toHex(pair.privateKey)).toBe(privateKey)
      if (publicKey) expect(toHex(pair.publicKey)).toBe(publicKey)
    },
  )

  it('agrees with a second library on secp256k1', () => {
    const anyStep = fc.tuple(anyIndex, fc.boolean()).map(([index, hard]) => `${index}${hard ? "'" : ''}`)
    fc.assert(
      fc.property(anySeed, fc.array(anyStep, { minLength: 1, maxLength: 5 }), (seed, steps) => {
        const path = `m/${steps.join('/')}`
        const other = HDNodeWallet.fromSeed(seed).derivePath(path)
        const { privateKey, publicKey } = deriveKeyPair('CURVE_SECP256K1', seed, path)
        expect(`0x${toHex(privateKey)}`).toBe(other.privateKey)
        expect(`0x${toHex(publicKey)}`).toBe(other.publicKey)
      }),
      { numRuns: 40, seed: 2 },
    )
  })

  it('agrees with a second library on ed25519', () => {
    fc.assert(
      fc.property(anySeed, fc.array(anyIndex, { minLength: 1, maxLength: 6 }), (seed, indexes) => {
        const path = `m/${indexes.map((index) => `${index}'`).join('/')}`
        const { privateKey } = deriveKeyPair('CURVE_ED25519', seed, path)
        expect(toHex(privateKey)).toBe(toHex(secondSlip10(path, toHex(seed)).key))
      }),
      { numRuns: 60, seed: 3 },
    )
  })

  it('refuses unhardened steps on ed25519, naming the step', () => {
    const error = expectKeysError('PATH_UNHARDENED', () =>
      deriveKeyPair('CURVE_ED25519', new Uint8Array(64), "m/44'/501'/0'/7"),
    )
    expect(error.message).toContain('`7`')
  })

  it('refuses curves that are not ours', () => {
    const derive = () => deriveKeyPair('CURVE_P256' as 'CURVE_ED25519', new Uint8Array(64), 'm/0')
    expectKeysError('CURVE_UNKNOWN', derive)
  })
})

describe('paths', () => {
  it('read as indexes', () => {
    expect(parsePath("m/44'/60'/0'/0/2147483647")).toEqual([
      44 + HARDENED,
      60 + HARDENED,
      HARDENED,
      0,
      2147483647,
    ])
  })

  it.each([
    ['', 'does not start with `m`'],
    ['M/0', 'does not start with `m`'],
    ['m', 'names no index'],
    ['m/', 'index 1'],
    ['m/0/', 'index 2'],
    ['m//0', 'index 1'],
    ['m/00', 'index 1'],
    ['m/-1', 'index 1'],
    ['m/1.5', 'index 1'],
    ['m/0h', 'index 1'],
    ["m/0''", 'index 1'],
    ['m/ 0', 'index 1'],
    ['m/2147483648', 'largest'],
    ["m/2147483648'", 'largest'],
    ['m/99999999999', 'index 1'],
    [`m${'/0'.repeat(MAX_PATH_DEPTH + 1)}`, 'more than'],
    [`m/${'9'.repeat(500)}`, 'more than'],
  ])('are refused: %s', (path, reason) => {
    const { message } = expectKeysError('PATH_MALFORMED', () => parsePath(path))
    expect(message).toContain(reason)
    expect(message.length).toBeLessThan(300)
  })
})

describe('keys of a curve', () => {
  it('replay from equal randomness', () => {
    for (const curve of ['CURVE_SECP256K1', 'CURVE_ED25519'] as const) {
      const [a, b] = [
        generatePrivateKey(curve, seededRandom('k')),
        generatePrivateKey(curve, seededRandom('k')),
      ]
      expect(toHex(a)).toBe(toHex(b))
      expect(curveOf(publicKeyOf(curve, a))).toBe(curve)
    }
  })

  it("reject values that aren't private keys", () => {
    const order = parseHex('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141', 'order')
    for (const bytes of [
      new Uint8Array(32),
      order,
      new Uint8Array(31),
      new Uint8Array(33),
      new Uint8Array(),
    ]) {
      expectKeysError('PRIVATE_KEY_OUT_OF_RANGE', () => publicKeyOf('CURVE_SECP256K1', bytes))
    }
    expectKeysError('PRIVATE_KEY_OUT_OF_RANGE', () => publicKeyOf('CURVE_ED25519', new Uint8Array(33)))
    expect(publicKeyOf('CURVE_ED25519', new Uint8Array(32))).toEqual(ed25519.getPublicKey(new Uint8Array(32)))
    expectKeysError('PUBLIC_KEY_MALFORMED', () => curveOf(new Uint8Array(65)))
  })
})
