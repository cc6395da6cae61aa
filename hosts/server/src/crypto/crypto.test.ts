/** The plugged-in cryptography produces the same bytes as the libraries that it replaces. */
import {
  decryptAtRest,
  deriveKeyPair,
  encryptAtRest,
  type FastCrypto,
  type FastSecp256k1,
  generateP256KeyPair,
  hmacSha256,
  hmacSha512,
  isKeysError,
  p256PublicKeyOf,
  parseBase64url,
  parseHex,
  platformRandom,
  plugCrypto,
  publicKeyOf,
  sha256,
  sha256Hex,
  sign,
  signP256,
  toBase64url,
  toHex,
  toUtf8,
  verifyP256,
} from '@keywright/keys'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { tries } from '../../../../tools/scripts/lib/tries.ts'
import { nodeCrypto } from './nodeCrypto.ts'
import { assertHash, assertSame, loadWasmSecp256k1, reduceDigest } from './wasmSecp256k1.ts'

const secp256k1 = loadWasmSecp256k1()
const all: FastCrypto = { ...nodeCrypto, secp256k1 }

// The libraries that it replaces are slow.
fc.configureGlobal({ numRuns: tries(250) })
afterEach(() => plugCrypto({}))

/** Results of a task with the default and with the plugged-in libraries. */
function both<T>(task: () => T): [T, T] {
  plugCrypto({})
  const own = task()
  plugCrypto(all)
  const plugged = task()
  plugCrypto({})
  return [own, plugged]
}

function expectSame(task: () => unknown): void {
  const [own, plugged] = both(task)
  expect(plugged).toEqual(own)
}

const ORDER = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141'
const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const any = fc.uint8Array({ maxLength: 300 })
/** A scalar from 1 to below the order. */
const privateKey = fc
  .bigInt({ min: 1n, max: BigInt(`0x${ORDER}`) - 1n })
  .map((value) => parseHex(value.toString(16).padStart(64, '0'), 'key'))
/** About half of the digests are not below the order. */
const digest = fc.oneof(
  bytes(32),
  bytes(16).map((end) => parseHex('f'.repeat(32) + toHex(end), 'digest')),
)

describe('randomness', () => {
  const { random } = nodeCrypto

  it.each([0, 1, 12, 16, 17, 32, 9_000])('returns the requested number of bytes: %i', (length) => {
    expect(random(length)).toHaveLength(length)
    expect(random(length).constructor).toBe(Uint8Array)
  })

  it('returns no bytes twice across several stocks', () => {
    const given = Array.from({ length: 2_000 }, (_, n) => toHex(random(n % 2 === 0 ? 16 : 12)))
    expect(new Set(given).size).toBe(given.length)
  })

  it('returns copies, so that changes do not affect later values', () => {
    const first = random(8)
    expect(first.buffer.byteLength).toBe(8)
    first.fill(0)
    expect(toHex(random(8))).not.toBe('00'.repeat(8))
  })
})

describe('hexadecimal', () => {
  it('writes the same', () => {
    fc.assert(fc.property(any, (each) => expectSame(() => toHex(each))))
    // A view of a longer array.
    expectSame(() => toHex(Uint8Array.of(1, 2, 255, 4).subarray(1, 3)))
  })

  it('reads the same, and refuses the same', () => {
    const reads = (text: string) => () => {
      try {
        return parseHex(text, 'text', { prefix: true })
      } catch (error) {
        return isKeysError(error) && error.message
      }
    }
    const digits = fc.string({ unit: fc.constantFrom(...'09afAF'), maxLength: 12 })
    fc.assert(fc.property(fc.oneof(digits, fc.string()), (text) => expectSame(reads(text))))
    for (const text of ['', '0', '0x', '0x0', '0xAb', 'ab0x', 'zz', 'a\u0661', '٠١']) expectSame(reads(text))
  })

  it('returns separate arrays', () => {
    plugCrypto(all)
    const first = parseHex('0102', 'text')
    expect([first.constructor, first.buffer.byteLength]).toEqual([Uint8Array, 2])
  })
})

