/** P-256: keys that stamp requests, sign bundles and tokens, and receive sealed secrets. */

import { p256 } from '@noble/curves/nist.js'
import { readDerSignature } from './der.ts'
import { parseHex, toHex } from './encoding.ts'
import { KeysError } from './errors.ts'
import { fast } from './fast.ts'
import { sha256 } from './hash.ts'
import type { Random } from './random.ts'
import { withSecret } from './secret.ts'
import { asBufferSource } from './webCrypto.ts'

export interface P256KeyPair {
  /** 32-byte scalar, big endian. */
  readonly privateKey: Uint8Array
  /** 33 bytes, compressed. */
  readonly publicKey: Uint8Array
}

/** Generates a key pair. */
export function generateP256KeyPair(random: Random): P256KeyPair {
  const privateKey = withSecret(random(48), (seed) => p256.utils.randomSecretKey(seed))
  return { privateKey, publicKey: multiplyBase(privateKey) }
}

const multiplyBase = (scalar: Uint8Array): Uint8Array =>
  fast().p256PublicKeyOf?.(scalar) ?? p256.getPublicKey(scalar, true)

/** @throws KeysError `PRIVATE_KEY_OUT_OF_RANGE` */
export function p256PublicKeyOf(privateKey: Uint8Array): Uint8Array {
  if (!p256.utils.isValidSecretKey(privateKey))
    throw new KeysError('PRIVATE_KEY_OUT_OF_RANGE', { curve: 'P-256' })
  return multiplyBase(privateKey)
}

/**
 * The compressed form of a point in hexadecimal, compressed or uncompressed, verified to be on the curve.
 * @param what names the key in the error
 * @throws KeysError `MALFORMED_HEX`, `PUBLIC_KEY_MALFORMED`
 */
export function parseP256PublicKey(text: string, what: string): Uint8Array {
  return compressP256PublicKey(parseHex(text, what), what)
}

/** The 33-byte form of a point of 33 or 65 bytes. @throws KeysError `PUBLIC_KEY_MALFORMED` */
export const compressP256PublicKey = (point: Uint8Array, what = 'public key'): Uint8Array =>
  readPoint(point, what).toBytes(true)

/** The 65-byte form of a point of 33 or 65 bytes. @throws KeysError `PUBLIC_KEY_MALFORMED` */
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
  fast().signP256?.(message, privateKey) ??
  p256.sign(message, privateKey, { prehash: true, lowS: false, format: 'der' })

/** The 64 bytes `r ‖ s` for a 32-byte digest. */
export const signP256Digest = (digest: Uint8Array, privateKey: Uint8Array): Uint8Array =>
  p256.sign(digest, privateKey, { prehash: false, lowS: false, format: 'compact' })

/** Whether `signature` (64 bytes `r ‖ s`, any S) is a signature of `digest` by the key (33 or 65 bytes). */
export const verifyP256Digest = (signature: Uint8Array, digest: Uint8Array, publicKey: Uint8Array): boolean =>
  isTrue(() => p256.verify(signature, digest, publicKey, { prehash: false, lowS: false, format: 'compact' }))

/**
 * Whether a DER `signature` (any S) is a signature of `message`, hashed once by SHA-256. The key has 33 or 65 bytes.
 * Uses the host's implementation, otherwise WebCrypto if available, which is several times faster.
 */
export async function verifyP256(
  signature: Uint8Array,
  message: Uint8Array,
  publicKey: Uint8Array,
): Promise<boolean> {
  let compact: Uint8Array
  try {
    compact = readDerSignature(signature, p256)
  } catch {
    return false
  }
  const plugged = fast().verifyP256
  if (plugged) {
    const isValid = plugged(compact, message, publicKey)
    return (isValid instanceof Promise ? await isValid : isValid) ?? false
  }
  const subtle = globalThis.crypto?.subtle
  if (!subtle) return verifyP256Digest(compact, sha256(message), publicKey)
  // Don't wait if the key is cached, so that the platform verifies in parallel.
  const key = platformKeys.get(toHex(publicKey)) ?? (await importPlatformKey(publicKey, subtle))
  if (!key) return false
  return subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    key,
    asBufferSource(compact),
    asBufferSource(message),
  )
}

/**
 * The compressed points of the keys that may have made a DER `signature` of `message`: usually two, none if it is not
 * an ECDSA signature (SEC 1 §4.1.6).
 */
export function recoverP256PublicKeys(signature: Uint8Array, message: Uint8Array): Uint8Array[] {
  let compact: Uint8Array
  try {
    compact = readDerSignature(signature, p256)
  } catch {
    return []
  }
  const digest = sha256(message)
  return [0, 1, 2, 3].flatMap((bit) => {
    try {
      const recovered = p256.Signature.fromBytes(compact, 'compact').addRecoveryBit(bit)
      return [recovered.recoverPublicKey(digest).toBytes(true)]
    } catch {
      // No point has this coordinate.
      return []
    }
  })
}

/** Caches imported keys: callers stamp many requests, and an import costs a third of a verification. */
const platformKeys = new Map<string, CryptoKey>()
const MAX_PLATFORM_KEYS = 1000

async function importPlatformKey(
  publicKey: Uint8Array,
  subtle: SubtleCrypto,
): Promise<CryptoKey | undefined> {
  let key: CryptoKey
  try {
    // Uncompressed, because not all browsers import compressed points.
    const point = asBufferSource(uncompressP256PublicKey(publicKey))
    key = await subtle.importKey('raw', point, { name: 'ECDSA', namedCurve: 'P-256' }, false, ['verify'])
  } catch {
    return undefined
  }
  if (platformKeys.size >= MAX_PLATFORM_KEYS) platformKeys.delete(platformKeys.keys().next().value!)
  platformKeys.set(toHex(publicKey), key)
  return key
}

function isTrue(verify: () => boolean): boolean {
  try {
    return verify()
  } catch {
    return false
  }
}
