/** OpenID Connect: reads the identity in an ID token after verifying it with its issuer's published keys. */
import { ApiError, type OauthProviderParamsV2, resourceLimits } from '@keywright/contract'
import type { JSONWebKeySet, JWTPayload } from 'jose'
import type { PrepareContext } from '../../context.ts'
import type { OauthProviderRow } from '../../store/tables.ts'

/** Upper bounds of ID tokens and key sets, well above what common issuers send. */
const MAX_TOKEN_LENGTH = 16_384
const MAX_KEYS = 100

export type Identity = Pick<OauthProviderRow, 'issuer' | 'audience' | 'subject' | 'isClaimed'>

/** The identities of a list of providers, read in parallel. @param field dotted path of the list, for errors */
export function readIdentities(
  context: PrepareContext,
  providers: readonly Pick<OauthProviderParamsV2, 'oidcToken' | 'oidcClaims'>[],
  field: string,
): Promise<Identity[]> {
  // `check` rejects more, so none is verified.
  if (providers.length > resourceLimits.oauthProviders.parent) return Promise.resolve([])
  return Promise.all(providers.map((params, n) => readIdentity(context, params, `${field}.${n}`)))
}

/** The identity to register, from a token or (newer) from its three claims. */
async function readIdentity(
  context: PrepareContext,
  params: Pick<OauthProviderParamsV2, 'oidcToken' | 'oidcClaims'>,
  field: string,
): Promise<Identity> {
  const { oidcToken, oidcClaims } = params
  if (oidcToken !== undefined) return identityOf(await verifyOidcToken(context, oidcToken))
  if (!oidcClaims) {
    const missing = `${field}.oidcToken`
    throw new ApiError('MEMBER_MISSING', { field: missing }, { field: missing })
  }
  return { issuer: oidcClaims.iss, audience: oidcClaims.aud, subject: oidcClaims.sub, isClaimed: true }
}

/**
 * Verifies an ID token with the keys that its issuer publishes (OpenID Connect Discovery 1.0 §4).
 * @returns its claims; `exp` was at most a minute ago
 * @throws ApiError 400 if it is unreadable, unsigned, expired or from another issuer; 503 if the keys can't be
 *   fetched
 */
export async function verifyOidcToken(context: PrepareContext, token: string): Promise<JWTPayload> {
  const { iss: issuer } = await claimsOf(token)
  if (!issuer) throw unusable('it names no issuer')
  const reason = await unfitIssuer(issuer, context)
  if (reason !== undefined) throw unusable(`its issuer cannot be asked: ${reason}`)
  const keys = await fetchKeys(context, issuer)
  // Loaded on demand with the first token.
  const { verifyToken, reasonOf } = await import('./verifyToken.ts')
  try {
    return await verifyToken(token, keys, issuer, new Date(context.now))
  } catch (error) {
    throw unusable(reasonOf(error, token, issuer), error)
  }
}

/** The claims of an unverified token. @throws ApiError 400 if it can't be read */
export async function claimsOf(token: string): Promise<JWTPayload> {
  if (token.length > MAX_TOKEN_LENGTH) throw unusable('it is too long')
  const { decodeJwt } = await import('./verifyToken.ts')
  try {
    return decodeJwt(token)
  } catch (error) {
    throw unusable('it is not a JSON Web Token', error)
  }
}

/** Issuer, audience (the first one) and subject of a token. @throws ApiError 400 also for a token of another app */
export function identityOf(claims: JWTPayload): Identity {
  const { iss, aud, azp, sub } = claims
  const audience = Array.isArray(aud) ? aud[0] : aud
  if (![iss, audience, sub].every((claim) => typeof claim === 'string' && claim !== ''))
    throw unusable('it lacks issuer, audience or subject')
  // With several audiences, only `azp` tells which app requested the token and chose its nonce (Core 1.0 §2, §3.1.3.7).
  if (Array.isArray(aud) && aud.length > 1 && azp !== audience)
    throw unusable('its `azp` is not its first audience')
  return { issuer: iss!, audience: audience!, subject: sub! }
}

async function fetchKeys(context: PrepareContext, issuer: string): Promise<JSONWebKeySet> {
  try {
    const discovery = await context.fetchJson(`${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`)
    const { issuer: named, jwks_uri } = Object(discovery) as { issuer?: unknown; jwks_uri?: unknown }
    // Discovery 1.0 §4.3: otherwise one issuer could impersonate another.
    if (named !== issuer) throw new Error('the document is of another issuer')
    if (typeof jwks_uri !== 'string' || (await unfitTarget(jwks_uri, context)) !== undefined) {
      throw new Error('no jwks_uri that can be asked')
    }
    const keys = (await context.fetchJson(jwks_uri)) as JSONWebKeySet
    if (!isKeySet(keys) || keys.keys.length > MAX_KEYS) throw new Error('no usable key set')
    return keys
  } catch (error) {
    throw new ApiError('ISSUER_UNREACHABLE', { issuer: issuer.slice(0, 200) }, { cause: error })
  }
}

const isKeySet = (value: JSONWebKeySet | null) =>
  Array.isArray(value?.keys) && value.keys.every((key) => typeof key === 'object' && key !== null)

/**
 * An issuer is a URL without query and fragment (OpenID Connect Core 1.0 §2), because the paths of its documents are
 * appended.
 */
async function unfitIssuer(issuer: string, context: PrepareContext): Promise<string | undefined> {
  return /[?#]/.test(issuer) ? 'it has a query or fragment' : unfitTarget(issuer, context)
}

/** Loaded on demand with the first token, because it contains all IP address ranges. */
async function unfitTarget(address: string, { settings }: PrepareContext): Promise<string | undefined> {
  const target = await import('../../publicTarget.ts')
  return target.unfitTarget(address, settings)
}

export function unusable(reason: string, cause?: unknown) {
  return new ApiError('OIDC_TOKEN_INVALID', { reason }, { field: 'oidcToken', cause })
}
