/** Tokens that the service issues: session JWTs, verification tokens, read-only sessions. */

import { equalBytes, parseBase64url, parseJsonObject, parseUtf8, toBase64url, toUtf8 } from './encoding.ts'
import { isKeysError, KeysError } from './errors.ts'
import { hmacSha256, sha256 } from './hash.ts'
import { signP256Digest, verifyP256Digest } from './p256.ts'

/** Members of a token. The issuer defines their meaning. */
export type TokenClaims = Readonly<Record<string, unknown>>

/**
 * A session JWT: `header.payload.signature`. The signature is 64 bytes P-256 over SHA-256 applied **twice** to
 * `header.payload`, as clients verify it. A receipt, not a credential.
 */
export const signSessionToken = (claims: TokenClaims, privateKey: Uint8Array): string =>
  signJwt(claims, privateKey, sha256Twice)

/** @throws KeysError `TOKEN_MALFORMED`, `TOKEN_SIGNATURE_MISMATCH` */
export const verifySessionToken = (token: string, publicKey: Uint8Array): TokenClaims =>
  verifyJwt(token, publicKey, sha256Twice)

/** An ordinary ES256 JWT (RFC 7515, RFC 7518 §3.4): the `verificationToken` of a one-time code. */
export const signVerificationToken = (claims: TokenClaims, privateKey: Uint8Array): string =>
  signJwt(claims, privateKey, sha256)

/** @throws KeysError `TOKEN_MALFORMED`, `TOKEN_SIGNATURE_MISMATCH` */
export const verifyVerificationToken = (token: string, publicKey: Uint8Array): TokenClaims =>
  verifyJwt(token, publicKey, sha256)

/** An opaque token that only the holder of `secret` can create: base64url(claims) `.` base64url(HMAC-SHA256). */
export function signOpaqueToken(claims: TokenClaims, secret: Uint8Array): string {
  const text = encodePart(claims)
  return `${text}.${toBase64url(hmacSha256(secret, toUtf8(text)))}`
}

/** @throws KeysError `TOKEN_MALFORMED`, `TOKEN_SIGNATURE_MISMATCH` */
export function verifyOpaqueToken(token: string, secret: Uint8Array): TokenClaims {
  const [text, mac] = partsOf(token, 2) as [string, string]
  if (!equalBytes(readPart(mac), hmacSha256(secret, toUtf8(text)))) {
    throw new KeysError('TOKEN_SIGNATURE_MISMATCH', {})
  }
  return readClaims(text)
}

type Digest = (bytes: Uint8Array) => Uint8Array

const sha256Twice: Digest = (bytes) => sha256(sha256(bytes))
const HEADER = { alg: 'ES256', typ: 'JWT' }
const MAX_TOKEN_LENGTH = 16_384

function signJwt(claims: TokenClaims, privateKey: Uint8Array, digest: Digest): string {
  const signed = `${encodePart(HEADER)}.${encodePart(claims)}`
  return `${signed}.${toBase64url(signP256Digest(digest(toUtf8(signed)), privateKey))}`
}

function verifyJwt(token: string, publicKey: Uint8Array, digest: Digest): TokenClaims {
  const [header, payload, signature] = partsOf(token, 3) as [string, string, string]
  // The algorithm is ours to say, not the token's (RFC 8725 §3.1).
  if (readClaims(header)['alg'] !== HEADER.alg) throw malformed(`its algorithm is not ${HEADER.alg}`)
  if (!verifyP256Digest(readPart(signature), digest(toUtf8(`${header}.${payload}`)), publicKey)) {
    throw new KeysError('TOKEN_SIGNATURE_MISMATCH', {})
  }
  return readClaims(payload)
}

const encodePart = (members: TokenClaims) => toBase64url(toUtf8(JSON.stringify(members)))

function partsOf(token: string, count: number): string[] {
  if (token.length > MAX_TOKEN_LENGTH) throw malformed('it is too long')
  const parts = token.split('.')
  if (parts.length !== count) throw malformed(`it has ${parts.length} parts instead of ${count}`)
  return parts
}

function readPart(text: string): Uint8Array {
  try {
    return parseBase64url(text, 'a part')
  } catch (error) {
    throw malformed(isKeysError(error) ? error.message : 'a part cannot be read')
  }
}

function readClaims(text: string): Record<string, unknown> {
  const bytes = readPart(text)
  try {
    return parseJsonObject(parseUtf8(bytes, 'a part'), 'a part')
  } catch (error) {
    throw malformed(isKeysError(error) ? error.message : 'a part cannot be read')
  }
}

const malformed = (reason: string) => new KeysError('TOKEN_MALFORMED', { reason })
