/** Hash functions, and the two texts that the protocol derives from them. */

import { hmac } from '@noble/hashes/hmac.js'
import { sha256 as nobleSha256, sha512 as nobleSha512 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { fast } from './fast.ts'

export const sha256 = (bytes: Uint8Array): Uint8Array => (fast().sha256 ?? nobleSha256)(bytes)
export const keccak256 = (bytes: Uint8Array): Uint8Array => keccak_256(bytes)
export const hmacSha256 = (key: Uint8Array, bytes: Uint8Array): Uint8Array =>
  fast().hmac?.('sha256', key, bytes) ?? hmac(nobleSha256, key, bytes)
export const hmacSha512 = (key: Uint8Array, bytes: Uint8Array): Uint8Array =>
  fast().hmac?.('sha512', key, bytes) ?? hmac(nobleSha512, key, bytes)

/** Lower-case hexadecimal SHA-256, of bytes or of the UTF-8 of a text. */
export const sha256Hex = (content: Uint8Array | string): string =>
  fast().sha256Hex?.(content) ??
  bytesToHex(sha256(typeof content === 'string' ? utf8ToBytes(content) : content))

/** SHA-256 of bytes that arrive in pieces. */
export function createSha256(): { update(bytes: Uint8Array): void; hex(): string } {
  const hash = nobleSha256.create()
  return { update: (bytes) => void hash.update(bytes), hex: () => bytesToHex(hash.digest()) }
}

/** The fingerprint of an activity: `sha256:` and the hash of the posted body's bytes. */
export const fingerprintOf = (body: Uint8Array): string => `sha256:${sha256Hex(body)}`

/**
 * The nonce that an OIDC token must contain for a target public key: the hash of the key **as text**, that is, of the
 * hexadecimal string, not of the point.
 */
export const oidcNonceOf = (targetPublicKey: string): string => sha256Hex(targetPublicKey)
