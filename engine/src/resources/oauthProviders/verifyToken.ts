/** Reads an ID token, and checks it with the keys of its issuer. Apart, because it brings jose along. */
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'

export { decodeJwt }

/** Signatures by a private key only: with a shared secret or none, anybody who knows the issuer could sign. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

/** The claims; `exp` is ahead of `now`. @throws JOSEError, with the code of the library */
export async function verifyToken(
  token: string,
  keys: JSONWebKeySet,
  issuer: string,
  now: Date,
): Promise<JWTPayload> {
  const { payload } = await jwtVerify(token, createLocalJWKSet(keys), {
    issuer,
    algorithms: ALGORITHMS,
    currentDate: now,
    requiredClaims: ['exp', 'sub', 'aud'],
  })
  return payload
}
