/**
 * An OpenID Connect issuer that signs whatever identity a test needs (OpenID Connect Discovery 1.0): immediately, or by the
 * code flow with PKCE, through a page on which the developer says who signs in.
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
import { authorizeUrlOf, type Minter, TOKEN_SECONDS } from './minter.ts'

export interface Issuer extends Minter {
  readonly discovery: object
  readonly jwks: object
  codeFlow(): Promise<CodeFlow>
  /** Answers its own documents without a socket, and passes everything else on. */
  reach(fetch: Fetch): Fetch
}

export const ISSUER_PATH = '/dev/issuer'

/**
 * @param baseUrl of the server
 * @param rootSecret the signing key is derived from it, so that tokens stay good over a restart
 * @param clock milliseconds since 1970
 */
export function createIssuer(baseUrl: string, rootSecret: Uint8Array, clock: () => number): Issuer {
  const url = `${baseUrl}${ISSUER_PATH}`
  const { privateKey, jwk, kid } = signingKey(rootSecret)
  const discovery = {
    issuer: url,
    jwks_uri: `${url}/jwks`,
    id_token_signing_alg_values_supported: ['ES256'],
    authorization_endpoint: authorizeUrlOf(url),
    token_endpoint: `${url}/token`,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code'],
    code_challenge_methods_supported: ['S256'],
    // Any client is taken, whatever secret it shows.
    token_endpoint_auth_methods_supported: ['none', 'client_secret_basic', 'client_secret_post'],
    scopes_supported: ['openid', 'email'],
    claims_supported: ['iss', 'aud', 'sub', 'iat', 'exp', 'nonce', 'email', 'email_verified'],
    authorization_response_iss_parameter_supported: true,
    subject_types_supported: ['public'],
  }
  const jwks = { keys: [jwk] }
  const documents: Readonly<Record<string, object>> = {
    [`${url}/.well-known/openid-configuration`]: discovery,
    [`${url}/jwks`]: jwks,
  }
  let codeFlow: Promise<CodeFlow> | undefined

  const issuer: Issuer = {
    url,
    discovery,
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
      // Who only mints tokens need not wait for it.
      codeFlow ??= import('./codeFlow.ts').then(({ createCodeFlow }) => createCodeFlow(issuer, clock))
      return codeFlow
    },
    reach: (fetch) => async (address, init) => {
      const document = documents[address]
      return document ? Response.json(document) : fetch(address, init)
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
