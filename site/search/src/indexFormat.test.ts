import fc from 'fast-check'
import { expect, it } from 'vitest'
import { encodeSearch, openIndex } from './indexFormat.ts'
import { queryWords, tokenize } from './tokenize.ts'

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
      sections.forEach(({ asked }, at) => {
        expect(phrases.filter(({ section }) => section === at)).toHaveLength(asked.length)
        for (const word of asked.flatMap(queryWords).map(({ whole }) => whole)) {
          const inPhrases = words.find((one) => one.word === word)?.phrases ?? []
          expect(inPhrases.map((phrase) => phrases[phrase]?.section)).toContain(at)
        }
      })
    }),
  )
})

it('has titles, headings and searches in the first part, texts and questions in the rest', () => {
  const { index } = encodeSearch([
    {
      route: '/a',
      pageTitle: 'Alpha',
      heading: 'Beta',
      anchor: 'b',
      passages: ['gamma'],
      asked: ['why eta theta', 'delta epsilon', 'what is alpha'],
      kind: 'doc',
    },
  ])
  const wordsOf = (parts: Parameters<typeof openIndex>[0]) => openIndex(parts).words.map(({ word }) => word)
  const [first] = index
  expect(wordsOf([first])).toEqual(['alpha', 'beta', 'delta', 'epsilon'])
  expect(wordsOf(index)).toEqual([...wordsOf([first]), 'eta', 'gamma', 'theta'])
  expect(openIndex([first]).phrases).toEqual([{ section: 0, length: 2 }])
  expect(openIndex(index).phrases.map(({ length }) => length)).toEqual([2, 2, 1])
})

it('keeps the texts of a page in its order, in files of their own', () => {
  const { texts } = encodeSearch([
    { route: '/a', pageTitle: 'A', heading: '', anchor: '', passages: ['x'.repeat(4_001)], kind: 'doc' },
    { route: '/a', pageTitle: 'A', heading: 'B', anchor: 'b', passages: ['y'], kind: 'doc' },
  ])
  expect(texts.get('/a')!.map((file) => Object.keys(file))).toEqual([[''], ['b']])
})
