import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decodePart, encodeSearch, openIndex, partsWith, TEXTS_SIZE } from './indexFormat.ts'
import { decodeList, decodeNumbers, encodeList } from './numbers.ts'
import { tokenize } from './tokenize.ts'

const section = (text: string, at: number) =>
  ({
    route: `/p${Math.floor(at / 3)}`,
    pageTitle: 'A',
    heading: '',
    anchor: `a${at}`,
    passages: [text],
    kind: 'doc',
  }) as const

describe('lists of sections', () => {
  it('are read as they were written', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.nat(200_000)), (numbers) => {
        const list = numbers.toSorted((a, b) => a - b)
        expect(decodeList(encodeList(list))).toEqual(list)
      }),
    )
  })
})

describe('encodeSearch', () => {
  it('keeps each word of each section', () => {
    fc.assert(
      fc.property(fc.array(fc.lorem({ maxCount: 60 }), { minLength: 1, maxLength: 12 }), (texts) => {
        const { index, parts } = encodeSearch(texts.map(section))
        const words = texts.map(() => new Set<string>())
        for (const part of parts)
          for (const { word, sections } of decodePart(part)) for (const at of sections) words[at]!.add(word)
        texts.forEach((text, at) => {
          expect(words[at]).toEqual(new Set(tokenize(text)))
          expect(openIndex(index).sections[at]![3]).toBe(words[at]!.size)
        })
      }),
    )
  })
  it('indexes the given words instead of the passages', () => {
    const { parts, texts } = encodeSearch([{ ...section('passage', 0), words: 'name' }])
    expect(decodePart(parts[0]!)).toEqual([{ word: 'name', sections: [0], phrases: [] }])
    expect(texts.get('/p0')).toEqual([{ a0: ['passage'] }])
  })
  it('cuts the texts of a long page into files of neighbouring sections, and says which has which', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(12_000), { minLength: 1, maxLength: 12 }), (sizes) => {
        const { index, texts } = encodeSearch(
          sizes.map((size, at) => ({ ...section('x'.repeat(size), at), words: 'x' })),
        )
        for (const [page, anchor, , , file] of openIndex(index).sections)
          expect(Object.keys(texts.get(index.pages[page]!.route)![file]!)).toContain(anchor)
        const sizeOf = (passages: Iterable<readonly string[]>) => [...passages].flat().join('').length
        for (const files of texts.values())
          files.forEach((file, at) => {
            const all = Object.values(file)
            // Only a section that is longer by itself makes a file longer, …
            if (all.length > 1) expect(sizeOf(all)).toBeLessThanOrEqual(TEXTS_SIZE)
            // … and nothing begins a file that the one before had room for.
            if (at > 0)
              expect(sizeOf([...Object.values(files[at - 1]!), all[0]!])).toBeGreaterThan(TEXTS_SIZE)
          })
      }),
    )
  })
  it('keeps the words of each phrase, beside the sections that have them', () => {
    const { index, parts } = encodeSearch([
      { ...section('alpha', 0), asked: ['beta alpha', 'gamma'] },
      section('beta', 1),
      { ...section('delta', 2), asked: ['gamma delta'] },
    ])
    expect(decodeNumbers(index.phrases.ofSection)).toEqual([2, 0, 1])
    expect(decodeNumbers(index.phrases.weights)).toHaveLength(3)
    expect(parts.flatMap(decodePart)).toEqual([
      { word: 'alpha', sections: [0], phrases: [0] },
      { word: 'beta', sections: [1], phrases: [0] },
      { word: 'delta', sections: [2], phrases: [2] },
      { word: 'gamma', sections: [], phrases: [1, 2] },
    ])
  })
  it('survives JSON', () => {
    const files = encodeSearch(Array.from({ length: 300 }, (_, i) => section(`word${i} shared`, i)))
    expect(JSON.parse(JSON.stringify(files.parts))).toEqual(files.parts)
    expect(JSON.parse(JSON.stringify(files.index))).toEqual(files.index)
  })
})

describe('partsWith', () => {
  it('names the parts that hold a word, or words that begin with it', () => {
    const words = fc.stringMatching(/^[a-c]{1,4}$/)
    fc.assert(
      fc.property(
        fc.uniqueArray(words, { minLength: 1, maxLength: 40 }),
        fc.nat(8),
        words,
        (all, size, word) => {
          const sorted = all.toSorted((a, b) => (a < b ? -1 : 1))
          const parts: string[][] = []
          sorted.forEach((one, at) => {
            if (at % (size + 1) === 0) parts.push([])
            parts.at(-1)!.push(one)
          })
          const cuts = parts.map((part) => part[0]!)
          const holding = (fits: (one: string) => boolean) =>
            parts.flatMap((part, at) => (part.some(fits) ? [at] : []))
          for (const at of holding((one) => one === word)) expect(partsWith(cuts, word, false)).toContain(at)
          for (const at of holding((one) => one.startsWith(word)))
            expect(partsWith(cuts, word, true)).toContain(at)
          expect(partsWith(cuts, word, false).length).toBeLessThanOrEqual(1)
        },
      ),
    )
  })
})
