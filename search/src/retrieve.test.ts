import { editsBetween } from '@keywright/policy/edits'
import { describe, expect, it, vi } from 'vitest'
import { MOST_FILES } from './allowance.ts'
import { filesOf } from './filesOf.ts'
import { createRetriever } from './retrieve.ts'
import { section } from './testing.ts'

/** So many that a word of all of them is a common one. */
const filler = Array.from({ length: 40 }, (_, at) =>
  section(`/filler-${at}`, `Policy ${at}`, '', 'A policy is here.'),
)
const sections = [
  section('/sessions', 'Sessions', 'Read-only session', 'It lasts for an hour.', 'It reads.'),
  section('/otp', 'One-time codes', '', 'A code has 6 digits, and CONSENSUS_NEEDED is no answer.'),
  ...filler,
]
const open = () => createRetriever(filesOf(sections))
const first = async (question: string, earlier?: string) =>
  (await open().retrieve(question, earlier)).sections[0]?.route

describe('retrieval', () => {
  it('looks up the most telling words of a pasted text, and fetches no more for a longer one', async () => {
    const words = Array.from({ length: 2_000 }, (_, at) => `${(at * 7919).toString(36)}${at}word`)
    const page = words.map((word, at) => section(`/p${at}`, 'Page', '', `${word} ${word}x`))
    const files = filesOf([...page, section('/key', 'Key', '', 'Of secret_manager.')])
    const part = vi.spyOn(files, 'part')
    const vocabulary = vi.spyOn(files, 'vocabulary')
    const { sections: found } = await createRetriever(files).retrieve(`${words.join(' ')} secret_manager`)
    expect(found.map(({ route }) => route)).toContain('/key')
    expect(part.mock.calls.length + vocabulary.mock.calls.length).toBeLessThanOrEqual(MOST_FILES)
  })
  it('ranks what knows most of the question first, and says how much', async () => {
    const { sections: found } = await open().retrieve('read-only session hour')
    expect(found[0]).toMatchObject({ route: '/sessions', anchor: 'read-only-session', coverage: 1 })
  })
  it('knows which words the pages do not have', async () => {
    const { words } = await open().retrieve('session monero')
    expect(words.map(({ word, isKnown }) => [word, isKnown])).toEqual([
      ['session', true],
      ['monero', false],
    ])
  })
  it('takes two words for one name', async () => {
    expect(await first('consensus needed')).toBe('/otp')
  })
  it('reads a slip of the hand as the common word, and no rare one into another', async () => {
    const { words } = await open().retrieve('polcy digit hoour')
    expect(words.map(({ isKnown }) => isKnown)).toEqual([true, true, false])
  })
  it('finds a section by what people call it, and says how near that comes', async () => {
    const [session, ...others] = sections
    const retriever = createRetriever(
      filesOf([{ ...session!, asked: ['peek without changing', 'spectator'] }, ...others]),
    )
    const { words, sections: found } = await retriever.retrieve('peek without changing')
    expect(words.every(({ isKnown }) => isKnown)).toBe(true)
    expect(found[0]).toMatchObject({ route: '/sessions', anchor: 'read-only-session' })
    expect(found[0]!.asked).toBeGreaterThan(0.9)
    expect([...found[0]!.askedWords.keys()]).toContain('peek')
    const { sections: farther } = await retriever.retrieve('peek policy')
    const near = farther.find(({ route }) => route === '/sessions')!.asked
    expect(near).toBeGreaterThan(0)
    expect(near).toBeLessThan(0.9)
    expect(farther.find(({ route }) => route === '/otp')?.asked ?? 0).toBe(0)
  })
  it('lets the earlier question choose, where the present one says little', async () => {
    expect(await first('reads', 'session')).toBe('/sessions')
    expect(await first('', 'one-time codes')).toBe('/otp')
  })
  it('gives the passages of a section', async () => {
    expect(
      await open().passages({ route: '/sessions', anchor: 'read-only-session', textsFile: 0 }),
    ).toHaveLength(2)
    expect(await open().passages({ route: '/sessions', anchor: 'gone', textsFile: 0 })).toEqual([])
  })
  it('fetches no more for words that no page has than the parts with words like them, or with their halves', async () => {
    const many = Array.from({ length: 60 }, (_, page) =>
      section(
        `/page-${page}`,
        `Page ${page}`,
        '',
        Array.from({ length: 60 }, (_, at) => `w${(page * 60 + at * 7) % 2999}x`).join(' '),
      ),
    )
    const halves = ['/checks', '/more-checks'].map((route) => section(route, 'Probe', '', 'A health check.'))
    const files = filesOf([...sections, ...many, ...halves])
    const part = vi.fn(files.part)
    const { words } = await createRetriever({ ...files, part }).retrieve('healthcheck qqqqqqqq polcy')
    expect(words.map(({ isKnown }) => isKnown)).toEqual([true, true, false, true])
    expect(part.mock.calls.length).toBeLessThan((await files.index()).parts.length / 2)
  })
  it('finds names like one that there is not', async () => {
    expect(await open().like('consensus_neded')).toContain('consensusneeded')
  })
  it('writes the name of a call as its heading does', async () => {
    const calls = [...sections, section('/api/', 'Reference', 'create_wallet', 'Makes a wallet.')]
    expect(await createRetriever(filesOf(calls)).like('creat_walet')).toEqual(['create_wallet'])
  })
  it('rejects when the index cannot be fetched, and tries again when asked again', async () => {
    const files = filesOf(sections)
    const index = vi.fn(files.index).mockRejectedValueOnce(new Error('offline'))
    const broken = createRetriever({ ...files, index })
    await expect(broken.retrieve('session')).rejects.toThrow('offline')
    expect((await broken.retrieve('session')).sections.length).toBeGreaterThan(0)
  })
})

it.each([
  ['walet', 'wallet', 1],
  ['recieve', 'receive', 1],
  ['policy', 'policy', 0],
  ['abc', 'xyz', 3],
])('counts the edits from %s to %s', (a, b, edits) => {
  expect(editsBetween(a, b, 2)).toBe(edits)
})
