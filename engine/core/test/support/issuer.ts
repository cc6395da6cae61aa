/** An OpenID Connect issuer for tests: its keys, its two documents, its tokens. */
import { exportJWK, generateKeyPair, SignJWT } from 'jose'

export interface Issuer {
  readonly url: string
  /** The fetch port that reaches this issuer and nothing else. */
  readonly fetch: (url: string) => Promise<Response>
  /** Addresses that were fetched. */
  readonly fetched: string[]
  /** An ID token; `changes` replaces or adds claims, undefined removes a claim. */
  token(changes?: Readonly<Record<string, unknown>>): Promise<string>
}

export interface IssuerOptions {
  readonly now: () => number
  /** Default: `https://id.example.com`. */
  readonly url?: string
  /** Default: ES256. */
  readonly algorithm?: string
}

/** By default, tokens have subject `alice` and audience `app`, and are valid for five minutes. */
export async function createIssuer({
  now,
  url = 'https://id.example.com',
  algorithm = 'ES256',
}: IssuerOptions): Promise<Issuer> {
  const { privateKey, publicKey } = await generateKeyPair(algorithm, { extractable: true })
  const keys = [{ ...(await exportJWK(publicKey)), kid: 'first', alg: algorithm, use: 'sig' }]
  const documents: Record<string, object> = {
    [`${url}/.well-known/openid-configuration`]: { issuer: url, jwks_uri: `${url}/keys` },
    [`${url}/keys`]: { keys },
  }
  const fetched: string[] = []
  return {
    url,
    fetched,
    async fetch(address) {
      fetched.push(address)
      const document = documents[address]
      return document ? Response.json(document) : new Response(null, { status: 404 })
    },
    token(changes = {}) {
      const claims = { iss: url, aud: 'app', sub: 'alice', exp: now() + 300, ...changes }
      return new SignJWT(JSON.parse(JSON.stringify(claims)))
        .setProtectedHeader({ alg: algorithm, kid: 'first' })
        .sign(privateKey)
    },
  }
}
