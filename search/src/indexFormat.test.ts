import fc from 'fast-check'
import { expect, it } from 'vitest'
import { encodeSearch, openIndex } from './indexFormat.ts'
import { tokenize } from './tokenize.ts'

const text = fc
  .array(fc.constantFrom('wallet', 'policy', 'stamp', 'quorum', 'createWallet', 'a'))
  .map((all) => all.join(' '))
const anySections = fc.array(fc.record({ heading: text, passages: fc.array(text), asked: fc.array(text) }))

it('gives back each word with the sections and phrases that have it', () => {
  fc.assert(
    fc.property(anySections, (all) => {
      const sections = all.map((one, at) => ({
        ...one,
        route: `/${Math.floor(at / 2)}`,
        pageTitle: 'x',
        anchor: `a${at}`,
        kind: 'doc' as const,
      }))
      const { words, phrases } = openIndex(encodeSearch(sections).index)
      const sectionsWith = (word: string) => words.find((one) => one.word === word)?.sections ?? []
      sections.forEach(({ passages, heading }, at) => {
        for (const word of tokenize(passages.join(' ')))
          if (!tokenize(heading).includes(word)) expect(sectionsWith(word)).toContain(at)
      })
      expect(phrases.map(({ section }) => section)).toEqual(
        sections.flatMap(({ asked }, at) => asked.map(() => at)),
      )
    }),
  )
})

it('keeps the texts of a page in its order, in files of their own', () => {
  const { texts } = encodeSearch([
    { route: '/a', pageTitle: 'A', heading: '', anchor: '', passages: ['x'.repeat(4_001)], kind: 'doc' },
    { route: '/a', pageTitle: 'A', heading: 'B', anchor: 'b', passages: ['y'], kind: 'doc' },
  ])
  expect(texts.get('/a')!.map((file) => Object.keys(file))).toEqual([[''], ['b']])
})
