import { describe, expect, it } from 'vitest'
import { createEmbeddedSearch } from './embedded.ts'
import { encodeIndex } from './indexFormat.ts'
import type { SearchSection } from './section.ts'

const section = (route: string, pageTitle: string, heading: string, text: string): SearchSection => ({
  route,
  pageTitle,
  heading,
  anchor: heading.toLowerCase().replace(/ /g, '-'),
  text,
  kind: 'doc',
})

const sections = [
  section('/stamps', 'Stamps', '', 'Sign a request by hand with X-Stamp.'),
  section('/stamps', 'Stamps', 'Header names', 'The header X-Stamp holds base64url of JSON.'),
  section('/wallets', 'Wallets', '', 'createWallet makes a wallet from a phrase of 12 words.'),
  section('/suborgs', 'Sub-organizations', '', 'One organization beneath another.'),
]

const open = () => {
  const { index, texts } = encodeIndex(sections)
  return createEmbeddedSearch({ index: async () => index, texts: async () => texts })
}
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
  it('marks what matched and cuts an excerpt around it', async () => {
    const search = open()
    expect((await search.search('base64url')).groups[0]!.hits[0]!.excerpt).toEqual([])
    await search.complete
    const [group] = (await search.search('base64url')).groups
    expect(group!.hits[0]!.excerpt.filter((piece) => piece.marked)).toEqual([
      { text: 'base64url', marked: true },
    ])
  })
  it('answers nothing for nothing, and for nonsense', async () => {
    expect(await routesOf('  ')).toEqual([])
    expect(await routesOf('qqzzxx')).toEqual([])
  })
  it('rejects when the index cannot be fetched', async () => {
    const broken = createEmbeddedSearch({
      index: async () => {
        throw new Error('offline')
      },
      texts: async () => [],
    })
    await expect(broken.search('wallet')).rejects.toThrow('offline')
  })
})
