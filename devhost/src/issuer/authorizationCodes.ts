/** Codes of the authorize endpoint: used once, within a minute, by who can show the verifier (RFC 6749 §4.1.3, RFC 7636 §4.6). */
import { platformRandom, sha256, toBase64url, toUtf8 } from '@keywright/keys'
import type { AuthorizeRequest } from './authorizeRequest.ts'

/** The identity that a code stands for. */
export interface Person {
  readonly subject: string
  readonly email?: string
}

export interface Grant extends Person {
  readonly request: AuthorizeRequest
}

/** What the token endpoint refuses (RFC 6749 §5.2); the message is its `error_description`. */
export class TokenRefusal extends Error {
  override readonly name = 'TokenRefusal'
  readonly error: 'invalid_request' | 'invalid_grant' | 'unsupported_grant_type'

  constructor(error: TokenRefusal['error'], message: string) {
    super(message)
    this.error = error
  }
}

export interface AuthorizationCodes {
  issue(grant: Grant): string
  /** Spends the code, whether or not the rest fits. @throws TokenRefusal */
  redeem(parameters: URLSearchParams, clientId: string | undefined): Grant
}

const LIFETIME_MS = 60_000
/** More than a developer opens pages in a minute; the oldest goes first. */
const MOST = 1_000

/** @param clock milliseconds since 1970 */
export function createAuthorizationCodes(clock: () => number): AuthorizationCodes {
  const issued = new Map<string, { readonly grant: Grant; readonly until: number }>()

  function take(code: string): Grant {
    const one = issued.get(code)
    issued.delete(code)
    if (!one) throw new TokenRefusal('invalid_grant', 'this code is not known, or was used before')
    if (clock() >= one.until) throw new TokenRefusal('invalid_grant', 'this code is older than a minute')
    return one.grant
  }

  return {
    issue(grant) {
      const code = toBase64url(platformRandom(32))
      issued.set(code, { grant, until: clock() + LIFETIME_MS })
      if (issued.size > MOST) issued.delete(issued.keys().next().value!)
      return code
    },
    redeem(parameters, clientId) {
      const needed = (name: string): string => {
        const [value, ...more] = parameters.getAll(name)
        if (!value) throw new TokenRefusal('invalid_request', `${name} is missing`)
        if (more.length > 0) throw new TokenRefusal('invalid_request', `${name} is there more than once`)
        return value
      }
      if (needed('grant_type') !== 'authorization_code') {
        throw new TokenRefusal('unsupported_grant_type', 'grant_type must be authorization_code')
      }
      const [code, verifier, redirectUri] = [needed('code'), needed('code_verifier'), needed('redirect_uri')]
      const client = clientId ?? needed('client_id')
      const grant = take(code)
      const { request } = grant
      if (client !== request.clientId) throw mismatch('client_id', 'the one that asked for the code')
      if (redirectUri !== request.redirectUri) throw mismatch('redirect_uri', 'that of the authorize request')
      if (toBase64url(sha256(toUtf8(verifier))) !== request.codeChallenge) {
        throw mismatch('code_verifier', 'the one whose SHA-256 is the code_challenge')
      }
      return grant
    },
  }
}

const mismatch = (name: string, expected: string) =>
  new TokenRefusal('invalid_grant', `${name} is not ${expected}`)
