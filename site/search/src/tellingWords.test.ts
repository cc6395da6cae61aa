import { expect, it } from 'vitest'
import { tellingWords } from './tellingWords.ts'
import type { SearchSection } from './types.ts'

const common = Array.from({ length: 18 }, (_, at) => `common${String.fromCharCode(97 + at)}`)
const section = (heading: string, words: readonly string[]): SearchSection => ({
  route: '/page',
  pageTitle: 'Page',
  heading,
  anchor: heading,
  passages: [words.join(' ')],
  kind: 'doc',
})

it('keeps the words that distinguish a section', () => {
  const [first] = tellingWords([
    section('one', [...common, 'quorum']),
    ...Array.from({ length: 200 }, (_, at) => section(`other${at}`, common)),
  ])
  expect(first).toHaveLength(5)
  expect(first![0]).toBe('quorum')
})

it('keeps no words of a section that is found by its name', () => {
  const others = Array.from({ length: 200 }, (_, at) => section(`other${at}`, common))
  const kept = (heading: string) => tellingWords([section(heading, ['quorum']), ...others])[0]
  for (const name of ['--own-origins', 'create_wallet', 'createWallet', 'ECDSA'])
    expect(kept(name)).toEqual([])
  for (const words of ['Sign with personal_sign', 'Step 1. Create a wallet', 'wallets'])
    expect(kept(words)).toEqual(['quorum'])
})

it('keeps all words of a small site, except those of title, heading and route', () => {
  const [first] = tellingWords([section('one', ['page', 'one', ...common])])
  expect(new Set(first)).toEqual(new Set(common))
})
