import { cose as coseIds, decodeCredentialPublicKey, isoUint8Array } from '@simplewebauthn/server/helpers'
import { describe, expect, it } from 'vitest'
import { expectKeysError } from '../test/expectKeysError.ts'
import { seededRandom } from '../test/index.ts'
import { fromCoseKey, toCoseKey } from './cose.ts'
import { concat, toHex } from './encoding.ts'
import { generateP256KeyPair, uncompressP256PublicKey } from './p256.ts'

describe('COSE keys', () => {
  const random = seededRandom('cose')

  it('come back, and a second library reads them', () => {
    for (let i = 0; i < 20; i++) {
      const { publicKey } = generateP256KeyPair(random)
      const cose = toCoseKey(publicKey)
      expect(cose).toHaveLength(77)
      expect(fromCoseKey(cose)).toEqual(publicKey)
      const decoded = decodeCredentialPublicKey(isoUint8Array.fromHex(toHex(cose)))
      if (!coseIds.isCOSEPublicKeyEC2(decoded)) throw new Error('not an EC2 key')
      const [x, y] = [coseIds.COSEKEYS.x, coseIds.COSEKEYS.y].map((id) => decoded.get(id as never))
      const point = concat(Uint8Array.of(4), x as unknown as Uint8Array, y as unknown as Uint8Array)
      expect(toHex(point)).toBe(toHex(uncompressP256PublicKey(publicKey)))
      expect(decoded.get(coseIds.COSEKEYS.alg)).toBe(-7)
    }
  })

  it('of another shape or algorithm are refused', () => {
    const cose = toCoseKey(generateP256KeyPair(random).publicKey)
    for (const bytes of [
      cose.subarray(1),
      concat(cose, Uint8Array.of(0)),
      cose.with(4, 0x27),
      new Uint8Array(),
    ]) {
      expectKeysError('PUBLIC_KEY_MALFORMED', () => fromCoseKey(bytes))
    }
  })
})
