import { createPrivateKey, createSign, sign as nodeSign } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { SigningKey, Wallet } from 'ethers'
import { describe, expect, it } from 'vitest'
import { expectKeysError } from '../test/expectKeysError.ts'
import { seededRandom } from '../test/index.ts'
import { generateApiKeyPair } from './apiKey.ts'
import { concat, parseHex, toBase64url, toHex, toUtf8 } from './encoding.ts'
import { sha256 } from './hash.ts'
import { p256PublicKeyOf, uncompressP256PublicKey } from './p256.ts'
import {
  createStamp,
  curveOfScheme,
  defaultSchemeOf,
  isStampScheme,
  parseStampHeader,
  personalMessageDigest,
  type StampScheme,
  stampSchemes,
  toStampHeader,
  verifyStamp,
} from './stamp.ts'

const body = toUtf8('{"organizationId":"x","note":"größer"}')

/** How wallets and platforms sign, by other libraries. */
const otherSigners: Record<
  StampScheme,
  (message: Uint8Array, privateKey: Uint8Array) => Promise<string> | string
> = {
  SIGNATURE_SCHEME_TK_API_P256(message, privateKey) {
    const point = uncompressP256PublicKey(p256PublicKeyOf(privateKey))
    const [d, x, y] = [privateKey, point.subarray(1, 33), point.subarray(33)].map(toBase64url)
    const key = createPrivateKey({ key: { kty: 'EC', crv: 'P-256', d: d!, x: x!, y: y! }, format: 'jwk' })
    return createSign('sha256').update(message).sign(key).toString('hex')
  },
  SIGNATURE_SCHEME_TK_API_SECP256K1(message, privateKey) {
    const { r, s } = new SigningKey(privateKey).sign(sha256(message))
    return toDer(r, s)
  },
  async SIGNATURE_SCHEME_TK_API_SECP256K1_EIP191(message, privateKey) {
    const signature = await new Wallet(`0x${toHex(privateKey)}`).signMessage(message)
    return toDer(signature.slice(0, 66), `0x${signature.slice(66, 130)}`)
  },
  SIGNATURE_SCHEME_TK_API_ED25519(message, privateKey) {
    const der = concat(parseHex('302e020100300506032b657004220420', 'prefix'), privateKey)
    const key = createPrivateKey({ key: Buffer.from(der), format: 'der', type: 'pkcs8' })
    return nodeSign(null, message, key).toString('hex')
  },
}

const toDer = (r: string, s: string) => toHex(new secp256k1.Signature(BigInt(r), BigInt(s)).toBytes('der'))

describe.each(stampSchemes)('stamps of %s', (scheme) => {
  const pair = generateApiKeyPair(seededRandom(scheme), curveOfScheme(scheme))
  const stamp = createStamp(scheme, body, pair.privateKey)

  it('verify after their journey through the header', async () => {
    const header = toStampHeader(stamp)
    expect(parseStampHeader(header)).toEqual(stamp)
    expect(await verifyStamp(parseStampHeader(header), body)).toBe(true)
    const padded = header + '='.repeat((4 - (header.length % 4)) % 4)
    expect(parseStampHeader(padded)).toEqual(stamp)
  })

  it('made by another library verify', async () => {
    const signature = await otherSigners[scheme](body, parseHex(pair.privateKey, 'key'))
    expect(await verifyStamp({ publicKey: pair.publicKey, scheme, signature }, body)).toBe(true)
  })

  it('do not verify for other bytes, keys, signatures or schemes', async () => {
    expect(await verifyStamp(stamp, concat(body, toUtf8(' ')))).toBe(false)
    expect(await verifyStamp(stamp, new Uint8Array())).toBe(false)
    const other = generateApiKeyPair(seededRandom('other'), curveOfScheme(scheme))
    expect(await verifyStamp({ ...stamp, publicKey: other.publicKey }, body)).toBe(false)
    for (const signature of ['', '00', '3006020100020100', '0'.repeat(128), stamp.signature.slice(2)]) {
      expect(await verifyStamp({ ...stamp, signature }, body)).toBe(false)
    }
    for (const swapped of stampSchemes.filter((each) => each !== scheme)) {
      expect(await verifyStamp({ ...stamp, scheme: swapped }, body)).toBe(false)
    }
  })

  it('with any one bit of the signature flipped do not verify', async () => {
    const bytes = parseHex(stamp.signature, 'signature')
    for (let bit = 0; bit < bytes.length * 8; bit += 7) {
      const flipped = bytes.with(bit >> 3, bytes[bit >> 3]! ^ (1 << (bit & 7)))
      expect(await verifyStamp({ ...stamp, signature: toHex(flipped) }, body)).toBe(false)
    }
  })
})

describe('stamp headers', () => {
  const { publicKey } = generateApiKeyPair(seededRandom('header'))
  const members = { publicKey, scheme: 'SIGNATURE_SCHEME_TK_API_P256', signature: '3006020101020101' }
  const header = (value: unknown) => toBase64url(toUtf8(JSON.stringify(value)))

  it('may carry more members, in any order, and upper-case digits', () => {
    const { signature, scheme } = members
    const spoken = header({ signature, extra: 1, scheme, publicKey: publicKey.toUpperCase() })
    expect(parseStampHeader(spoken)).toEqual(members)
  })

  it.each([
    ['', 'JSON'],
    ['%%%', 'base64url'],
    ['a', 'base64url'],
    [toBase64url(Uint8Array.of(0xff, 0xfe)), 'base64url of JSON'],
    [toBase64url(toUtf8('{')), 'not JSON'],
    [header(null), '`publicKey`'],
    [header([]), '`publicKey`'],
    [header({ ...members, publicKey: undefined }), '`publicKey`'],
    [header({ ...members, scheme: 7 }), '`scheme`'],
    [header({ ...members, signature: null }), '`signature`'],
    [header({ ...members, publicKey: 'zz' }), 'hexadecimal'],
    [header({ ...members, publicKey: publicKey.slice(2) }), '32 bytes instead of 33'],
    [header({ ...members, signature: '0x30' }), 'hexadecimal'],
    ['A'.repeat(5000), 'too long'],
  ])('are refused: %.40s', (text, reason) => {
    const { message } = expectKeysError('STAMP_MALFORMED', () => parseStampHeader(text))
    expect(message).toContain(reason)
  })

  it('name a scheme that is not known', () => {
    expectKeysError('STAMP_SCHEME_UNKNOWN', () =>
      parseStampHeader(header({ ...members, scheme: 'toString' })),
    )
    expect(isStampScheme('constructor')).toBe(false)
  })
})

it('the EIP-191 digest counts bytes, not characters', () => {
  // https://docs.ethers.org/v6/api/hashing/#hashMessage — of `Hello World`
  expect(toHex(personalMessageDigest(toUtf8('Hello World')))).toBe(
    'a1de988600a42c4b4ab089b619297c17d53cffae5d5120d82d8a92d0bb3b78f2',
  )
})

it('each curve has the scheme that its keys use', () => {
  expect(defaultSchemeOf('API_KEY_CURVE_P256')).toBe('SIGNATURE_SCHEME_TK_API_P256')
  expect(defaultSchemeOf('API_KEY_CURVE_SECP256K1')).toBe('SIGNATURE_SCHEME_TK_API_SECP256K1')
  expect(defaultSchemeOf('API_KEY_CURVE_ED25519')).toBe('SIGNATURE_SCHEME_TK_API_ED25519')
})
