import { describe, expect, it } from 'vitest'
import { createEmbeddedSearch } from './embedded.ts'
import { filesOf } from './indexFormat.ts'
import type { AnswerPart, SearchResults } from './provider.ts'
import type { SearchSection } from './section.ts'

const section = (
  route: string,
  pageTitle: string,
  heading: string,
  ...passages: string[]
): SearchSection => ({
  route,
  pageTitle,
  heading,
  anchor: heading.toLowerCase().replaceAll(' ', '-'),
  passages,
  kind: 'doc',
})

const sections: readonly SearchSection[] = [
  section('/wallets', 'Wallets', '', 'A wallet derives addresses from one seed.'),
  section('/wallets', 'Wallets', 'Lost phone', 'Approve a new passkey with the recovery email.'),
  {
    ...section('/sessions', 'Sessions', 'Length', 'A read-only session lasts one hour.'),
    asked: ['session ttl'],
  },
  { ...section('/errors', 'Errors', 'Codes', 'Every status has a name.'), asked: ['429'] },
  {
    ...section('/api/', 'API', 'create_wallet', 'walletName · string'),
    anchor: 'create_wallet',
    kind: 'reference',
  },
  section('/policies', 'Policies', 'Approvers', 'Two approvers sign each transfer; 429 is not a policy.'),
]
const provider = createEmbeddedSearch(filesOf(sections, { elsewhere: ['weather'] }))

const first = async (query: string) => (await provider.search(query)).groups[0]?.hits[0]?.href
async function ask(question: string): Promise<readonly AnswerPart[]> {
  const parts: AnswerPart[] = []
  for await (const part of provider.ask(question, new AbortController().signal)) parts.push(part)
  return parts
}

describe('the embedded search', () => {
  it.each([
    ['wallets', '/wallets'],
    ['lost phone', '/wallets#lost-phone'],
    ['walet', '/wallets'],
    ['addres', '/wallets'],
    ['sesison', '/sessions#length'],
    ['createWallet', '/api/#create_wallet'],
    ['/public/v1/submit/create_wallet', '/api/#create_wallet'],
    ['429', '/errors#codes'],
    ['session ttl', '/sessions#length'],
  ])('finds %s at %s', async (query, href) => {
    expect(await first(query)).toBe(href)
  })

  it('lists and counts sections with every word', async () => {
    const { groups, count } = await provider.search('two approvers')
    expect([groups.map(({ title }) => title), count]).toEqual([['Policies'], 1])
  })

  it('finds a page by its misspelled title before pages with a phrase of that word', async () => {
    const both = [
      ...sections,
      { ...section('/wallet-stamper', 'WalletStamper', '', 'A browser wallet signs.'), asked: ['wallet'] },
    ]
    const { groups } = await createEmbeddedSearch(filesOf(both)).search('walet')
    expect(groups.map(({ title }) => title).slice(0, 2)).toEqual(['Wallets', 'WalletStamper'])
  })

  it('suggests queries with results if nothing is found', async () => {
    const { count, suggestions } = await provider.search('qqqzzz')
    expect(count).toBe(0)
    expect(suggestions.length).toBeGreaterThan(0)
    for (const text of suggestions) expect((await provider.search(text)).count).toBeGreaterThan(0)
  })

  it('marks the words of the query in headings and excerpts', async () => {
    const { groups } = await provider.search('approvers')
    const [hit] = groups[0]!.hits
    expect(hit!.heading).toEqual([{ text: 'Approvers', marked: true }])
    expect(await hit!.excerpt()).toContainEqual({ text: 'approvers', marked: true })
  })

  it('shows the results of the first part until the rest has arrived, but not for questions', async () => {
    const files = filesOf(sections)
    const [first, rest] = await files.index()
    let arrived = () => {}
    const search = createEmbeddedSearch({
      ...files,
      index: (onFirst) =>
        new Promise((resolve) => {
          onFirst!(first)
          arrived = () => resolve([first, rest])
        }),
    })
    const early: string[] = []
    const find = (query: string) =>
      search.search(query, { onEarly: ({ groups }) => early.push(groups[0]!.hits[0]!.href) })
    const all = Promise.all([
      find('session ttl'),
      find('lost phone'),
      find('recovery'),
      find('How can I get the session ttl?'),
    ])
    expect(early).toEqual(['/sessions#length', '/wallets#lost-phone'])
    arrived()
    expect((await all).map(({ groups }) => groups[0]!.hits[0]!.href)).toEqual([
      '/sessions#length',
      '/wallets#lost-phone',
      '/wallets#lost-phone',
      '/sessions#length',
    ])
    await find('session ttl')
    expect(early).toHaveLength(2)
  })

  it('keeps the shown results of the first part in place, and lists the other pages below them', async () => {
    const files = filesOf(sections)
    const [first, rest] = await files.index()
    const search = createEmbeddedSearch({
      ...files,
      async index(onFirst) {
        onFirst!(first)
        return [first, rest]
      },
    })
    const hrefsOf = ({ groups }: SearchResults) => groups.map(({ hits }) => hits.map(({ href }) => href))
    const early: unknown[] = []
    const results = await search.search('approve', { onEarly: (shown) => early.push(hrefsOf(shown)) })
    expect(early).toEqual([[['/policies#approvers']]])
    expect(hrefsOf(results)).toEqual([['/policies#approvers'], ['/wallets#lost-phone']])
    expect(hrefsOf(await search.search('approve'))).toEqual([
      ['/wallets#lost-phone'],
      ['/policies#approvers'],
    ])
  })

  it('shows results of the first part that arrive while the latest search waits', async () => {
    const files = filesOf(sections)
    const [first, rest] = await files.index()
    let firstArrived = () => {}
    let allArrived = () => {}
    const search = createEmbeddedSearch({
      ...files,
      index: (onFirst) =>
        new Promise((resolve) => {
          firstArrived = () => onFirst!(first)
          allArrived = () => resolve([first, rest])
        }),
    })
    const early: string[] = []
    const find = (query: string) => search.search(query, { onEarly: () => early.push(query) })
    const all = Promise.all([find('wall'), find('walle')])
    firstArrived()
    expect(early).toEqual(['walle'])
    allArrived()
    await all
  })

  it('fetches again after a failure', async () => {
    const files = filesOf(sections)
    let fails = true
    const search = createEmbeddedSearch({
      ...files,
      index: () => (fails ? Promise.reject(new Error('offline')) : files.index()),
    })
    await expect(search.search('wallets')).rejects.toThrow('offline')
    fails = false
    expect((await search.search('wallets')).count).toBeGreaterThan(0)
  })
})

describe('the embedded answers', () => {
  it.each(['How long does a read-only session last?', 'How long does a read-only sesion last?'])(
    'quote the sentence with its source: %s',
    async (question) => {
      expect((await ask(question))[0]).toEqual({
        kind: 'quote',
        passages: ['A read-only session lasts one hour.'],
        lead: 'A read-only session lasts one hour.',
        source: { href: '/sessions#length', title: 'Sessions', heading: 'Length' },
      })
    },
  )

  it.each(['What is the weather in Paris?', 'Do you support Monero?', 'What is the field walletTheme?'])(
    'are empty for topics that are not documented: %s',
    async (question) => {
      expect(await ask(question)).toEqual([{ kind: 'unknown' }])
    },
  )

  it.each([
    'Wie erstelle ich eine Wallet?',
    '¿Cómo creo una wallet?',
    'Comment créer une wallet ?',
    '如何创建 wallet',
  ])('tell a question in another language, and the nearest pages are listed: %s', async (question) => {
    expect(await ask(question)).toEqual([{ kind: 'foreign' }])
    expect((await provider.search(question)).count).toBeGreaterThan(0)
  })
})
