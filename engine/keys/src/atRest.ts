/**
 * Secrets at rest: AES-256-GCM under a key per organization, derived from the root secret, and bound to the
 * organization and the id of the key, so that a copied record doesn't open elsewhere.
 */

import { gcm } from '@noble/ciphers/aes.js'
import { hkdf } from '@noble/hashes/hkdf.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { concat, toUtf8 } from './encoding.ts'
import { KeysError } from './errors.ts'
import { type FastAesGcm, fast } from './fast.ts'
import type { Random } from './random.ts'

export const ROOT_SECRET_LENGTH = 32

export interface SecretOwner {
  readonly organizationId: string
  readonly keyId: string
}

/**
 * The 32-byte storage key of an organization: HKDF-SHA256 of the root secret. Cheap to derive again, may be cached.
 * One key per organization keeps the number of random nonces per key far below 2^32 (SP 800-38D §8.3).
 * @throws KeysError `ROOT_SECRET_LENGTH`
 */
export function deriveStorageKey(rootSecret: Uint8Array, organizationId: string): Uint8Array {
  const { length } = rootSecret
  if (length !== ROOT_SECRET_LENGTH) throw new KeysError('ROOT_SECRET_LENGTH', { length })
  return hkdf(sha256, rootSecret, toUtf8('keywright at rest v1'), toUtf8(organizationId), 32)
}

/** `version (1) ‖ nonce (12) ‖ ciphertext ‖ tag (16)` */
export function encryptAtRest(
  plaintext: Uint8Array,
  owner: SecretOwner,
  storageKey: Uint8Array,
  random: Random,
): Uint8Array {
  const nonce = random(NONCE_LENGTH)
  const ciphertext = aesGcm().encrypt(storageKey, nonce, boundTo(owner), plaintext)
  return concat(Uint8Array.of(VERSION), nonce, ciphertext)
}

/** @throws KeysError `STORED_SECRET_NOT_OPENED` */
export function decryptAtRest(stored: Uint8Array, owner: SecretOwner, storageKey: Uint8Array): Uint8Array {
  try {
    if (stored[0] !== VERSION) throw new Error('unknown version')
    const nonce = stored.subarray(1, 1 + NONCE_LENGTH)
    return aesGcm().decrypt(storageKey, nonce, boundTo(owner), stored.subarray(1 + NONCE_LENGTH))
  } catch {
    throw new KeysError('STORED_SECRET_NOT_OPENED', {})
  }
}

const noble: FastAesGcm = {
  encrypt: (key, nonce, associated, plaintext) => gcm(key, nonce, associated).encrypt(plaintext),
  decrypt: (key, nonce, associated, ciphertext) => gcm(key, nonce, associated).decrypt(ciphertext),
}
const aesGcm = () => fast().aesGcm ?? noble

const VERSION = 1
const NONCE_LENGTH = 12

/** The version as a character, which is one byte in UTF-8. */
const VERSION_CHARACTER = String.fromCharCode(VERSION)

/** Additional authenticated data: the version, then JSON, so that different owners never have the same bytes. */
const boundTo = ({ organizationId, keyId }: SecretOwner) =>
  toUtf8(VERSION_CHARACTER + JSON.stringify([organizationId, keyId]))
