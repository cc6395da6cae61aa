/**
 * Credential bundles: an API key sealed to a target key, as a text that people can copy. `emailAuth` and
 * `initUserEmailRecovery` send it by email; `otpAuth`, `oauth` and `createReadWriteSession` return it.
 */

import { base58 } from '@scure/base'
import { fromBase64url, fromHex, toBase64url, toHex } from '../encoding.ts'
import { BundleError, malformed, webCrypto } from './bundleErrors.ts'
import { open, seal } from './hpke.ts'
import type { TargetKey } from './targetKey.ts'

/** The same key pair with a private key that can sign but can't be extracted. */
export interface SealedSessionKey {
  readonly apiPublicKey: string
  readonly apiPrivateKey: CryptoKey
}

/** An API key pair in hexadecimal, as the stamper takes it. */
export interface SealedApiKey {
  readonly apiPublicKey: string
  readonly apiPrivateKey: string
}

type Bytes = Uint8Array<ArrayBuffer>

/** Compressed ephemeral key (33), private key (32), tag (16). */
const LENGTH = 81

/**
 * Opens a credential bundle and returns the API key.
 * @throws BundleError `BUNDLE_MALFORMED`, `BUNDLE_FOR_ANOTHER_KEY`, `CRYPTO_UNAVAILABLE`
 */
export async function openCredentialBundle(bundle: string, target: TargetKey): Promise<SealedApiKey> {
  const bytes = await readBase58check(bundle.trim())
  if (bytes.length !== LENGTH) throw malformed(`it has ${bytes.length} bytes instead of ${LENGTH}`)
  const { p256 } = await loadP256()
  let encappedPublic: Bytes
  try {
    encappedPublic = p256.Point.fromBytes(bytes.subarray(0, 33)).toBytes(false) as Bytes
  } catch {
    throw malformed('its ephemeral key is not a point on P-256')
  }
  const secret = await open({ encappedPublic, ciphertext: bytes.subarray(33) as Bytes }, target)
  return { apiPrivateKey: toHex(secret), apiPublicKey: toHex(p256.getPublicKey(secret)) }
}

/**
 * Opens a credential bundle into a non-extractable key, which a page can keep as its session.
 * @throws BundleError `BUNDLE_MALFORMED`, `BUNDLE_FOR_ANOTHER_KEY`, `CRYPTO_UNAVAILABLE`
 */
export async function openSessionBundle(bundle: string, target: TargetKey): Promise<SealedSessionKey> {
  const { apiPublicKey, apiPrivateKey } = await openCredentialBundle(bundle, target)
  const { p256 } = await loadP256()
  const point = p256.Point.fromHex(apiPublicKey).toBytes(false) as Bytes
  const [x, y, d] = [point.subarray(1, 33), point.subarray(33), fromHex(apiPrivateKey)!].map(toBase64url)
  const jwk = { kty: 'EC', crv: 'P-256', x: x!, y: y!, d: d! }
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  return {
    apiPublicKey,
    apiPrivateKey: await webCrypto().importKey('jwk', jwk, algorithm, false, ['sign']),
  }
}

/**
 * Seals a private key (32 bytes in hexadecimal) as the server does. For tests, and to hand a key to another device.
 * @throws BundleError `SECRET_MALFORMED`, `TARGET_KEY_MALFORMED`, `CRYPTO_UNAVAILABLE`
 */
export async function sealCredentialBundle(apiPrivateKey: string, targetPublicKey: string): Promise<string> {
  const secret = fromHex(apiPrivateKey)
  if (secret?.length !== 32)
    throw new BundleError('SECRET_MALFORMED', 'the private key is not 32 bytes in hexadecimal')
  const { encappedPublic, ciphertext } = await seal(secret, targetPublicKey)
  const compressed = Uint8Array.of(2 + (encappedPublic[64]! & 1), ...encappedPublic.subarray(1, 33))
  const bytes = Uint8Array.of(...compressed, ...ciphertext)
  return base58.encode(Uint8Array.of(...bytes, ...(await checksumOf(bytes))))
}

/** Loaded with the first bundle, because a page needs the curve only here. */
const loadP256 = () => import('@noble/curves/nist.js')

/** Old frames also accept base64url of the same bytes, without a checksum. */
async function readBase58check(text: string): Promise<Bytes> {
  let bytes: Bytes
  try {
    bytes = base58.decode(text.slice(0, 1000)) as Bytes
  } catch {
    return readBase64url(text)
  }
  const body = bytes.slice(0, -4)
  if (toHex(await checksumOf(body)) === toHex(bytes.slice(-4))) return body
  const other = readBase64url(text)
  if (other.length !== LENGTH) throw malformed('its checksum is wrong: was it copied completely?')
  return other
}

function readBase64url(text: string): Bytes {
  try {
    return fromBase64url(text)
  } catch {
    throw malformed('it is not base58check')
  }
}

/** First four bytes of double SHA-256. */
async function checksumOf(bytes: Bytes): Promise<Bytes> {
  const subtle = webCrypto()
  const once = await subtle.digest('SHA-256', bytes)
  return new Uint8Array(await subtle.digest('SHA-256', once)).slice(0, 4)
}
