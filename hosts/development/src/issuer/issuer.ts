/**
 * An OpenID Connect issuer for tests that signs any identity (OpenID Connect Discovery 1.0): directly, or in the code flow
 * with PKCE, with a page on which the developer chooses who signs in.
 */

import type { Fetch } from '@keywright/host'
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
import type { CodeFlow } from './codeFlow.ts'
import { type Minter, TOKEN_SECONDS } from './minter.ts'

export interface Issuer extends Minter {
  readonly jwks: object
  codeFlow(): Promise<CodeFlow>
  /** Returns its own documents without a socket, and forwards all other requests. */
  reach(fetch: Fetch): Fetch
}

export const ISSUER_PATH = '/dev/issuer'

/**
 * @param baseUrl base URL of the server
 * @param rootSecret source of the signing key, so that tokens stay valid across restarts
 * @param clock milliseconds since 1970
 */
export function createIssuer(baseUrl: string, rootSecret: Uint8Array, clock: () => number): Issuer {
  const url = `${baseUrl}${ISSUER_PATH}`
  const { privateKey, jwk, kid } = signingKey(rootSecret)
  const jwks = { keys: [jwk] }
  let codeFlow: Promise<CodeFlow> | undefined

  const issuer: Issuer = {
    url,
    jwks,
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
    codeFlow: () => {
      // Loaded on demand, because issuing tokens does not need it.
      codeFlow ??= import('./codeFlow.ts').then(({ createCodeFlow }) => createCodeFlow(issuer, clock))
      return codeFlow
    },
    reach: (fetch) => async (address, init) => {
      if (address === `${url}/jwks`) return Response.json(jwks)
      if (address !== `${url}/.well-known/openid-configuration`) return fetch(address, init)
      const { discoveryOf } = await import('./discovery.ts')
      return Response.json(discoveryOf(url))
    },
  }
  return issuer
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
