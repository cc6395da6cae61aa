import fc from 'fast-check'
import { expect, it } from 'vitest'
import { encodeSearch, openIndex, pathOf } from './indexFormat.ts'
import { tokenize } from './tokenize.ts'

const text = fc
  .array(fc.constantFrom('wallet', 'policy', 'stamp', 'quorum', 'createWallet', 'a', '=='))
  .map((all) => all.join(' '))
const anySections = fc.array(fc.record({ heading: text, passages: fc.array(text) }))

it('gives back the questions and links of answers, also of pages that it has no section of', () => {
  const sections = ['/a', '/b', '/api/'].map((route) => ({
    route,
    pageTitle: route,
    kind: 'doc' as const,
    anchor: '',
    heading: '',
    passages: [],
  }))
  const links = ['/b#part', '/a', '/api/#create_wallet', '/openapi.json', 'https://other.example/a#b', '/b#']
  const answers = [
    { question: 'Is `a || b` 1 or 2?', asks: ['one, two', 'a && b'], text: '', html: '', links },
    { question: 'No links?', asks: [], text: '', html: '', links: [] },
  ]
  const of = (some: typeof answers) => openIndex(encodeSearch(sections, some).index).answers
  expect(of(answers)).toEqual(
    answers.map(({ question, asks, links: own }) => ({ asks: [question, ...asks], links: own })),
  )
  expect(of([])).toEqual([])
})

it('gives back each word with the sections and answers that have it, unless a question of the answer has it', () => {
  fc.assert(
    fc.property(anySections, fc.array(text), (all, texts) => {
      const sections = all.map((one, at) => ({
        ...one,
        route: `/${Math.floor(at / 2)}`,
        pageTitle: 'x',
        anchor: `a${at}`,
        kind: 'doc' as const,
      }))
      const asked = 'policy'
      const answers = texts.map((own) => ({ question: asked, asks: [], text: own, html: own, links: ['/0'] }))
      const { words } = openIndex(encodeSearch(sections, answers).index)
      sections.forEach(({ passages, heading }, at) => {
        for (const word of tokenize(passages.join(' ')))
          if (!tokenize(heading).includes(word)) expect(words.get(word)).toContain(at)
      })
      texts.forEach((own, at) => {
        for (const word of tokenize(own))
          expect(words.get(word)?.includes(sections.length + at) ?? false).toBe(word !== asked)
      })
    }),
  )
})

it('has a number of a single section if an answer and its question have it', () => {
  const sections = Array.from({ length: 200 }, (_, at) => ({
    route: `/${at}`,
    pageTitle: 'x',
    kind: 'doc' as const,
    anchor: '',
    heading: '',
    passages: at === 7 ? ['error 4902 and 4903'] : ['wallet'],
  }))
  const answers = [{ question: 'Why 4902?', asks: [], text: '4902', html: '', links: [] }]
  const { words } = openIndex(encodeSearch(sections, answers).index)
  expect(words.get('4902')).toEqual([7])
  expect(words.get('4903')).toBeUndefined()
})

it('keeps the passages of each section where its number says', () => {
  const sections = Array.from({ length: 20 }, (_, at) => ({
    route: '/a',
    pageTitle: 'A',
    heading: `${at}`,
    anchor: `${at}`,
    passages: [`passage ${at}`],
    kind: 'doc' as const,
  }))
  const files = encodeSearch(sections)
  sections.forEach(({ passages }, at) => {
    expect(files[pathOf('texts', at)]).toMatchObject({ [`/a#${at}`]: passages })
  })
  expect(Object.keys(files).length).toBeLessThan(sections.length)
})

it('refuses an index of another format, which a cache may keep', () => {
  const { index } = encodeSearch([])
  const { format: _, ...old } = index
  for (const other of [{ ...index, format: index.format + 1 }, old as typeof index])
    expect(() => openIndex(other)).toThrow('format')
})
