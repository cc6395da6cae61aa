/** Hash functions, and the two texts that the protocol makes of them. */

import { hmac } from '@noble/hashes/hmac.js'
import { ripemd160 } from '@noble/hashes/legacy.js'
import { sha256 as nobleSha256 } from '@noble/hashes/sha2.js'
import { keccak_256 } from '@noble/hashes/sha3.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

export const sha256 = (bytes: Uint8Array): Uint8Array => nobleSha256(bytes)
export const keccak256 = (bytes: Uint8Array): Uint8Array => keccak_256(bytes)
/** RIPEMD-160 of SHA-256. */
export const hash160 = (bytes: Uint8Array): Uint8Array => ripemd160(nobleSha256(bytes))
export const hmacSha256 = (key: Uint8Array, bytes: Uint8Array): Uint8Array => hmac(nobleSha256, key, bytes)

/** Lower-case hexadecimal SHA-256. */
export const sha256Hex = (bytes: Uint8Array): string => bytesToHex(nobleSha256(bytes))

/** The fingerprint of an activity: `sha256:` and the hash of the posted body's bytes. */
export const fingerprintOf = (body: Uint8Array): string => `sha256:${sha256Hex(body)}`

/**
 * The nonce that an OIDC token must carry for a target public key: the hash of the key **as text**,
 * the bytes of the hexadecimal string, not of the point.
 */
export const oidcNonceOf = (targetPublicKey: string): string => sha256Hex(utf8ToBytes(targetPublicKey))