describe('base64url', () => {
  it('writes the same', () => {
    fc.assert(fc.property(any, (each) => expectSame(() => toBase64url(each))))
  })

  it('reads the same, and refuses the same', () => {
    const reads = (text: string) => () => {
      try {
        return parseBase64url(text, 'text')
      } catch (error) {
        return isKeysError(error) && error.code
      }
    }
    const letters = fc.string({ unit: fc.constantFrom(...'AQgw_-z09'), maxLength: 12 })
    fc.assert(fc.property(fc.oneof(letters, fc.string()), (text) => expectSame(reads(text))))
    fc.assert(fc.property(any, (each) => expectSame(reads(toBase64url(each)))))
    // Excess bits, an extra character, padding, the other alphabet.
    for (const text of ['AB', 'AAB', 'A', 'AAAAA', 'AA==', 'AA=', 'A+/A', '']) expectSame(reads(text))
  })
})

describe('secp256k1 as WebAssembly', () => {
  it('signs according to RFC 6979, byte for byte, with low S', () => {
    fc.assert(
      fc.property(digest, privateKey, (message, key) => {
        expectSame(() => sign('ecdsa', message, key))
        const { s } = sign('ecdsa', message, key)
        expect(BigInt(`0x${s}`)).toBeLessThanOrEqual(BigInt(`0x${ORDER}`) / 2n)
      }),
      { numRuns: tries(3_000) },
    )
  })

  it.each([
    ['the order', ORDER, 0n],
    ['the order plus one', `${ORDER.slice(0, -1)}2`, 1n],
    ['the largest number', 'f'.repeat(64), 0x14551231950b75fc4402da1732fc9beben],
    ['the order minus one', `${ORDER.slice(0, -1)}0`, BigInt(`0x${ORDER}`) - 1n],
    ['a different number', 'fffffffe'.repeat(8), BigInt(`0x${'fffffffe'.repeat(8)}`)],
  ])('reduces the digest modulo the order: %s', (_what, hex, reduced) => {
    const message = parseHex(hex, 'digest')
    expect(BigInt(`0x${toHex(reduceDigest(message))}`)).toBe(reduced)
    const key = sha256(toUtf8('a key'))
    expectSame(() => sign('ecdsa', message, key))
    expect(sign('ecdsa', message, key)).toEqual(sign('ecdsa', reduceDigest(message), key))
  })

  it('signs for Taproot addresses and computes public keys', () => {
    fc.assert(
      fc.property(digest, privateKey, (message, key) => {
        expectSame(() => sign('schnorr', message, key))
        expectSame(() => publicKeyOf('CURVE_SECP256K1', key))
      }),
      { numRuns: tries(300) },
    )
  })

  it('derives according to BIP-32', () => {
    const step = fc
      .tuple(fc.nat(0x7fffffff), fc.boolean())
      .map(([index, hard]) => `/${index}${hard ? "'" : ''}`)
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: 16, maxLength: 64 }),
        fc.array(step, { minLength: 1, maxLength: 6 }),
        (seed, steps) => {
          expectSame(() => deriveKeyPair('CURVE_SECP256K1', seed, `m${steps.join('')}`))
        },
      ),
      { numRuns: tries(200) },
    )
  })

  // https://github.com/bitcoin/bips/blob/master/bip-0032.mediawiki#test-vector-1
  it('derives the first vector of BIP-32', () => {
    plugCrypto(all)
    const seed = parseHex('000102030405060708090a0b0c0d0e0f', 'seed')
    const { privateKey: key } = deriveKeyPair('CURVE_SECP256K1', seed, "m/0'/1/2'/2/1000000000")
    expect(toHex(key)).toBe('471b76e389e528d6de6d816857e012c5455051cad6660850e58372a6c3e6e7c8')
  })

  it('is rejected for another binary or a single different byte', () => {
    expect(() => assertHash(toUtf8('another'))).toThrow('SHA-256')
    const changed = (bytes: Uint8Array) => Uint8Array.from(bytes, (byte, n) => (n === 5 ? byte ^ 1 : byte))
    const others: FastSecp256k1 = {
      publicKeyOf: (key) => changed(secp256k1.publicKeyOf(key)),
      // Only for the largest digest.
      sign: (message, key) =>
        message.every((byte) => byte === 255)
          ? changed(secp256k1.sign(message, key))
          : secp256k1.sign(message, key),
      signTaproot: (...of) => changed(secp256k1.signTaproot(...of)),
      derive: (...of) => changed(secp256k1.derive(...of)),
    }
    for (const [name, wrong] of Object.entries(others)) {
      expect(() => assertSame({ ...secp256k1, [name]: wrong })).toThrow('differ')
    }
    expect(() => assertSame(secp256k1)).not.toThrow()
  })
})

