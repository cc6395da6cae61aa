import fc from 'fast-check'
import { expect, it } from 'vitest'
import { encodeSearch, openIndex } from './indexFormat.ts'
import { tokenize } from './tokenize.ts'

const text = fc
  .array(fc.constantFrom('wallet', 'policy', 'stamp', 'quorum', 'createWallet', 'a', '=='))
  .map((all) => all.join(' '))
const anySections = fc.array(fc.record({ heading: text, passages: fc.array(text) }))

it('gives back each word with the sections and answers that have it', () => {
  fc.assert(
    fc.property(anySections, fc.array(text), (all, texts) => {
      const sections = all.map((one, at) => ({
        ...one,
        route: `/${Math.floor(at / 2)}`,
        pageTitle: 'x',
        anchor: `a${at}`,
        kind: 'doc' as const,
      }))
      const answers = texts.map((own) => ({ question: 'q', asks: [], text: own, html: own, links: ['/0'] }))
      const { words } = openIndex(encodeSearch(sections, answers).index)
      sections.forEach(({ passages, heading }, at) => {
        for (const word of tokenize(passages.join(' ')))
          if (!tokenize(heading).includes(word)) expect(words.get(word)?.sections).toContain(at)
      })
      texts.forEach((own, at) => {
        for (const word of tokenize(own)) expect(words.get(word)?.answers).toContain(at)
      })
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
