/** Codes of the authorize endpoint, valid once and for a minute, with the verifier (RFC 6749 §4.1.3, RFC 7636 §4.6). */
import { platformRandom, sha256, toBase64url, toUtf8 } from '@keywright/keys'
import type { AuthorizeRequest } from './authorizeRequest.ts'

export interface Person {
  readonly subject: string
  readonly email?: string
}

export interface Grant extends Person {
  readonly request: AuthorizeRequest
}

/** Errors of the token endpoint (RFC 6749 §5.2); the message becomes `error_description`. */
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
  /** Redeems the code, which is used up even if the rest of the request is invalid. @throws TokenRefusal */
  redeem(parameters: URLSearchParams, clientId: string | undefined): Grant
}

const LIFETIME_MS = 60_000
/** Upper bound of open codes, more than a developer needs in a minute. The oldest is dropped. */
const MOST = 1_000

/** @param clock milliseconds since 1970 */
export function createAuthorizationCodes(clock: () => number): AuthorizationCodes {
  const issued = new Map<string, { readonly grant: Grant; readonly until: number }>()

  function take(code: string): Grant {
    const one = issued.get(code)
    issued.delete(code)
    if (!one) throw new TokenRefusal('invalid_grant', 'the code is unknown or was used before')
    if (clock() >= one.until) throw new TokenRefusal('invalid_grant', 'the code is older than a minute')
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
        if (more.length > 0) throw new TokenRefusal('invalid_request', `${name} is repeated`)
        return value
      }
      if (needed('grant_type') !== 'authorization_code') {
        throw new TokenRefusal('unsupported_grant_type', 'grant_type must be authorization_code')
      }
      const [code, verifier, redirectUri] = [needed('code'), needed('code_verifier'), needed('redirect_uri')]
      const client = clientId ?? needed('client_id')
      const grant = take(code)
      const { request } = grant
      if (client !== request.clientId) throw mismatch('client_id', 'the client that requested the code')
      if (redirectUri !== request.redirectUri)
        throw mismatch('redirect_uri', 'the redirect_uri of the authorize request')
      if (toBase64url(sha256(toUtf8(verifier))) !== request.codeChallenge) {
        throw mismatch('code_verifier', 'the verifier of the code_challenge')
      }
      return grant
    },
  }
}

const mismatch = (name: string, expected: string) =>
  new TokenRefusal('invalid_grant', `${name} is not ${expected}`)
