/** Signs ID tokens, for both flows. */

import {
  generateP256KeyPair,
  oidcNonceOf,
  sha256,
  signP256Digest,
  toBase64url,
  toUtf8,
  uncompressP256PublicKey,
} from '@keywright/keys'
import { deriveSecret } from '../deriveSecret.ts'

export interface TokenRequest {
  readonly subject?: string | undefined
  readonly audience?: string | undefined
  readonly email?: string | undefined
  /** Sets the nonce that `oauth` requires for this key. */
  readonly targetPublicKey?: string | undefined
  readonly nonce?: string | undefined
  /** Default: `TOKEN_SECONDS`. Negative for an expired token. */
  readonly expiresInSeconds?: number | undefined
  /** Additional claims, which override the ones above. */
  readonly claims?: Readonly<Record<string, unknown>> | undefined
}

export interface Minter {
  readonly url: string
  readonly jwks: object
  mint(request: TokenRequest): { token: string; claims: Readonly<Record<string, unknown>> }
}

/** Lifetime of an ID token unless the request names one. */
export const TOKEN_SECONDS = 300

export const authorizeUrlOf = (issuerUrl: string): string => `${issuerUrl}/authorize`

/** Parameters as for `createIssuer`. */
export function createMinter(url: string, rootSecret: Uint8Array, clock: () => number): Minter {
  const { privateKey, jwk, kid } = signingKey(rootSecret)
  return {
    url,
    jwks: { keys: [jwk] },
    mint({
      subject = 'alice',
      audience = 'keywright-development',
      expiresInSeconds = TOKEN_SECONDS,
      ...rest
    }) {
      const now = Math.floor(clock() / 1000)
      const nonce = rest.targetPublicKey === undefined ? rest.nonce : oidcNonceOf(rest.targetPublicKey)
      const claims = {
        iss: url,
        aud: audience,
        sub: subject,
        iat: now,
        exp: now + expiresInSeconds,
        ...(rest.email === undefined ? {} : { email: rest.email, email_verified: true }),
        ...(nonce === undefined ? {} : { nonce }),
        ...rest.claims,
      }
      const encoded = [{ alg: 'ES256', typ: 'JWT', kid }, claims].map((part) =>
        toBase64url(toUtf8(JSON.stringify(part))),
      )
      const signed = encoded.join('.')
      const signature = signP256Digest(sha256(toUtf8(signed)), privateKey)
      return { token: `${signed}.${toBase64url(signature)}`, claims }
    },
  }
}

function signingKey(rootSecret: Uint8Array) {
  const pair = generateP256KeyPair((length) =>
    deriveSecret(rootSecret, 'keywright development issuer v1', length),
  )
  const point = uncompressP256PublicKey(pair.publicKey)
  const x = toBase64url(point.slice(1, 33))
  const kid = x.slice(0, 16)
  const jwk = { kty: 'EC', crv: 'P-256', x, y: toBase64url(point.slice(33)), kid, alg: 'ES256', use: 'sig' }
  return { privateKey: pair.privateKey, kid, jwk }
}
