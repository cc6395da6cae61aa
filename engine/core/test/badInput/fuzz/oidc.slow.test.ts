import { ApiError } from '@keywright/contract'
import { toBase64url, toUtf8 } from '@keywright/keys'
import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { claimsOf, identityOf, verifyOidcToken } from '../../../src/calls/oauthProviders/readIdentity.ts'
import type { PrepareContext } from '../../../src/context.ts'
import { openFetchJson } from '../../../src/http/fetchJson.ts'
import type { Ports } from '../../../src/ports.ts'
import { createIssuer, type Issuer } from '../../support/index.ts'
import { budget, changedMembers, changedTexts, corpusOf } from './changes.ts'

const NOW = Date.UTC(2025, 0, 2, 3, 4, 5)
const CODES = ['OIDC_TOKEN_INVALID', 'ISSUER_UNREACHABLE']

let issuer: Issuer
let good: string
/** The issuer's two documents, as text. */
let documents: string[]

beforeAll(async () => {
  issuer = await createIssuer({ now: () => NOW / 1000 })
  good = await issuer.token()
  documents = await Promise.all(
    ['/.well-known/openid-configuration', '/keys'].map(async (path) =>
      (await issuer.fetch(`${issuer.url}${path}`)).text(),
    ),
  )
})

/** The identity in a token, or undefined if it is rejected with a catalog error. */
async function identityIn(token: string, fetch: Ports['fetch'] = issuer.fetch) {
  const context = { now: NOW, fetchJson: openFetchJson(fetch), settings: {} } as PrepareContext
  try {
    await claimsOf(token)
    return identityOf(await verifyOidcToken(context, token))
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    expect(CODES).toContain(error.code)
    expect(error.message.length).toBeLessThan(1_000)
    return undefined
  }
}

const GOOD = { issuer: 'https://id.example.com', audience: 'app', subject: 'alice' }

describe('the ID token parser', () => {
  it('accepts the valid token and rejects its corpus', async () => {
    expect(await identityIn(good)).toEqual(GOOD)
    for (const token of corpusOf('oidcToken')) expect(await identityIn(token)).toBeUndefined()
  })

  it('never reads another identity from a changed token', async () => {
    const inputs = fc.oneof(changedTexts([good, ...corpusOf('oidcToken')]), fc.string(), fc.json())
    const property = fc.asyncProperty(inputs, async (token) => {
      const identity = await identityIn(token)
      if (identity) expect(identity).toEqual(GOOD)
    })
    await fc.assert(property, budget(800))
  })

  it('rejects a changed header', async () => {
    const [head, claims, signature] = good.split('.') as [string, string, string]
    const json = atob(head.replace(/-/g, '+').replace(/_/g, '/'))
    const property = fc.asyncProperty(changedMembers([json]), async (changed) => {
      const altered = toBase64url(toUtf8(changed))
      if (altered !== head) expect(await identityIn(`${altered}.${claims}.${signature}`)).toBeUndefined()
    })
    await fc.assert(property, budget(300))
  })

  it('returns three strings or an error for any claims that the issuer signed', async () => {
    const claims = fc.dictionary(
      fc.constantFrom('iss', 'aud', 'sub', 'exp', 'nbf', 'iat', 'nonce'),
      fc.oneof(fc.jsonValue({ maxDepth: 2 }), fc.constantFrom<unknown>(null, [], ['app'], 'https://', 1e308)),
    )
    const property = fc.asyncProperty(claims, async (changes) => {
      const identity = await identityIn(await issuer.token(changes))
      if (identity)
        expect(Object.values(identity).every((text) => typeof text === 'string' && text)).toBe(true)
    })
    await fc.assert(property, budget(300))
  })
})

describe('the parser of the documents of an issuer', () => {
  it('fails with a catalog error for any response', async () => {
    const at = fc.constantFrom(0, 1)
    const answers = at.chain((n) =>
      fc.tuple(
        fc.constant(n),
        fc.oneof(
          fc.constant(n).map(() => ''),
          fc.json(),
          fc.constantFrom(...corpusOf('issuerDocument')),
          fc.string(),
          fc.nat().map((size) => '['.repeat(size % 200_000)),
        ),
        fc.constantFrom(200, 204, 301, 404, 500),
      ),
    )
    const property = fc.asyncProperty(answers, async ([n, text, status]) => {
      const identity = await identityIn(good, async (url) => {
        const isKeys = url.endsWith('/keys')
        if (isKeys !== (n === 1)) return issuer.fetch(url)
        return new Response(status === 204 ? null : text, { status })
      })
      expect(identity).toBeUndefined()
    })
    await fc.assert(property, budget(300))
  })

  it('accepts a changed document only if it still contains the key', async () => {
    const changed = fc
      .constantFrom(0, 1)
      .chain((n) =>
        fc.tuple(fc.constant(n), fc.oneof(changedTexts([documents[n]!]), changedMembers([documents[n]!]))),
      )
    const property = fc.asyncProperty(changed, async ([n, text]) => {
      const identity = await identityIn(good, async (url) =>
        url.endsWith('/keys') === (n === 1) ? new Response(text) : issuer.fetch(url),
      )
      if (identity) expect(identity).toEqual(GOOD)
    })
    await fc.assert(property, budget(500))
  })
})
