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
  expect(first).toHaveLength(6)
  expect(first![0]).toBe('quorum')
})

it('keeps all words of a small site, except those of title, heading and route', () => {
  const [first] = tellingWords([section('one', ['page', 'one', ...common])])
  expect(new Set(first)).toEqual(new Set(common))
})
