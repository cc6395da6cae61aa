/** Reads keys into bytes, and reports every error that is visible in a single key. */
import { fromBase64url, fromHex } from '../encoding.ts'
import { type ApiKeyCurve, JWK_CURVES, SCHEMES } from './curve.ts'
import { KeyError } from './keyErrors.ts'

export type Bytes = Uint8Array<ArrayBuffer>

export const isJwk = (key: unknown): key is JsonWebKey =>
  typeof key === 'object' && key !== null && 'kty' in key

/** The requested curve, else the curve of the JWK, else P-256. @throws KeyError `CURVE_MISMATCH` */
export function readCurve(curveType: ApiKeyCurve | undefined, key: unknown): ApiKeyCurve {
  const own = isJwk(key) ? (JWK_CURVES[key.crv ?? ''] ?? key.crv) : undefined
  const curve = curveType ?? own ?? 'API_KEY_CURVE_P256'
  if (!Object.hasOwn(SCHEMES, curve))
    throw new KeyError(
      'CURVE_MISMATCH',
      `API keys don't support curve \`${curve}\``,
      'leave curveType out for P-256',
    )
  if (own !== undefined && own !== curve)
    throw new KeyError(
      'CURVE_MISMATCH',
      `the JWK is a ${own} key, not a ${curve} key`,
      'leave curveType out: the JWK names its curve',
    )
  return curve as ApiKeyCurve
}

/** 32 bytes. @throws KeyError `KEY_MALFORMED` */
export function readPrivateKey(key: string | JsonWebKey): Bytes {
  const bytes = isJwk(key) ? base64urlOr(key.d) : fromHex(key ?? '')
  if (bytes?.length === 32) return bytes
  if (bytes?.length === 33)
    throw malformed('the private key has 33 bytes, which is the length of a public key')
  throw malformed(
    `the private key is not 32 bytes ${isJwk(key) ? 'in member `d` of the JWK' : 'in hexadecimal'}`,
  )
}

/**
 * The public key as registered: 33 bytes, or 32 for ed25519. Also reads 65 uncompressed bytes.
 * @throws KeyError `KEY_MALFORMED`, `CURVE_MISMATCH`
 */
export function readPublicKey(curve: ApiKeyCurve, text: string | undefined, key: unknown): Bytes {
  const bytes = text === undefined && isJwk(key) ? publicKeyOfJwk(key) : fromHex(text ?? '')
  if (!bytes?.length) throw malformed('the public key is missing or not hexadecimal')
  const isEdwards = curve === 'API_KEY_CURVE_ED25519'
  if (isEdwards !== (bytes.length === 32)) {
    const message = `the public key has ${bytes.length} bytes, a ${curve} key has ${isEdwards ? 32 : 33}`
    const isOther = bytes.length === 32 || (isEdwards && bytes.length === 33)
    throw new KeyError(isOther ? 'CURVE_MISMATCH' : 'KEY_MALFORMED', message, 'check curveType')
  }
  return isEdwards ? bytes : compress(bytes)
}

function compress(point: Bytes): Bytes {
  if (point.length === 33 && (point[0] === 2 || point[0] === 3)) return point
  if (point.length === 65 && point[0] === 4) {
    return Uint8Array.of(2 + (point[64]! & 1), ...point.subarray(1, 33))
  }
  throw malformed('the public key is not a point of 33 or 65 bytes')
}

function publicKeyOfJwk({ kty, x, y }: JsonWebKey): Bytes | undefined {
  const [first, second] = [base64urlOr(x), base64urlOr(y)]
  if (kty === 'OKP') return first
  return first?.length === 32 && second?.length === 32 ? Uint8Array.of(4, ...first, ...second) : undefined
}

function base64urlOr(text: string | undefined): Bytes | undefined {
  try {
    return text === undefined ? undefined : fromBase64url(text)
  } catch {
    return undefined
  }
}

const malformed = (message: string) =>
  new KeyError('KEY_MALFORMED', message, 'use the key exactly as it was printed on creation')
