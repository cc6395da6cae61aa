/** P-256: the keys that stamp requests, sign bundles and tokens, and receive sealed secrets. */

import { p256 } from '@noble/curves/nist.js'
import { concat, parseHex, toHex } from './encoding.ts'
import { KeysError } from './errors.ts'
import { sha256 } from './hash.ts'
import type { Random } from './random.ts'
import { asBufferSource } from './webCrypto.ts'

export interface P256KeyPair {
  /** 32-byte scalar, big endian. */
  readonly privateKey: Uint8Array
  /** 33 bytes, compressed. */
  readonly publicKey: Uint8Array
}

/** A fresh key pair. */
export function generateP256KeyPair(random: Random): P256KeyPair {
  const privateKey = p256.utils.randomSecretKey(random(48))
  return { privateKey, publicKey: p256.getPublicKey(privateKey, true) }
}

/** @throws KeysError `PRIVATE_KEY_OUT_OF_RANGE` */
export function p256PublicKeyOf(privateKey: Uint8Array): Uint8Array {
  if (!p256.utils.isValidSecretKey(privateKey))
    throw new KeysError('PRIVATE_KEY_OUT_OF_RANGE', { curve: 'P-256' })
  return p256.getPublicKey(privateKey, true)
}

/**
 * A point given as hexadecimal, compressed or uncompressed, checked to be on the curve; its compressed form.
 * @param what names the key in the error.
 * @throws KeysError `MALFORMED_HEX`, `PUBLIC_KEY_MALFORMED`
 */
export function parseP256PublicKey(text: string, what: string): Uint8Array {
  return compressP256PublicKey(parseHex(text, what), what)
}

/** 33 bytes of a point of 33 or 65. @throws KeysError `PUBLIC_KEY_MALFORMED` */
export const compressP256PublicKey = (point: Uint8Array, what = 'public key'): Uint8Array =>
  readPoint(point, what).toBytes(true)

/** 65 bytes of a point of 33 or 65. @throws KeysError `PUBLIC_KEY_MALFORMED` */
export const uncompressP256PublicKey = (point: Uint8Array, what = 'public key'): Uint8Array =>
  readPoint(point, what).toBytes(false)

function readPoint(point: Uint8Array, what: string) {
  try {
    return p256.Point.fromBytes(point)
  } catch {
    throw new KeysError('PUBLIC_KEY_MALFORMED', { what, reason: 'is not a point of P-256' })
  }
}

/** The DER signature of `message`, hashed once by SHA-256. */
export const signP256 = (message: Uint8Array, privateKey: Uint8Array): Uint8Array =>
  p256.sign(message, privateKey, { prehash: true, lowS: false, format: 'der' })

/** The 64 bytes `r ‖ s` for a 32-byte digest. */
export const signP256Digest = (digest: Uint8Array, privateKey: Uint8Array): Uint8Array =>
  p256.sign(digest, privateKey, { prehash: false, lowS: false, format: 'compact' })

/** Whether `signature` (64 bytes `r ‖ s`, any S) is one of `digest` by the key (33 or 65 bytes). */
export const verifyP256Digest = (signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean =>
  isTrue(() => p256.verify(signature, digest, publicKey, { prehash: false, lowS: false, format: 'compact' }))

/**
 * Whether a DER `signature` (any S) is one of `message`, hashed once by SHA-256. The key has 33 or 65 bytes.
 * Uses WebCrypto where the platform has it, which is several times faster.
 */
export async function verifyP256(
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
): Promise<boolean> {
  let compact: Uint8Array
  try {
    compact = p256.Signature.fromBytes(signature, 'der').toBytes('compact')
  } catch {
    return false
  }
  const subtle = globalThis.crypto?.subtle
  if (!subtle) return verifyP256Digest(compact, sha256(message), publicKey)
  const key = await platformKeyOf(publicKey, subtle)
  if (!key) return false
  return subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    asBufferSource(compact),
    asBufferSource(message),
  )
}

/** Keys of recent callers, imported: a caller stamps many requests, and importing costs a third of a verification. */
const platformKeys = new Map<string, CryptoKey>()
const MAX_PLATFORM_KEYS = 1000

async function platformKeyOf(publicKey: Uint8Array, subtle: SubtleCrypto): Promise<CryptoKey | undefined> {
  const id = toHex(publicKey)
  const known = platformKeys.get(id)
  if (known) return known
  let key: CryptoKey
  try {
    // Uncompressed, because not every browser imports compressed points.
    const point = asBufferSource(uncompressP256PublicKey(publicKey))
    key = await subtle.importKey('raw', point, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
  } catch {
    return undefined
  }
  if (platformKeys.size >= MAX_PLATFORM_KEYS) platformKeys.delete(platformKeys.keys().next().value!)
  platformKeys.set(id, key)
  return key
}

/**
 * The COSE key (RFC 9053 §7.1.1) of a point: a map of kty EC2, alg ES256, crv P-256, x, y in CTAP2's
 * canonical order. 77 bytes.
 */
export function toCoseKey(publicKey: Uint8Array): Uint8Array {
  const point = uncompressP256PublicKey(publicKey)
  return concat(COSE_HEAD, COSE_X, point.subarray(1, 33), COSE_Y, point.subarray(33))
}

/** The compressed point of a COSE key in that form. @throws KeysError `PUBLIC_KEY_MALFORMED` */
export function fromCoseKey(cose: Uint8Array): Uint8Array {
  const x = cose.subarray(COSE_HEAD.length + 3, COSE_HEAD.length + 35)
  const y = cose.subarray(COSE_HEAD.length + 38)
  const point = concat(Uint8Array.of(4), x, y)
  if (point.length !== 65 || toHex(toCoseKey(point)) !== toHex(cose)) {
    throw new KeysError('PUBLIC_KEY_MALFORMED', { what: 'COSE key', reason: 'is not an ES256 key of P-256' })
  }
  return compressP256PublicKey(point)
}

/** {1 (kty): 2 (EC2), 3 (alg): -7 (ES256), -1 (crv): 1 (P-256), … */
const COSE_HEAD = Uint8Array.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01)
/** … -2 (x): 32 bytes, … */
const COSE_X = Uint8Array.of(0x21, 0x58, 0x20)
/** … -3 (y): 32 bytes } */
const COSE_Y = Uint8Array.of(0x22, 0x58, 0x20)

/** A verification that throws on unreadable input has one answer: no. */
function isTrue(verify: () => boolean): boolean {
  try {
    return verify()
  } catch {
    return false
  }
}