describe('node:crypto', () => {
  it('hashes', () => {
    fc.assert(
      fc.property(any, any, (key, message) => {
        expectSame(() => sha256(message))
        expectSame(() => sha256Hex(message))
        expectSame(() => hmacSha256(key, message))
        expectSame(() => hmacSha512(key, message))
      }),
    )
  })

  it('hashes texts as their UTF-8', () => {
    const units = fc.string({ unit: 'binary' })
    fc.assert(
      fc.property(fc.oneof(fc.string(), units), (text) => {
        expectSame(() => sha256Hex(text))
        expect(sha256Hex(text)).toBe(sha256Hex(toUtf8(text)))
      }),
    )
    // Lone surrogates become U+FFFD, as with TextEncoder.
    for (const text of ['\ud800', 'a\udc00b', '\udc00\ud800']) expectSame(() => sha256Hex(text))
  })

  it('is compatible with the default library at rest, and rejects changed ciphertexts', () => {
    const owner = { organizationId: 'o', keyId: 'k' }
    fc.assert(
      fc.property(any, bytes(32), fc.nat(), (secret, key, place) => {
        const [own, plugged] = both(() =>
          encryptAtRest(secret, owner, key, (length) => new Uint8Array(length).fill(3)),
        )
        expect(plugged).toEqual(own)
        expectSame(() => decryptAtRest(own, owner, key))
        const changed = Uint8Array.from(own)
        changed[place % own.length]! ^= 1
        for (const bad of [changed, own.subarray(0, place % own.length)]) {
          expectSame(() => codeOf(() => decryptAtRest(bad, owner, key)))
        }
      }),
    )
  })

  it('signs and derives with Ed25519', () => {
    fc.assert(
      fc.property(bytes(32), any, (seed, message) => {
        expectSame(() => sign('ed25519', message, seed))
        expectSame(() => publicKeyOf('CURVE_ED25519', seed))
        expectSame(() => deriveKeyPair('CURVE_ED25519', seed, "m/44'/501'/0'"))
      }),
    )
  })

  it('computes P-256 public keys, also at both ends of the range', () => {
    // One, two, and the order minus one (SEC 2, section 2.4.2).
    const ends = ['1', '2', 'ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550']
    const keys = ends.map((end) => parseHex(end.padStart(64, '0'), 'key'))
    for (let n = 0; n < 50; n++) keys.push(generateP256KeyPair(platformRandom).privateKey)
    plugCrypto({})
    for (const key of keys) expect(nodeCrypto.p256PublicKeyOf(key)).toEqual(p256PublicKeyOf(key))
  })

  it('verifies the same P-256 signatures as the default library', async () => {
    await fc.assert(
      fc.asyncProperty(bytes(48), any, fc.nat(), async (random, message, place) => {
        const { privateKey: key, publicKey } = generateP256KeyPair(() => Uint8Array.from(random))
        const signature = signP256(message, key)
        const changed = Uint8Array.from(signature)
        changed[place % changed.length]! ^= 1
        const other = publicKey.slice()
        other[place % other.length]! ^= 1
        for (const [signed, by] of [
          [signature, publicKey],
          [changed, publicKey],
          [signature, other],
        ] as const) {
          const [own, plugged] = both(() => verifyP256(signed, message, by))
          expect(await plugged).toBe(await own)
        }
        plugCrypto(all)
        expect(await verifyP256(signature, message, publicKey)).toBe(true)
      }),
    )
  })

  it('returns bytes whose slice is a copy', () => {
    plugCrypto(all)
    for (const given of [sha256(any_), hmacSha256(any_, any_), publicKeyOf('CURVE_ED25519', sha256(any_))]) {
      expect(given.constructor).toBe(Uint8Array)
      given.slice().fill(0)
      expect(given.some((byte) => byte !== 0)).toBe(true)
    }
  })
})

const any_ = toUtf8('anything')

function codeOf(task: () => unknown): string {
  try {
    task()
    return 'opened'
  } catch (error) {
    return isKeysError(error) ? error.code : String(error)
  }
}
