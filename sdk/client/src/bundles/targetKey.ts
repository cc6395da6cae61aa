/** Target keys: the keys that the server seals secrets to. */
import { fromHex, toBase64url, toHex } from '../encoding.ts'
import { BundleError, webCrypto } from './bundleErrors.ts'

/** A P-256 key pair that only receives bundles. */
export interface TargetKey {
  /** Value of `targetPublicKey` in requests: 65 bytes in hexadecimal. */
  readonly targetPublicKey: string
  /** The private key may be non-extractable. IndexedDB can store the pair. */
  readonly keyPair: CryptoKeyPair
}

const ECDH = { name: 'ECDH', namedCurve: 'P-256' }

/**
 * Generates a target key.
 * @param isExtractable whether the private key may be exported. Default: false
 * @throws BundleError `CRYPTO_UNAVAILABLE`
 */
export async function generateTargetKey(isExtractable = false): Promise<TargetKey> {
  const subtle = webCrypto()
  const keyPair = await subtle.generateKey(ECDH, isExtractable, ['deriveBits'])
  return {
    keyPair,
    targetPublicKey: toHex(new Uint8Array(await subtle.exportKey('raw', keyPair.publicKey))),
  }
}

/**
 * Builds a target key from its public key (65 bytes) and private key (32 bytes), both in hexadecimal.
 * @throws BundleError `TARGET_KEY_MALFORMED`, `CRYPTO_UNAVAILABLE`
 */
export async function importTargetKey(targetPublicKey: string, targetPrivateKey: string): Promise<TargetKey> {
  const subtle = webCrypto()
  const point = fromHex(targetPublicKey)
  const secret = fromHex(targetPrivateKey)
  if (point?.length !== 65 || secret?.length !== 32) throw notAKey()
  const [x, y, d] = [point.subarray(1, 33), point.subarray(33), secret].map(toBase64url)
  const jwk = { kty: 'EC', crv: 'P-256', x, y } as JsonWebKey
  try {
    const privateKey = await subtle.importKey('jwk', { ...jwk, d: d! }, ECDH, false, ['deriveBits'])
    const publicKey = await subtle.importKey('jwk', jwk, ECDH, true, [])
    return { targetPublicKey: toHex(point), keyPair: { privateKey, publicKey } }
  } catch {
    throw notAKey()
  }
}

/** Reads a 65-byte public key in hexadecimal. @throws BundleError `TARGET_KEY_MALFORMED`, `CRYPTO_UNAVAILABLE` */
export async function importTargetPublicKey(targetPublicKey: string): Promise<CryptoKey> {
  const subtle = webCrypto()
  const point = fromHex(targetPublicKey)
  if (point?.length !== 65) throw notAKey()
  return subtle.importKey('raw', point, ECDH, true, []).catch(() => {
    throw notAKey()
  })
}

const notAKey = () =>
  new BundleError(
    'TARGET_KEY_MALFORMED',
    'the target key is not a P-256 public key of 65 bytes in hexadecimal',
  )
