/** The inverted index: MiniSearch over the sections of the site and the phrases by which people ask for them. */
import MiniSearch, { type AsPlainObject } from 'minisearch'
import type { OpenIndex } from './indexFormat.ts'
import { tokenize } from './tokenize.ts'

const FIELDS = ['title', 'heading', 'route', 'text', 'asked'] as const
const BOOST = { title: 3, heading: 3.5, route: 1.5, text: 1, asked: 1 } as const

/** A section or a phrase that has some of the terms. */
export interface Hit {
  readonly isPhrase: boolean
  readonly id: number
  readonly score: number
  readonly terms: readonly string[]
}

export interface Engine {
  /** Every term in alphabetical order. */
  readonly terms: readonly string[]
  /** @param terms terms of the index, each with the share of its score that counts */
  find(terms: ReadonlyMap<string, number>): Hit[]
  /** Terms within a number of edits of a word. */
  within(word: string, edits: number): readonly string[]
  /** Terms to propose for a word, best first. */
  suggest(word: string): readonly string[]
}

/** Loads the postings in the format that MiniSearch serializes to: the texts aren't needed. */
export function createEngine(index: OpenIndex): Engine {
  const count = index.sections.length
  const content = contentOf(index)
  const mini = MiniSearch.loadJS<{ id: number }>(content, {
    fields: [...FIELDS],
    tokenize: (text) => [text],
    processTerm: (term) => term,
  })
  return {
    terms: content.index.map(([term]) => term).sort(),
    find: (terms) =>
      mini
        .search(
          { queries: [...terms.keys()], boostTerm: (term) => terms.get(term)! },
          { boost: { ...BOOST } },
        )
        .map(({ id, score, terms }) => ({
          isPhrase: id >= count,
          id: id >= count ? id - count : id,
          score,
          terms,
        })),
    within: (word, edits) => [...new Set(mini.search(word, { fuzzy: edits }).flatMap(({ terms }) => terms))],
    suggest: (word) =>
      mini.autoSuggest(word, { fuzzy: SUGGESTED_EDITS, prefix: true }).map(({ suggestion }) => suggestion),
  }
}

/** Share of a word that may differ in what is proposed for it. */
const SUGGESTED_EDITS = 0.34

type Counts = Record<number, Record<number, number>>

function contentOf({ pages, sections, phrases, words, wordCounts }: OpenIndex): AsPlainObject {
  const postings = new Map<string, Counts>()
  const add = (word: string, field: number, id: number) => {
    const counts = postings.get(word) ?? {}
    postings.set(word, counts)
    const ofField = (counts[field] ??= {})
    ofField[id] = (ofField[id] ?? 0) + 1
  }
  const lengths = sections.map(([page, , heading], id) => {
    const { title, route } = pages[page]!
    const heads = [title, heading, route].map((text) => tokenize(text))
    heads.forEach((terms, field) => {
      for (const term of terms) add(term, field, id)
    })
    return [...heads.map((terms) => terms.length), wordCounts[id]!, 0]
  })
  for (const { length } of phrases) lengths.push([0, 0, 0, 0, length])
  for (const { word, sections: inSections, phrases: inPhrases } of words) {
    for (const id of inSections) add(word, FIELDS.indexOf('text'), id)
    for (const id of inPhrases) add(word, FIELDS.indexOf('asked'), sections.length + id)
  }
  return {
    documentCount: lengths.length,
    nextId: lengths.length,
    documentIds: Object.fromEntries(lengths.map((_, id) => [id, id])),
    fieldIds: Object.fromEntries(FIELDS.map((name, at) => [name, at])),
    fieldLength: Object.fromEntries(lengths.map((own, id) => [id, own])),
    averageFieldLength: FIELDS.map((_, field) => average(lengths.map((own) => own[field]!))),
    storedFields: {},
    dirtCount: 0,
    index: [...postings],
    serializationVersion: 2,
  }
}

/** Average of the lengths of those that have the field. */
function average(lengths: readonly number[]): number {
  const own = lengths.filter((length) => length > 0)
  return own.reduce((sum, length) => sum + length, 0) / Math.max(1, own.length)
}
