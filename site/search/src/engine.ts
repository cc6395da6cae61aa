/**
 * The inverted index: BM25+ over the sections of the site and the phrases by which people ask for them.
 * Source: Lv and Zhai, "Lower-Bounding Term Frequency Normalization", CIKM 2011.
 */
import { editsBetween } from '@keywright/policy/edits'
import { countsOf, type OpenIndex } from './indexFormat.ts'

/** What each field counts. */
const FIELDS = { title: 3, heading: 3.5, route: 1.5, text: 1, asked: 1 } as const
const BOOSTS = Object.values(FIELDS)

/** Saturation of repeated terms, share of the field's length, and what any occurrence is worth. */
const K = 1.2
const B = 0.7
const DELTA = 0.5

/** Share of a word that may differ in what is proposed for it. */
const SUGGESTED_EDITS = 0.34

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
  /** Terms within a number of edits of a word that begin like it. */
  within(word: string, edits: number): readonly string[]
  /** Terms to propose for a word, best first. */
  suggest(word: string): readonly string[]
}

/** Per field of `FIELDS`, the ids of sections, and behind them of phrases, that have a term: once per occurrence. */
type Postings = readonly (readonly number[])[]

export function createEngine(index: OpenIndex): Engine {
  const { sections, phrases } = index
  const { postings, lengths } = fieldsOf(index)
  const averages = lengths.map(average)
  const count = sections.length + phrases.length
  const terms = [...postings.keys()].sort()
  const frequencyOf = (term: string) => postings.get(term)!.flat().length

  return {
    terms,
    find(wanted) {
      const hits = new Map<number, { score: number; readonly terms: string[] }>()
      for (const [term, share] of wanted)
        postings.get(term)!.forEach((ids, field) => {
          const times = frequenciesOf(ids)
          const rarity = Math.log(1 + (count - times.size + 0.5) / (times.size + 0.5))
          for (const [id, frequency] of times) {
            const length = lengths[field]![id]! / averages[field]!
            const saturated = (frequency * (K + 1)) / (frequency + K * (1 - B + B * length))
            const hit = hits.get(id) ?? { score: 0, terms: [] }
            hits.set(id, hit)
            hit.score += share * BOOSTS[field]! * rarity * (DELTA + saturated)
            if (hit.terms.at(-1) !== term) hit.terms.push(term)
          }
        })
      // A section with several of the terms counts more.
      return [...hits].map(([at, { score, terms: found }]) => {
        const isPhrase = at >= sections.length
        return {
          isPhrase,
          id: isPhrase ? at - sections.length : at,
          score: score * found.length,
          terms: found,
        }
      })
    },
    within: (word, edits) =>
      terms.filter((term) => term[0] === word[0] && editsBetween(term, word, edits) <= edits),
    suggest(word) {
      const most = Math.round(word.length * SUGGESTED_EDITS)
      return terms
        .map((term) => ({ term, edits: term.startsWith(word) ? 0 : editsBetween(term, word, most) }))
        .filter(({ edits }) => edits <= most)
        .sort((a, b) => a.edits - b.edits || frequencyOf(b.term) - frequencyOf(a.term))
        .map(({ term }) => term)
    },
  }
}

/** The postings of each word, and the lengths of sections and phrases by field. */
function fieldsOf(index: OpenIndex) {
  const { sections, phrases, words, wordCounts } = index
  const heads = headsOf(index)
  const postings = new Map<string, Postings>(
    words.map(({ word, sections: inSections, phrases: inPhrases }) => [
      word,
      [
        ...heads.map((ofField) => ofField.get(word) ?? []),
        inSections,
        inPhrases.map((phrase) => sections.length + phrase),
      ],
    ]),
  )
  const headLengths = heads.map((ofField) => countsOf(ofField.values(), sections.length))
  const lengths = [
    ...headLengths,
    wordCounts,
    [...sections.map(() => 0), ...phrases.map(({ length }) => length)],
  ]
  return { postings, lengths }
}

/** For title, heading and route, the sections that have a term there: once per occurrence. */
function headsOf({ sections, heads }: OpenIndex): Map<string, number[]>[] {
  const found = [0, 1, 2].map(() => new Map<string, number[]>())
  sections.forEach(([page], id) => {
    for (const [field, terms] of [heads.titles[page]!, heads.headings[id]!, heads.routes[page]!].entries())
      for (const term of terms) {
        const ids = found[field]!.get(term) ?? []
        found[field]!.set(term, ids)
        ids.push(id)
      }
  })
  return found
}

function frequenciesOf(ids: readonly number[]): Map<number, number> {
  const frequencies = new Map<number, number>()
  for (const id of ids) frequencies.set(id, (frequencies.get(id) ?? 0) + 1)
  return frequencies
}

/** Average of the lengths of those that have the field. */
function average(lengths: readonly number[]): number {
  const own = lengths.filter((length) => length > 0)
  return own.reduce((sum, length) => sum + length, 0) / Math.max(1, own.length)
}
