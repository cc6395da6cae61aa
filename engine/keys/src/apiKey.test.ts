import { describe, expect, it } from 'vitest'
import { expectKeysError } from '../test/expectKeysError.ts'
import { seededRandom } from '../test/index.ts'
import {
  type ApiKeyCurve,
  apiKeyCurves,
  apiPublicKeyOf,
  generateApiKeyPair,
  parseApiPublicKey,
  publicKeyLengths,
} from './apiKey.ts'
import { parseHex, toHex } from './encoding.ts'
import { uncompressP256PublicKey } from './p256.ts'

describe.each(apiKeyCurves)('API keys on %s', (curve) => {
  const pair = generateApiKeyPair(seededRandom(curve), curve)

  it('replay from equal randomness, and their text reads back', () => {
    expect(generateApiKeyPair(seededRandom(curve), curve)).toEqual(pair)
    expect(apiPublicKeyOf(curve, pair.privateKey)).toBe(pair.publicKey)
    expect(parseApiPublicKey(curve, pair.publicKey.toUpperCase())).toBe(pair.publicKey)
    expect(pair.publicKey).toHaveLength(2 * publicKeyLengths[curve])
  })

  it("reject texts that don't encode a key of the curve", () => {
    expectKeysError('MALFORMED_HEX', () => parseApiPublicKey(curve, `0x${pair.publicKey.slice(2)}`))
    expectKeysError('PUBLIC_KEY_MALFORMED', () => parseApiPublicKey(curve, pair.publicKey.slice(2)))
    expectKeysError('PUBLIC_KEY_MALFORMED', () => parseApiPublicKey(curve, ''))
    const nowhere = `${curve === 'API_KEY_CURVE_ED25519' ? '' : '02'}${'f'.repeat(64)}`
    expectKeysError('PUBLIC_KEY_MALFORMED', () => parseApiPublicKey(curve, nowhere))
  })
})

it('uncompressed points are not API keys', () => {
  const { publicKey } = generateApiKeyPair(seededRandom('u'))
  const uncompressed = toHex(uncompressP256PublicKey(parseHex(publicKey, 'key')))
  expectKeysError('PUBLIC_KEY_MALFORMED', () => parseApiPublicKey('API_KEY_CURVE_P256', uncompressed))
})

it('other curves are refused by name', () => {
  expectKeysError('API_KEY_CURVE_UNKNOWN', () =>
    generateApiKeyPair(seededRandom('x'), 'toString' as ApiKeyCurve),
  )
})
