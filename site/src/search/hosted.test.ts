/** Tests the hosted provider with a local server that speaks its protocol. */
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { createHostedSearch, hostOf } from './hosted.ts'
import type { HostedSearch } from './settings.ts'

const seen: {
  path: string
  headers: IncomingMessage['headers']
  body: { requests: Record<string, unknown>[] }
}[] = []
let answer: { status: number; body: unknown } = { status: 200, body: {} }
const server = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  seen.push({ path: request.url!, headers: request.headers, body: JSON.parse(text) })
  response.writeHead(answer.status, { 'content-type': 'application/json' }).end(JSON.stringify(answer.body))
})
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { fetch } = globalThis
  vi.stubGlobal('location', new URL('https://docs.example/faq'))
  vi.stubGlobal('fetch', (address: string, init: RequestInit) =>
    fetch(address.replace(hostOf('APP1'), `http://127.0.0.1:${port}`), init),
  )
})
afterAll(() => {
  vi.unstubAllGlobals()
  return new Promise((resolve) => server.close(resolve))
})

const provider = (options: Partial<HostedSearch> = {}) =>
  createHostedSearch(
    {
      appId: 'APP1',
      apiKey: 'search-only',
      indexName: 'docs',
      contextualSearch: true,
      language: 'en',
      versions: ['default', 'docs-default-current'],
      ...options,
    },
    ['wallets'],
  )

const hit = {
  url: 'https://docs.example/old/concepts/wallets#accounts',
  hierarchy: { lvl2: 'Wallet accounts', lvl0: 'Concepts', lvl1: 'Wallets', lvl3: null },
  content: 'a wallet &amp; its <img src=x onerror=1>',
}

describe('the hosted search', () => {
  it('derives its host from the application id', () => {
    expect(hostOf('APP1')).toBe('https://app1-dsn.algolia.net')
  })
  it('sends key, index, and facets for language and docs version', async () => {
    answer = { status: 200, body: { results: [{ hits: [], nbHits: 0 }] } }
    await provider({ searchParameters: { facetFilters: ['type:content'], hitsPerPage: 7 } }).search('wallet')
    const { path, headers, body } = seen.at(-1)!
    expect(path).toBe('/1/indexes/*/queries')
    expect(headers['x-algolia-application-id']).toBe('APP1')
    expect(headers['x-algolia-api-key']).toBe('search-only')
    expect(body.requests[0]).toMatchObject({
      indexName: 'docs',
      query: 'wallet',
      hitsPerPage: 7,
      facetFilters: [
        'language:en',
        ['docs_version:default', 'docs_version:docs-default-current'],
        'type:content',
      ],
    })
  })
  it('sends no facets when contextual search is off', async () => {
    answer = { status: 200, body: { results: [{ hits: [], nbHits: 0 }] } }
    await provider({ contextualSearch: false }).search('wallet')
    expect(seen.at(-1)!.body.requests[0]).not.toHaveProperty('facetFilters')
  })
  it('groups by page, marks words in text that is never HTML, and rewrites paths', async () => {
    answer = { status: 200, body: { results: [{ hits: [hit], nbHits: 41 }] } }
    const results = await provider({ replaceSearchResultPathname: { from: '^/old', to: '' } }).search(
      'wallet',
    )
    expect(results.count).toBe(41)
    expect(results.groups).toEqual([
      {
        title: 'Wallets',
        hits: [
          {
            href: '/concepts/wallets#accounts',
            external: false,
            heading: [
              { text: 'Wallet', marked: true },
              { text: ' accounts', marked: false },
            ],
            excerpt: expect.any(Function),
          },
        ],
      },
    ])
    expect(results.groups[0]!.hits[0]!.excerpt()).toEqual([
      { text: 'a ', marked: false },
      { text: 'wallet', marked: true },
      { text: ' & its <img src=x onerror=1>', marked: false },
    ])
  })
  it('has one result per address, though an index has a record per paragraph', async () => {
    const hits = [hit, { ...hit, content: 'more of it' }, { ...hit, url: 'https://docs.example/faq' }]
    answer = { status: 200, body: { results: [{ hits, nbHits: 3 }] } }
    const { groups } = await provider().search('wallet')
    expect(groups[0]!.hits.map(({ href }) => href)).toEqual(['/old/concepts/wallets#accounts', '/faq'])
  })
  it('requests the protocol’s maximum if all results are wanted', async () => {
    answer = { status: 200, body: { results: [{ hits: [hit], nbHits: 41 }] } }
    await provider().search('wallet', { all: true })
    expect(seen.at(-1)!.body.requests[0]).toMatchObject({ hitsPerPage: 1_000 })
  })
  it('sends no longer query than the protocol allows', async () => {
    answer = { status: 200, body: { results: [{ hits: [], nbHits: 0 }] } }
    await provider().search('錢'.repeat(500))
    expect(Buffer.byteLength(seen.at(-1)!.body.requests[0]!.query as string)).toBeLessThanOrEqual(512)
  })
  it('returns suggestions if nothing is found', async () => {
    answer = { status: 200, body: { results: [{ hits: [], nbHits: 0 }] } }
    expect((await provider().search('qqzz')).suggestions).toEqual(['wallets'])
  })
  it('marks results on other sites as external', async () => {
    answer = { status: 200, body: { results: [{ hits: [hit], nbHits: 1 }] } }
    const results = await provider({ externalUrlRegex: 'docs\\.example/old' }).search('wallet')
    expect(results.groups[0]!.hits[0]).toMatchObject({ href: hit.url, external: true })
  })
  it.each([
    ['a path that starts with two slashes', 'https://docs.example//evil.example/a', '/evil.example/a'],
    ['a backslash', '/\\evil.example/a', '/a'],
    ['a script as its URL', 'javascript:alert(1)//docs.example/old', '/alert(1)//docs.example/old'],
  ])('keeps a result with %s on this site', async (_, url, href) => {
    answer = { status: 200, body: { results: [{ hits: [{ ...hit, url }], nbHits: 1 }] } }
    const results = await provider({ externalUrlRegex: 'docs\\.example/old' }).search('wallet')
    expect(results.groups[0]!.hits[0]).toMatchObject({ href, external: false })
  })
  it('rejects if the service returns an error', async () => {
    answer = { status: 403, body: {} }
    await expect(provider().search('wallet')).rejects.toThrow('403')
  })
})
