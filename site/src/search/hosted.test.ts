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
  const { status, body } = answer
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body))
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
  ])('keeps a result with %s on this site', async (_, url, href) => {
    answer = { status: 200, body: { results: [{ hits: [{ ...hit, url }], nbHits: 1 }] } }
    const results = await provider({ externalUrlRegex: 'docs\\.example/old' }).search('wallet')
    expect(results.groups[0]!.hits[0]).toMatchObject({ href, external: false })
  })
  it('rejects if the service returns an error', async () => {
    answer = { status: 403, body: {} }
    await expect(provider().search('wallet')).rejects.toThrow('The service returned the status 403.')
  })
  it.each([
    ['null', null],
    ['an array', []],
    ['a number', 5],
    ['a page', '<!doctype html><title>Sign in</title>'],
    ['no results', { results: [] }],
    ['results of no list', { results: { 0: { hits: [], nbHits: 0 } } }],
    ['hits of no list', { results: [{ hits: {}, nbHits: 1 }] }],
    ['hits that are a text', { results: [{ hits: 'wallet', nbHits: 6 }] }],
    ['hits without URLs', { results: [{ hits: [null, 5, { title: 'Wallets' }], nbHits: 3 }] }],
    [
      'a script as its only URL',
      { results: [{ hits: [{ ...hit, url: 'javascript:alert(1)' }], nbHits: 1 }] },
    ],
    ['a count that is none', { results: [{ hits: [hit], nbHits: '<b>12</b>' }] }],
    ['no count', { results: [{ hits: [hit] }] }],
    ['a count of nothing', { results: [{ hits: [hit], nbHits: 0 }] }],
    ['bytes that are no UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
    ['deep nesting', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ])('rejects %s', async (_, body) => {
    answer = { status: 200, body }
    await expect(provider().search('wallet')).rejects.toThrow(
      "The service returned something that this site can't read.",
    )
  })
  it('shows the texts of a hit, and nothing else', async () => {
    const odd = {
      url: 'https://docs.example/faq',
      content: { toString: 'wallet' },
      hierarchy: {
        lvl0: ['Guide'],
        lvl1: 'A'.repeat(100_000),
        lvl2: 7,
        lvl3: '',
        lvl10: 'x',
        other: '<b>x</b>',
      },
      _highlightResult: { hierarchy: { lvl0: { value: '<span>' } } },
    }
    const hits = [
      odd,
      { ...odd, url: 'https://docs.example/b', hierarchy: 'Guide' },
      { ...hit, url: 'data:,x' },
    ]
    answer = { status: 200, body: { results: [{ hits, nbHits: 3, unknown: [] }] } }
    const { groups } = await provider().search('wallet')
    expect(groups.map(({ title, hits }) => [title, hits.map(({ href }) => href)])).toEqual([
      ['A'.repeat(1_000), ['/faq']],
      ['https://docs.example/b', ['/b']],
    ])
    for (const { hits } of groups) expect(hits[0]!.excerpt()).toEqual([])
  })
})
