/** Signs requests with an API key pair. */

import { curvesAtHand, loadCurve } from '#loadCurve'
import { fromHex, toBase64url, toDer, toHex, toStamp } from '../encoding.ts'
import type { Stamp, Stamper } from '../stamper.ts'
import { type ApiKeyCurve, type CurveLibrary, SCHEMES } from './curve.ts'
import { KeyError } from './keyErrors.ts'
import { type Bytes, isJwk, readCurve, readPrivateKey, readPublicKey } from './readKeys.ts'

export type ApiKeyStamperOptions =
  | {
      /** Hexadecimal: 33 bytes, compressed (65 uncompressed bytes also work); 32 bytes for ed25519. */
      readonly apiPublicKey: string
      /** 32 bytes in hexadecimal, or a `CryptoKey` for ECDSA on P-256, which may be non-extractable. */
      readonly apiPrivateKey: string | CryptoKey
      /** Default: `API_KEY_CURVE_P256`. */
      readonly curveType?: ApiKeyCurve
    }
  | {
      /** Default: the public key in the JWK. */
      readonly apiPublicKey?: string
      /** A private JWK. */
      readonly apiPrivateKey: JsonWebKey
      /** Default: the curve of the JWK. */
      readonly curveType?: ApiKeyCurve
    }

type Signer = (body: Bytes) => Uint8Array | Promise<Uint8Array>

/**
 * Signs requests with an API key pair. P-256 uses WebCrypto where available, so equal bodies get different signatures. The
 * other curves, and P-256 without WebCrypto, sign in JavaScript, deterministically.
 *
 * Mismatched keys are rejected by the constructor. Browser bundles load a curve only when it's used, and a `CryptoKey` can
 * only be tested by signing, so there `ready()` and the first stamp reject them.
 *
 * @example
 * const stamper = await new ApiKeyStamper({ apiPublicKey, apiPrivateKey }).ready()
 * @throws KeyError `KEY_MALFORMED`, `KEY_PAIR_MISMATCH`, `CURVE_MISMATCH`
 */
export class ApiKeyStamper implements Stamper {
  /** Hexadecimal, as registered. */
  readonly publicKey: string
  readonly curve: ApiKeyCurve
  readonly #signer: Signer | Promise<Signer>

  constructor({ apiPublicKey, apiPrivateKey, curveType }: ApiKeyStamperOptions) {
    this.curve = readCurve(curveType, apiPrivateKey)
    const publicKey = readPublicKey(this.curve, apiPublicKey, apiPrivateKey)
    this.publicKey = toHex(publicKey)
    if (typeof apiPrivateKey === 'object' && !isJwk(apiPrivateKey)) {
      this.#signer = signerOfPlatformKey(apiPrivateKey, fromHex(apiPublicKey!)!)
    } else {
      this.#signer = signerOf({ curve: this.curve, publicKey, secret: readPrivateKey(apiPrivateKey) })
    }
    // The error surfaces in `ready()` and in each stamp.
    if (this.#signer instanceof Promise) this.#signer.catch(() => {})
  }

  /**
   * Resolves once the key pair is known to match.
   * @throws KeyError `KEY_PAIR_MISMATCH`, `KEY_UNSUPPORTED`
   */
  async ready(): Promise<this> {
    await this.#signer
    return this
  }

  /** Signs a body. @throws as `ready` */
  async stamp(payload: string): Promise<Stamp> {
    const sign = await this.#signer
    const signature = await sign(new TextEncoder().encode(payload))
    return toStamp(this.publicKey, SCHEMES[this.curve], toHex(signature))
  }
}

interface Pair {
  readonly curve: ApiKeyCurve
  readonly publicKey: Bytes
  readonly secret: Bytes
}

function signerOf(pair: Pair): Signer | Promise<Signer> {
  const { curve, secret } = pair
  const library = curvesAtHand?.[curve]
  if (library) assertPair(library, pair)
  // Pages without a secure origin and some native runtimes don't have WebCrypto.
  if (curve === 'API_KEY_CURVE_P256' && globalThis.crypto?.subtle) return signerOfP256(pair)
  return library ? signerOfLibrary(library, secret) : loadSigner(pair)
}

async function loadSigner(pair: Pair): Promise<Signer> {
  const library = await loadCurve(pair.curve)
  assertPair(library, pair)
  return signerOfLibrary(library, pair.secret)
}

const signerOfLibrary =
  (library: CurveLibrary, secret: Bytes): Signer =>
  (body) =>
    library.sign(body, secret, { format: 'der' })

function assertPair(library: CurveLibrary, { curve, publicKey, secret }: Pair): void {
  let found: Uint8Array
  try {
    found = library.getPublicKey(secret)
  } catch {
    throw new KeyError('KEY_MALFORMED', `the private key is out of range for ${curve}`)
  }
  if (toHex(found) !== toHex(publicKey)) throw mismatch(publicKey, curve)
}

const mismatch = (publicKey: Bytes, curve: string) =>
  new KeyError(
    'KEY_PAIR_MISMATCH',
    `the private key doesn't match public key ${toHex(publicKey)} on ${curve}`,
    'take both from one key file, and check curveType',
  )

// ─── WebCrypto ───

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }

async function signerOfP256({ curve, publicKey, secret }: Pair): Promise<Signer> {
  const point = await importPoint(publicKey)
  const jwk = { ...(await crypto.subtle.exportKey('jwk', point)), d: toBase64url(secret), key_ops: ['sign'] }
  let key: CryptoKey
  try {
    key = await crypto.subtle.importKey('jwk', jwk, ECDSA, false, ['sign'])
  } catch {
    // Most platforms compare private and public key on import.
    throw mismatch(publicKey, curve)
  }
  return signerOfPlatformKey(key, publicKey)
}

/** Signs one byte to check that a non-extractable private key matches the public key. */
async function signerOfPlatformKey(key: CryptoKey, publicKey: Bytes): Promise<Signer> {
  const { subtle } = crypto
  const point = await importPoint(publicKey)
  let isPair: boolean
  try {
    isPair = await subtle.verify(ECDSA, point, await subtle.sign(ECDSA, key, PROBE), PROBE)
  } catch (cause) {
    throw new KeyError('KEY_UNSUPPORTED', 'the CryptoKey cannot sign with ECDSA on P-256', undefined, cause)
  }
  if (!isPair) throw mismatch(publicKey, 'P-256')
  return async (body) => toDer(new Uint8Array(await subtle.sign(ECDSA, key, body)))
}

const PROBE = new Uint8Array(1)

async function importPoint(point: Bytes): Promise<CryptoKey> {
  const importRaw = (bytes: Bytes) => crypto.subtle.importKey('raw', bytes, ECDSA, true, ['verify'])
  try {
    return await importRaw(point)
  } catch {
    try {
      // Some browsers can't read compressed points.
      const { Point } = await loadCurve('API_KEY_CURVE_P256')
      return await importRaw(Point!.fromBytes(point).toBytes(false) as Bytes)
    } catch (cause) {
      throw new KeyError(
        'KEY_MALFORMED',
        `public key ${toHex(point)} is not a point of P-256`,
        undefined,
        cause,
      )
    }
  }
}
