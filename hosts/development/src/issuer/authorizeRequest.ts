/** Validates authorize requests: code flow with PKCE (OpenID Connect Core §3.1.2, RFC 6749 §4.1, RFC 7636). */

export interface AuthorizeRequest {
  readonly clientId: string
  readonly redirectUri: string
  /** base64url SHA-256 of the verifier. */
  readonly codeChallenge: string
  readonly scope: string
  readonly state?: string
  readonly nonce?: string
  /** The identity that the app expects. */
  readonly loginHint?: string
}

export type Authorize =
  | { readonly kind: 'ask'; readonly request: AuthorizeRequest }
  /** Redirects to the app with the error in the URL. */
  | { readonly kind: 'redirect'; readonly location: string }
  /** Shows the error on this page, because the redirect URI cannot be trusted (RFC 6749 §4.1.2.1). */
  | { readonly kind: 'refuse'; readonly message: string }

/** Values of `error` (RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6). */
type AuthorizeError =
  | 'invalid_request'
  | 'unsupported_response_type'
  | 'invalid_scope'
  | 'access_denied'
  | 'login_required'
  | 'request_not_supported'

/** @param issuer included in the response, so that an app with several issuers cannot mix them up (RFC 9207) */
export function readAuthorize(parameters: URLSearchParams, issuer: string): Authorize {
  const one = (name: string) => parameters.get(name) || undefined
  const repeated = [...new Set(parameters.keys())].find((name) => parameters.getAll(name).length > 1)
  const [clientId, redirectUri] = [one('client_id'), one('redirect_uri')]
  if (repeated === 'client_id' || repeated === 'redirect_uri') {
    return refuse(`\`${repeated}\` is repeated`)
  }
  if (clientId === undefined) return refuse('`client_id` is missing')
  if (redirectUri === undefined) return refuse('`redirect_uri` is missing')
  const wrong = whatIsWrongWith(redirectUri)
  if (wrong !== undefined) return refuse(`\`redirect_uri\` ${wrong}: ${redirectUri.slice(0, 200)}`)

  const state = one('state')
  const back = (error: AuthorizeError, description: string): Authorize => ({
    kind: 'redirect',
    location: backToApp({ redirectUri, state }, issuer, { error, error_description: description }),
  })
  if (repeated !== undefined) return back('invalid_request', `${repeated} is repeated`)
  if (one('request') !== undefined || one('request_uri') !== undefined) {
    return back('request_not_supported', 'parameters must be in the URL')
  }
  if (one('response_type') !== 'code') {
    return back('unsupported_response_type', 'response_type must be code')
  }
  if ((one('response_mode') ?? 'query') !== 'query') {
    return back('invalid_request', 'response_mode must be query')
  }
  const scope = one('scope') ?? ''
  if (!scope.split(' ').includes('openid')) return back('invalid_scope', 'scope must contain openid')
  if (one('code_challenge_method') !== 'S256') {
    return back('invalid_request', 'code_challenge_method must be S256')
  }
  const codeChallenge = one('code_challenge') ?? ''
  if (!/^[\w-]{43}$/.test(codeChallenge)) {
    return back('invalid_request', 'code_challenge must be the base64url SHA-256 of the verifier')
  }
  if (one('prompt')?.split(' ').includes('none')) {
    return back('login_required', 'this issuer does not keep sessions')
  }
  const optional = { state, nonce: one('nonce'), loginHint: one('login_hint') }
  return { kind: 'ask', request: { clientId, redirectUri, codeChallenge, scope, ...given(optional) } }
}

/** The app's URL with the response in its query. */
export function backToApp(
  { redirectUri, state }: { readonly redirectUri: string; readonly state?: string | undefined },
  issuer: string,
  answer: { readonly code: string } | { readonly error: AuthorizeError; readonly error_description: string },
): string {
  const url = new URL(redirectUri)
  const members = { ...answer, ...(state !== undefined && { state }), iss: issuer }
  for (const [name, value] of Object.entries(members)) url.searchParams.append(name, value)
  return url.href
}

/**
 * Accepts any app with `http`, `https` or a private-use scheme, which contains a period (RFC 8252 §7.1), but not schemes
 * such as `javascript`, in which a URL is a program.
 */
function whatIsWrongWith(redirectUri: string): string | undefined {
  if (!URL.canParse(redirectUri)) return 'is not an absolute URL'
  const { protocol, host, hash } = new URL(redirectUri)
  // These characters would end a source in the page's content policy.
  if (/[;,']/.test(host)) return 'has an invalid host'
  if (hash !== '' || redirectUri.endsWith('#')) return 'must not have a fragment'
  const isOfApp = protocol === 'http:' || protocol === 'https:' || protocol.includes('.')
  return isOfApp ? undefined : 'has an unsupported scheme'
}

const refuse = (message: string): Authorize => ({ kind: 'refuse', message })

type Given<T> = { readonly [Name in keyof T]?: NonNullable<T[Name]> }
const given = <T extends object>(members: T): Given<T> =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Given<T>
