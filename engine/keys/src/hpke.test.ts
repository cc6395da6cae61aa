import { Aes128Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core'
import { p256 } from '@noble/curves/nist.js'
import { describe, expect, it } from 'vitest'
import { expectKeysRejection } from '../test/expectKeysError.ts'
import { seededRandom } from '../test/index.ts'
import { deriveKeyPair, keySchedule, sealReference, sharedSecretOf } from '../test/referenceHpke.ts'
import vector from '../vectors/hpke.json'
import { concat, parseHex, toHex, toUtf8 } from './encoding.ts'
import { openSealed, sealTo } from './hpke.ts'
import { generateP256KeyPair, uncompressP256PublicKey } from './p256.ts'
import { toArrayBuffer } from './webCrypto.ts'

const bytes = (name: Exclude<keyof typeof vector, 'source' | 'suite'>) => parseHex(vector[name], name)

describe('RFC 9180 A.3.1', () => {
  it('is met by the reference that the tests compare with', () => {
    expect(toHex(deriveKeyPair(bytes('ikmE')))).toBe(vector.skEm)
    const secret = sharedSecretOf(bytes('skEm'), bytes('pkRm'), bytes('pkEm'), bytes('pkRm'))
    expect(toHex(secret)).toBe(vector.sharedSecret)
    const { key, baseNonce } = keySchedule(secret, bytes('info'), 'AES-128-GCM')
    expect(toHex(key)).toBe(vector.key)
    expect(toHex(baseNonce)).toBe(vector.baseNonce)
    const { enc, ciphertext } = sealReference(bytes('plaintext'), {
      pkR: bytes('pkRm'),
      ikmE: bytes('ikmE'),
      info: bytes('info'),
      aad: () => bytes('aad'),
      aead: 'AES-128-GCM',
    })
    expect(toHex(enc)).toBe(vector.pkEm)
    expect(toHex(ciphertext)).toBe(vector.ciphertext)
  })

  it('is met by the library that seals', async () => {
    const suite = new CipherSuite({
      kem: new DhkemP256HkdfSha256(),
      kdf: new HkdfSha256(),
      aead: new Aes128Gcm(),
    })
    const context = await suite.createSenderContext({
      recipientPublicKey: await suite.kem.deserializePublicKey(toArrayBuffer(bytes('pkRm'))),
      info: toArrayBuffer(bytes('info')),
      ekm: toArrayBuffer(bytes('ikmE')),
    })
    expect(toHex(new Uint8Array(context.enc))).toBe(vector.pkEm)
    const sealed = await context.seal(toArrayBuffer(bytes('plaintext')), toArrayBuffer(bytes('aad')))
    expect(toHex(new Uint8Array(sealed))).toBe(vector.ciphertext)
  })
})

describe('sealing', () => {
  it('gives what the reference gives, byte for byte, with the protocol’s info and aad', async () => {
    const random = seededRandom('hpke')
    for (let length = 0; length < 40; length += 8) {
      const { publicKey } = generateP256KeyPair(random)
      const target = uncompressP256PublicKey(publicKey)
      const plaintext = random(length)
      const sealed = await sealTo(plaintext, publicKey, seededRandom(`ikm ${length}`))
      const other = sealReference(plaintext, {
        pkR: target,
        ikmE: seededRandom(`ikm ${length}`)(32),
        info: toUtf8('turnkey_hpke'),
        aad: (enc) => concat(enc, target),
        aead: 'AES-256-GCM',
      })
      expect(toHex(sealed.encappedPublic)).toBe(toHex(other.enc))
      expect(toHex(sealed.ciphertext)).toBe(toHex(other.ciphertext))
    }
  })

  it('opens again, whatever form the points have', async () => {
    const random = seededRandom('round trip')
    for (let i = 0; i < 10; i++) {
      const { privateKey, publicKey } = generateP256KeyPair(random)
      const plaintext = random(i * 17)
      const sealed = await sealTo(plaintext, uncompressP256PublicKey(publicKey), random)
      expect(await openSealed(sealed, privateKey)).toEqual(plaintext)
      const encappedPublic = p256.Point.fromBytes(sealed.encappedPublic).toBytes(true)
      expect(await openSealed({ ...sealed, encappedPublic }, privateKey)).toEqual(plaintext)
    }
  })

  it('does not open with another key, or when anything was changed', async () => {
    const random = seededRandom('altered')
    const { privateKey, publicKey } = generateP256KeyPair(random)
    const sealed = await sealTo(toUtf8('secret'), publicKey, random)
    const other = generateP256KeyPair(random)
    await expectKeysRejection('BUNDLE_NOT_OPENED', openSealed(sealed, other.privateKey))
    for (let i = 0; i < sealed.ciphertext.length; i++) {
      const ciphertext = sealed.ciphertext.with(i, sealed.ciphertext[i]! ^ 1)
      await expectKeysRejection('BUNDLE_NOT_OPENED', openSealed({ ...sealed, ciphertext }, privateKey))
    }
    const swapped = { ...sealed, encappedPublic: uncompressP256PublicKey(other.publicKey) }
    await expectKeysRejection('BUNDLE_NOT_OPENED', openSealed(swapped, privateKey))
    const nowhere = { ...sealed, encappedPublic: new Uint8Array(65) }
    await expectKeysRejection('BUNDLE_NOT_OPENED', openSealed(nowhere, privateKey))
    await expectKeysRejection(
      'BUNDLE_NOT_OPENED',
      openSealed({ ...sealed, ciphertext: new Uint8Array() }, privateKey),
    )
    await expectKeysRejection('PRIVATE_KEY_OUT_OF_RANGE', openSealed(sealed, new Uint8Array(32)))
  })

  it("rejects targets that don't encode a point", async () => {
    await expectKeysRejection(
      'PUBLIC_KEY_MALFORMED',
      sealTo(new Uint8Array(), new Uint8Array(65), seededRandom('')),
    )
  })
})
