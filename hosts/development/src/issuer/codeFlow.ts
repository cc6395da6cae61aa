/** The issuer's code flow: authorize endpoint, its form, token endpoint. */
import { platformRandom, toBase64url } from '@keywright/keys'
import { type AuthorizationCodes, createAuthorizationCodes, TokenRefusal } from './authorizationCodes.ts'
import { authorizePage, refusalPage } from './authorizePage.ts'
import { backToApp, readAuthorize } from './authorizeRequest.ts'
import { authorizeUrlOf, type Minter, TOKEN_SECONDS } from './minter.ts'

export interface CodeFlow {
  /** Returns the page that asks who signs in, or redirects to the app with an error. */
  askWho(parameters: URLSearchParams): Response
  /** Handles the form of that page: redirects to the app with a code or an error. */
  sendBack(form: URLSearchParams): Response
  /** The token endpoint. @param authorization header with the client ID; its secret is not checked */
  redeem(form: URLSearchParams, authorization: string | null): Response
}

/** @param clock milliseconds since 1970 */
export function createCodeFlow(issuer: Minter, clock: () => number): CodeFlow {
  const { url } = issuer
  const codes = createAuthorizationCodes(clock)
  return {
    askWho(parameters) {
      const asked = readAuthorize(parameters, url)
      if (asked.kind === 'refuse') return refusalPage(asked.message)
      if (asked.kind === 'redirect') return redirect(asked.location)
      return authorizePage(asked.request, authorizeUrlOf(url))
    },
    sendBack(form) {
      const [decision, subject, email] = ['decision', 'subject', 'email'].map((name) => form.get(name) ?? '')
      for (const name of ['decision', 'subject', 'email']) form.delete(name)
      const asked = readAuthorize(form, url)
      if (asked.kind === 'refuse') return refusalPage(asked.message)
      if (asked.kind === 'redirect') return redirect(asked.location)
      const { request } = asked
      const back = (answer: Parameters<typeof backToApp>[2]) => redirect(backToApp(request, url, answer))
      if (decision !== 'allow') {
        return back({ error: 'access_denied', error_description: 'the user denied access' })
      }
      // OpenID Connect Core §2: a subject has at most 255 ASCII characters.
      if (!/^[\x20-\x7e]{1,255}$/.test(subject!)) {
        return refusalPage('the subject must have 1 to 255 ASCII characters')
      }
      return back({ code: codes.issue({ request, subject: subject!, ...(email && { email }) }) })
    },
    redeem: (form, authorization) => answerToken(issuer, codes, form, authorization),
  }
}

/** RFC 6749 §5, with the ID token of OpenID Connect Core §3.1.3.3. */
function answerToken(
  issuer: Minter,
  codes: AuthorizationCodes,
  form: URLSearchParams,
  authorization: string | null,
): Response {
  const respond = (status: number, members: object) =>
    Response.json(members, { status, headers: { 'cache-control': 'no-store' } })
  try {
    const { request, subject, email } = codes.redeem(form, clientOf(authorization))
    const { clientId: audience, nonce, scope } = request
    const wantsEmail = scope.split(' ').includes('email')
    const { token } = issuer.mint({ subject, audience, nonce, email: wantsEmail ? email : undefined })
    return respond(200, {
      // Required by the protocol, but grants nothing.
      access_token: toBase64url(platformRandom(32)),
      token_type: 'Bearer',
      expires_in: TOKEN_SECONDS,
      scope,
      id_token: token,
    })
  } catch (error) {
    if (!(error instanceof TokenRefusal)) throw error
    return respond(400, { error: error.error, error_description: error.message })
  }
}

/** The client ID in `Authorization: Basic` (RFC 6749 §2.3.1); undefined if missing or malformed. */
function clientOf(authorization: string | null): string | undefined {
  const [, encoded] = /^basic ([\w+/=]+)$/i.exec(authorization ?? '') ?? []
  if (encoded === undefined) return undefined
  try {
    return decodeURIComponent(atob(encoded).split(':')[0]!.replaceAll('+', ' '))
  } catch {
    return undefined
  }
}

const redirect = (location: string): Response =>
  new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } })
