import { describe, expect, it } from 'vitest'
import { createEmbeddedSearch } from './embedded.ts'
import { filesOf } from './indexFormat.ts'
import type { SearchAnswer, SearchSection } from './types.ts'

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
  section('/sessions', 'Sessions', 'Length', 'A read-only session lasts one hour.'),
  { ...section('/errors', 'Errors', 'Codes', 'Every status has a name.'), names: ['429'] },
  {
    ...section('/api/', 'API', 'create_wallet', 'walletName · string'),
    anchor: 'create_wallet',
    kind: 'reference',
  },
  section('/policies', 'Policies', 'Approvers', 'Two approvers sign each transfer; 429 is not a policy.'),
  {
    ...section('/policies', 'Policies', 'Operators', 'Comparison and logic.'),
    names: ['==', '&&', '<=', 'in', 'eth.tx.', 'wallet.'],
  },
  section('/go', 'Go client', '', 'The module for servers.'),
  { ...section('/cli', 'Commands', 'keywright dev', 'Starts a server.'), anchor: 'command-dev' },
  {
    ...section('/cli', 'Commands', '--fresh', 'Starts empty.'),
    anchor: 'flag-fresh',
    names: ['KEYWRIGHT_FRESH'],
  },
]
const answers: readonly SearchAnswer[] = [
  {
    question: 'How long does a session last?',
    asks: ['session lifetime', "don't log me out"],
    text: 'A read-only session lasts one hour. See Sessions.',
    html: '<p>A read-only session lasts <b>one hour</b>. See <a href="/sessions">Sessions</a>.</p>',
    links: ['/sessions#length'],
  },
  {
    question: 'no organization with id {organizationId}',
    asks: ['ORGANIZATION_NOT_FOUND'],
    text: 'Another server has it.',
    html: '<p>Another server has it.</p>',
    links: ['/errors#ORGANIZATION_NOT_FOUND'],
  },
]
const provider = createEmbeddedSearch(filesOf(sections, answers))

const first = async (query: string) => (await provider.search(query)).groups[0]?.hits[0]?.href
const ask = async (question: string, search = provider) => (await search.search(question)).answer?.()

describe('the embedded search', () => {
  it.each([
    ['wallets', '/wallets'],
    ['lost phone', '/wallets#lost-phone'],
    ['walet', '/wallets'],
    ['addres', '/wallets'],
    ['sesison', '/sessions#length'],
    ['zession', '/sessions#length'],
    ['createWallet', '/api/#create_wallet'],
    ['/public/v1/submit/create_wallet', '/api/#create_wallet'],
    ['429', '/errors#codes'],
    ['４２９\u200b', '/errors#codes'],
    ['session lifetime', '/sessions#length'],
    ['golang', '/go'],
    ['==', '/policies#operators'],
    ['&&', '/policies#operators'],
    ['≤', '/policies#operators'],
    ['in', '/policies#operators'],
    ['eth.tx.value <= 1', '/policies#operators'],
    ["'a' in wallet.tags", '/policies#operators'],
    ['await client.createWallet({ walletName })', '/api/#create_wallet'],
    ['{"type":"ACTIVITY_TYPE_CREATE_WALLET_V2"}', '/api/#create_wallet'],
    ['https://keys.example/public/v1/submit/create_wallet', '/api/#create_wallet'],
    ['npx keywright dev --fresh', '/cli#command-dev'],
    ['npx --yes keywright@1.2.3 dev', '/cli#command-dev'],
    ['--fresh now', '/cli#flag-fresh'],
    ['export KEYWRIGHT_FRESH=wallets', '/cli#flag-fresh'],
    ['curl https://keys.example/public/v1/submit/create_wallet -d @sessions.json', '/api/#create_wallet'],
    ['eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln', undefined],
  ])('finds %s at %s', async (query, href) => {
    expect(await first(query)).toBe(href)
  })

  it('finds nothing by the numbers of an expression', async () => {
    const { groups } = await provider.search('eth.tx.value <= 429', { all: true })
    expect(groups.flatMap(({ hits }) => hits.map(({ href }) => href))).not.toContain('/policies#approvers')
  })

  it('suggests queries if nothing is found', async () => {
    const search = createEmbeddedSearch(filesOf(sections), { suggestions: ['wallets'] })
    expect(await search.search('qqqzzz')).toMatchObject({ count: 0, suggestions: ['wallets'] })
    expect(await search.search('wallets')).toMatchObject({ suggestions: [] })
  })

  it('marks the words of the query in headings and excerpts', async () => {
    const { groups } = await provider.search('approvers')
    const [hit] = groups[0]!.hits
    expect(hit!.heading).toEqual([{ text: 'Approvers', marked: true }])
    expect(await hit!.excerpt()).toContainEqual({ text: 'approvers', marked: true })
  })

  it('shows one section of each page at a glance, and all of them on request', async () => {
    const rows = async (all: boolean) =>
      (await provider.search('wallet', { all })).groups.map(({ hits }) => hits.length)
    expect(Math.max(...(await rows(false)))).toBe(1)
    expect((await rows(true)).length).toBeGreaterThan(0)
  })

  it('fetches again after a failure', async () => {
    const files = filesOf(sections)
    let fails = true
    const search = createEmbeddedSearch((path) =>
      fails ? Promise.reject(new Error('offline')) : files(path),
    )
    await expect(search.search('wallets')).rejects.toThrow('offline')
    fails = false
    expect((await search.search('wallets')).count).toBeGreaterThan(0)
  })
})

it('an index of another format fails like one that can’t be fetched, and is fetched again', async () => {
  const files = filesOf(sections)
  let isOld = true
  const search = createEmbeddedSearch(async <File>(path: string) => {
    const file = await files<File>(path)
    return isOld ? { ...file, format: 0 } : file
  })
  await expect(search.search('wallets')).rejects.toThrow('format 0')
  isOld = false
  expect((await search.search('wallets')).count).toBeGreaterThan(0)
})

describe('the embedded answers', () => {
  it.each([
    'How long does a read-only session last?',
    'session lifetime',
    'How long does a sesion last?',
    'HOW LONG DOES A SESSION LAST',
    // Typographic apostrophe, soft hyphen, non-breaking space, decomposed letters.
    'don’t log me out',
    'ses\u00adsion lifetime',
    'session\u00a0lifetime',
    'se\u0301ssion lifetime',
  ])('are whole, with question and source: %s', async (question) => {
    expect(await ask(question)).toEqual({
      written: { question: answers[0]!.question, html: answers[0]!.html },
      sources: [{ href: '/sessions#length', title: 'Sessions', heading: 'Length' }],
    })
  })

  it.each([
    'ORGANIZATION_NOT_FOUND',
    'no organization with id 5c9d1f0a-7b52-4a0e-8d3c-0f6a2b9e4d21',
    '{"code":5,"message":"no organization with id 5c9d1f0a-7b52-4a0e-8d3c-0f6a2b9e4d21","details":[{"errorCode":"ORGANIZATION_NOT_FOUND"}]}',
  ])('explain a pasted error: %s', async (pasted) => {
    expect(await ask(pasted)).toMatchObject({
      written: { question: 'no organization with id {organizationId}' },
    })
  })

  it('are never those of another build: the next try opens the new index', async () => {
    let files = filesOf(sections, answers)
    const search = createEmbeddedSearch((path) => files(path))
    const { answer } = await search.search('session lifetime')
    // A deployment that moves the answers.
    files = filesOf(sections, [{ ...answers[0]!, question: 'How long is a session?' }])
    await expect(answer!()).rejects.toThrow('different builds')
    const moved = { written: { question: 'How long is a session?' } }
    expect(await answer!()).toMatchObject(moved)
    expect(await ask('session lifetime', search)).toMatchObject(moved)
  })

  it('and texts are fetched once, after a failure again, and with a new index again', async () => {
    const files = filesOf(sections, answers)
    const fetched: string[] = []
    let isOnline = true
    const search = createEmbeddedSearch((path) => {
      fetched.push(path)
      return isOnline ? files(path) : Promise.reject(new Error('offline'))
    })
    const { answer, groups } = await search.search('session lifetime')
    isOnline = false
    await expect(answer!()).rejects.toThrow('offline')
    expect(await groups[0]!.hits[0]!.excerpt()).toEqual([])
    isOnline = true
    for (let times = 0; times < 2; times++) {
      expect(await answer!()).toBeDefined()
      expect(await groups[0]!.hits[0]!.excerpt()).not.toEqual([])
    }
    expect(fetched).toEqual(['index', 'answers/0', 'texts/0', 'answers/0', 'texts/0'])
  })

  it.each([
    'What is the weather in Paris?',
    'Do you support Monero?',
    // Shares words with a message, but doesn't quote it.
    'Does an organization have an id?',
    'how to',
    'how',
    'wallet',
    'eth.tx.value <= session lifetime',
  ])('are not shown unless their question matches: %s', async (question) => {
    expect(await ask(question)).toBeUndefined()
  })
})
