import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodeTerms, encodeIndex } from './indexFormat.ts'
import { tokenize } from './tokenize.ts'

const section = (text: string) =>
  ({ route: '/a', pageTitle: 'A', heading: '', anchor: '', text, kind: 'doc' }) as const

describe('encodeIndex', () => {
  it('keeps each term of each section, repeats up to three', () => {
    fc.assert(
      fc.property(fc.array(fc.lorem({ maxCount: 60 }), { minLength: 1, maxLength: 12 }), (texts) => {
        const { index } = encodeIndex(texts.map(section))
        const vocabulary = index.terms.split(' ')
        texts.forEach((text, at) => {
          const counts = new Map<string, number>()
          for (const term of tokenize(text)) counts.set(term, Math.min(3, (counts.get(term) ?? 0) + 1))
          const decoded = new Map<string, number>()
          for (const term of decodeTerms(index.sections[at]![3], vocabulary))
            decoded.set(term, (decoded.get(term) ?? 0) + 1)
          expect(Object.fromEntries(decoded)).toEqual(Object.fromEntries(counts))
        })
      }),
    )
  })
  it('survives JSON', () => {
    const { index } = encodeIndex(Array.from({ length: 300 }, (_, i) => section(`word${i} shared`)))
    expect(JSON.parse(JSON.stringify(index))).toEqual(index)
    expect(decodeTerms(index.sections[299]![3], index.terms.split(' ')).sort()).toEqual(['shared', 'word299'])
  })
})
