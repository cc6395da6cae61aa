/** Verifies an ID token with its issuer's keys. A separate module because it imports jose. */
import {
  createLocalJWKSet,
  decodeJwt,
  decodeProtectedHeader,
  type JSONWebKeySet,
  type JWTPayload,
  jwtVerify,
  type ProtectedHeaderParameters,
} from 'jose'

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

/** In seconds: issuers' clocks and ours differ (RFC 7519 §4.1.4). */
const CLOCK_LEEWAY = 60

/** The claims. `exp`, `nbf` and `iat` fit the current time with a leeway. @throws JOSEError with the library's code */
export async function verifyToken(
  token: string,
  keys: JSONWebKeySet,
  issuer: string,
  now: Date,
): Promise<JWTPayload> {
  const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(keys), {
    issuer,
    algorithms: ALGORITHMS,
    currentDate: now,
    clockTolerance: CLOCK_LEEWAY,
    requiredClaims: ['exp', 'sub', 'aud'],
  })
  const { typ } = protectedHeader
  // Issuers sign other tokens with the same keys, such as access tokens (RFC 9068, RFC 8725 §3.11).
  if (typ !== undefined && !/^(application\/)?jwt$/i.test(typ)) throw new OtherType(typ)
  // The library checks `iat` only along with a maximum age.
  if (payload.iat !== undefined && payload.iat > now.getTime() / 1000 + CLOCK_LEEWAY) throw new IssuedLater()
  return payload
}

class OtherType extends Error {
  readonly code = 'OTHER_TYPE'
}

class IssuedLater extends Error {
  readonly code = 'ERR_JWT_CLAIM_VALIDATION_FAILED'
  readonly claim = 'iat'
  readonly reason = 'check_failed'
}

function headerOf(token: string): ProtectedHeaderParameters {
  try {
    return decodeProtectedHeader(token)
  } catch {
    return {}
  }
}

/** Why a token wasn't accepted, in the words of the error's message. */
export function reasonOf(error: unknown, token: string, issuer: string): string {
  const { code, claim, reason } = Object(error) as { code?: string; claim?: string; reason?: string }
  const { kid, alg } = headerOf(token)
  switch (code) {
    case 'ERR_JWT_EXPIRED':
      return 'it has expired'
    case 'OTHER_TYPE':
      return `its type \`${(error as Error).message.slice(0, 40)}\` is not that of an ID token`
    case 'ERR_JWKS_NO_MATCHING_KEY':
      return `its issuer publishes no ${alg} key ${kid === undefined ? 'for it' : `\`${String(kid).slice(0, 100)}\``}`
    case 'ERR_JWKS_MULTIPLE_MATCHING_KEYS':
      return 'it has no `kid`, and its issuer publishes several keys that fit'
    case 'ERR_JOSE_ALG_NOT_ALLOWED':
      return `its algorithm ${String(alg).slice(0, 20)} is not accepted`
    case 'ERR_JWS_SIGNATURE_VERIFICATION_FAILED':
      return 'its signature does not verify'
  }
  if (code !== 'ERR_JWT_CLAIM_VALIDATION_FAILED') return 'it does not verify'
  if (reason === 'missing') return `it lacks \`${claim}\``
  if (reason === 'invalid') return `its \`${claim}\` is not a number`
  if (claim === 'nbf') return 'it is not valid yet'
  if (claim === 'iat') return 'it was issued in the future'
  return `its \`${claim}\` is not ${claim === 'iss' ? issuer : 'as expected'}`
}
