import { describe, expect, it, vi } from 'vitest'
import { createEmbeddedSearch } from './embedded.ts'
import { filesOf } from './filesOf.ts'
import { countHits } from './provider.ts'
import { section } from './testing.ts'

const sections = [
  section('/stamps', 'Stamps', '', 'Sign a request by hand with X-Stamp.'),
  section('/stamps', 'Stamps', 'Header names', 'Two headers.', 'The header X-Stamp holds base64url of JSON.'),
  section('/wallets', 'Wallets', '', 'createWallet makes a wallet from a phrase of 12 words.'),
  section('/suborgs', 'Sub-organizations', '', 'One organization beneath another.'),
]

const open = () => createEmbeddedSearch(filesOf(sections))
const routesOf = async (query: string) =>
  (await open().search(query)).groups.map((group) => group.hits[0]!.href)

describe('the embedded search', () => {
  it('groups by page and puts the title before a mention', async () => {
    const results = await open().search('stamp')
    expect(results.groups[0]).toMatchObject({ title: 'Stamps' })
    expect(results.groups[0]!.hits.map((hit) => hit.href)).toEqual(['/stamps', '/stamps#header-names'])
    expect(results.count).toBe(2)
  })
  it('finds an identifier in any spelling', async () => {
    for (const query of ['createWallet', 'create_wallet', 'CREATE WALLET', 'create-wallet'])
      expect(await routesOf(query), query).toEqual(['/wallets'])
  })
  it('finds by synonym, by beginning and with a slip of the hand', async () => {
    expect(await routesOf('mnemonic')).toEqual(['/wallets'])
    expect(await routesOf('wal')).toEqual(['/wallets'])
    expect(await routesOf('walet')).toEqual(['/wallets'])
    expect(await routesOf('tenant')).toContain('/suborgs')
  })
  it('quotes the passage that matched, and marks the words', async () => {
    const [group] = (await open().search('base64url')).groups
    expect(await group!.hits[0]!.excerpt()).toEqual([
      { text: 'The header X-Stamp holds ', marked: false },
      { text: 'base64url', marked: true },
      { text: ' of JSON.', marked: false },
    ])
  })
  it('answers nothing for nothing, and for nonsense', async () => {
    expect(await routesOf('  ')).toEqual([])
    expect(await routesOf('qqzzxx')).toEqual([])
  })
  it('rejects when the index cannot be fetched, and tries again when asked again', async () => {
    const files = filesOf(sections)
    const index = vi.fn(files.index).mockRejectedValueOnce(new Error('offline'))
    const broken = createEmbeddedSearch({ ...files, index })
    await expect(broken.search('wallet')).rejects.toThrow('offline')
    expect((await broken.search('wallet')).count).toBe(1)
  })
  it('rejects when a part of the vocabulary cannot be fetched, and tries again when asked again', async () => {
    const files = filesOf(sections)
    const part = vi.fn(files.part).mockRejectedValueOnce(new Error('offline'))
    const broken = createEmbeddedSearch({ ...files, part })
    await expect(broken.search('wallet')).rejects.toThrow('offline')
    expect((await broken.search('wallet')).count).toBe(1)
  })
  it('finds without excerpts where the texts cannot be fetched', async () => {
    const search = createEmbeddedSearch({
      ...filesOf(sections),
      texts: () => Promise.reject(new Error('offline')),
    })
    const [group] = (await search.search('base64url')).groups
    expect(await group!.hits[0]!.excerpt()).toEqual([])
  })
})

describe('the embedded search of a large site', () => {
  const many = Array.from({ length: 60 }, (_, page) =>
    Array.from({ length: 6 }, (_, at) =>
      section(
        `/page-${page}`,
        `Page ${page}`,
        at === 0 ? '' : `Part ${at}`,
        `common ${Array.from({ length: 40 }, (_, word) => `w${(page * 40 + word * 7 + at) % 997}x`).join(' ')}`,
      ),
    ),
  ).flat()

  it('fetches only the parts that a query needs, each once', async () => {
    const files = filesOf(many)
    const part = vi.fn(files.part)
    const search = createEmbeddedSearch({ ...files, part })
    const parts = (await files.index()).parts.length
    expect(parts).toBeGreaterThan(3)
    expect((await search.search('common')).count).toBe(360)
    await search.search('commo')
    expect(part.mock.calls.length).toBeLessThan(parts / 2)
    expect(new Set(part.mock.calls.map(String)).size).toBe(part.mock.calls.length)
  })
  it('fetches no more for a slip of the hand than the parts with words like it', async () => {
    const files = filesOf([...many, section('/organizations', 'Tenants', '', 'An organization has users.')])
    const part = vi.fn(files.part)
    const search = createEmbeddedSearch({ ...files, part })
    const { groups } = await search.search('organizaton')
    expect(groups[0]!.hits[0]!.href).toBe('/organizations')
    expect((await search.search('qqqqqqqqqqqq')).count).toBe(0)
    expect(part.mock.calls.length).toBeLessThan((await files.index()).parts.length / 2)
  })
  it('shows some at a glance and all when asked', async () => {
    const search = createEmbeddedSearch(filesOf(many))
    const few = await search.search('common')
    const all = await search.search('common', { all: true })
    expect(countHits(few.groups)).toBe(48)
    expect(countHits(all.groups)).toBe(360)
    expect([few.count, all.count]).toEqual([360, 360])
  })
})

describe('suggestions', () => {
  const suggest = async (query: string, suggestions: string[] = []) =>
    (await createEmbeddedSearch(filesOf(sections), { suggestions }).search(query)).suggestions

  it('are words like those that were typed', async () => {
    expect(await suggest('orgonisatiun')).toEqual(['organization'])
  })
  it('are the configured ones that find something, where nothing is similar', async () => {
    expect(await suggest('qqzzxx', ['base64url', 'nowhere to be found', 'wallets'])).toEqual([
      'base64url',
      'wallets',
      'Stamps',
    ])
  })
  it('are titles of pages, where nothing is configured either', async () => {
    expect(await suggest('qqzzxx')).toEqual(['Stamps', 'Wallets', 'Sub-organizations'])
  })
  it('are none where something was found', async () => {
    expect(await suggest('wallet', ['wallets'])).toEqual([])
  })
})
