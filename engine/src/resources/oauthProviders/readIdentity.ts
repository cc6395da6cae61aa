/** OpenID Connect: who an ID token speaks of, once its issuer's published keys have confirmed it. */
import { ApiError, type OauthProviderParamsV2 } from '@keywright/contract'
import { createLocalJWKSet, decodeJwt, errors, type JSONWebKeySet, type JWTPayload, jwtVerify } from 'jose'
import type { Context } from '../../context.ts'
import type { OauthProviderRow } from '../../store/tables.ts'

export type Identity = Pick<OauthProviderRow, 'issuer' | 'audience' | 'subject'>

/** The identity that registration names: by a token, or (newer) by its three claims. */
export async function readIdentity(
  context: Context,
  params: Pick<OauthProviderParamsV2, 'oidcToken' | 'oidcClaims'>,
  field: string,
): Promise<Identity> {
  const { oidcToken, oidcClaims } = params
  if (oidcToken !== undefined) return identityOf(await verifyOidcToken(context, oidcToken))
  if (!oidcClaims) {
    const missing = `${field}.oidcToken`
    throw new ApiError('MEMBER_MISSING', { field: missing }, { field: missing })
  }
  return { issuer: oidcClaims.iss, audience: oidcClaims.aud, subject: oidcClaims.sub }
}

/**
 * Verifies an ID token against the keys that its issuer publishes (OpenID Connect Discovery 1.0 §4).
 * @returns its claims; `exp` is ahead
 * @throws ApiError 400 when it is unreadable, unsigned, expired or not of its issuer; 503 when the keys cannot be had
 */
export async function verifyOidcToken(context: Context, token: string): Promise<JWTPayload> {
  const { iss: issuer } = attempt(() => decodeJwt(token))
  if (!issuer || !isIssuerUrl(issuer)) throw unusable('its issuer is not an https address')
  const keys = createLocalJWKSet(await fetchKeys(context, issuer))
  try {
    const { payload } = await jwtVerify(token, keys, {
      issuer,
      currentDate: new Date(context.now),
      requiredClaims: ['exp', 'sub', 'aud'],
    })
    return payload
  } catch (error) {
    throw unusable(error instanceof errors.JWTExpired ? 'it has expired' : 'it does not verify', error)
  }
}

/** Issuer, audience (the first, when there are several) and subject of a verified token. */
export function identityOf(claims: JWTPayload): Identity {
  const { iss, aud, sub } = claims
  const audience = Array.isArray(aud) ? aud[0] : aud
  if (!iss || !audience || !sub) throw unusable('it lacks issuer, audience or subject')
  return { issuer: iss, audience, subject: sub }
}

async function fetchKeys(context: Context, issuer: string): Promise<JSONWebKeySet> {
  try {
    const discovery = await fetchJson(
      context,
      `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
    )
    const { jwks_uri } = discovery as { jwks_uri?: unknown }
    if (typeof jwks_uri !== 'string' || !isIssuerUrl(jwks_uri)) throw new Error('no jwks_uri')
    return (await fetchJson(context, jwks_uri)) as JSONWebKeySet
  } catch (error) {
    throw new ApiError('ISSUER_UNREACHABLE', { issuer: issuer.slice(0, 200) }, { cause: error })
  }
}

async function fetchJson(context: Context, url: string): Promise<unknown> {
  const response = await context.fetch(url, { headers: { accept: 'application/json' }, redirect: 'error' })
  if (!response.ok) throw new Error(`${url} answers ${response.status}`)
  return response.json()
}

/** Plain http only towards this machine, for an issuer under development. */
function isIssuerUrl(text: string): boolean {
  if (!URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return (
    protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname))
  )
}

function attempt<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw unusable('it is not a JSON Web Token', error)
  }
}

function unusable(reason: string, cause?: unknown) {
  return new ApiError('OIDC_TOKEN_INVALID', { reason }, { field: 'oidcToken', cause })
}
