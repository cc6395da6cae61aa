import { createDecipheriv, hkdfSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { expectKeysError } from '../test/expectKeysError.ts'
import { seededRandom } from '../test/index.ts'
import { decryptAtRest, deriveStorageKey, encryptAtRest } from './atRest.ts'
import { concat, toHex, toUtf8 } from './encoding.ts'

const random = seededRandom('at rest')
const rootSecret = random(32)
const owner = { organizationId: 'org', keyId: 'key' }
const storageKey = deriveStorageKey(rootSecret, owner.organizationId)
const secret = random(32)

describe('secrets at rest', () => {
  it('come back', () => {
    for (let length = 0; length < 100; length += 9) {
      const plaintext = random(length)
      const stored = encryptAtRest(plaintext, owner, storageKey, random)
      expect(stored).toHaveLength(length + 29)
      expect(decryptAtRest(stored, owner, storageKey)).toEqual(plaintext)
    }
  })

  it('are AES-256-GCM under HKDF, as a second library sees it', () => {
    const key = hkdfSync('sha256', rootSecret, 'keywright at rest v1', 'org', 32)
    expect(toHex(storageKey)).toBe(Buffer.from(key).toString('hex'))
    const stored = encryptAtRest(secret, owner, storageKey, random)
    const decipher = createDecipheriv('aes-256-gcm', storageKey, stored.subarray(1, 13))
    decipher.setAAD(concat(Uint8Array.of(1), toUtf8('["org","key"]')))
    decipher.setAuthTag(stored.subarray(-16))
    expect(toHex(concat(decipher.update(stored.subarray(13, -16)), decipher.final()))).toBe(toHex(secret))
  })

  it('do not open elsewhere, altered, cut, or under another root secret', () => {
    const stored = encryptAtRest(secret, owner, storageKey, random)
    const refused = (bytes: Uint8Array, place = owner, key = storageKey) =>
      expectKeysError('STORED_SECRET_NOT_OPENED', () => decryptAtRest(bytes, place, key))
    refused(stored, { ...owner, keyId: 'other' })
    refused(stored, { ...owner, organizationId: 'other' })
    refused(stored, { organizationId: 'or', keyId: 'gkey' })
    refused(stored, owner, deriveStorageKey(rootSecret, 'other'))
    refused(stored, owner, deriveStorageKey(random(32), owner.organizationId))
    for (let i = 0; i < stored.length; i++) refused(stored.with(i, stored[i]! ^ 0x80))
    for (let length = 0; length < stored.length; length++) refused(stored.subarray(0, length))
  })

  it('want a whole root secret', () => {
    expectKeysError('ROOT_SECRET_LENGTH', () => deriveStorageKey(new Uint8Array(31), 'org'))
  })
})
