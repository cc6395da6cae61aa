/** Verifies an ID token with its issuer's keys. A separate module because it imports jose. */
import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'

export { decodeJwt }

/** Only private-key signatures: with a shared secret or none, anyone who knows it could sign. */
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

/** The claims; `exp` is after `now`. @throws JOSEError with the library's code */
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
