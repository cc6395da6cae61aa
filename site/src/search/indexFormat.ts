/**
 * The index file: small enough to fetch on the first sign of intent.
 *
 * It holds, for each section, the set of its terms and how often each occurs (up to 3), as positions in one
 * vocabulary that is ordered by frequency: positions ascending, written as differences. Texts for excerpts are in
 * a second file that is fetched when the first results stand.
 */
import type { SearchSection } from './section.ts'
import { tokenize } from './tokenize.ts'

export interface SearchIndexFile {
  readonly format: 1
  /** The vocabulary, most frequent first, joined by spaces. */
  readonly terms: string
  readonly pages: readonly {
    readonly route: string
    readonly title: string
    readonly kind: SearchSection['kind']
  }[]
  readonly sections: readonly IndexedSection[]
}

/** page index, anchor, heading, encoded terms */
export type IndexedSection = readonly [page: number, anchor: string, heading: string, terms: string]

/** One text a section, in the order of the index. */
export type SearchTextsFile = readonly string[]

const MOST_REPEATS = 3

/** Builds both files from all sections of the site. */
export function encodeIndex(sections: readonly SearchSection[]): {
  index: SearchIndexFile
  texts: SearchTextsFile
} {
  const counted = sections.map((section) => countTerms(section.text))
  const vocabulary = vocabularyOf(counted)
  const position = new Map(vocabulary.map((term, index) => [term, index]))
  const pages: { route: string; title: string; kind: SearchSection['kind'] }[] = []
  const pageOf = new Map<string, number>()
  const indexed = sections.map((section, index): IndexedSection => {
    if (!pageOf.has(section.route)) {
      pageOf.set(section.route, pages.length)
      pages.push({ route: section.route, title: section.pageTitle, kind: section.kind })
    }
    return [
      pageOf.get(section.route)!,
      section.anchor,
      section.heading,
      encodeTerms(counted[index]!, position),
    ]
  })
  return {
    index: { format: 1, terms: vocabulary.join(' '), pages, sections: indexed },
    texts: sections.map((section) => section.text),
  }
}

/** The terms of a section, each as often as it counted (up to 3). The order is not kept. */
export function decodeTerms(encoded: string, vocabulary: readonly string[]): string[] {
  const terms: string[] = []
  let at = 0
  let position = -1
  while (at < encoded.length) {
    let gap = 0
    let digit = DIGITS.indexOf(encoded[at++]!)
    // Digits below HALF end a number, the others continue it.
    while (digit >= HALF) {
      gap = gap * HALF + (digit - HALF)
      digit = DIGITS.indexOf(encoded[at++]!)
    }
    gap = gap * HALF + digit
    const repeats = (gap % MOST_REPEATS) + 1
    position += Math.floor(gap / MOST_REPEATS) + 1
    for (let i = 0; i < repeats; i++) terms.push(vocabulary[position]!)
  }
  return terms
}

/** Printable characters that need no escape in JSON. */
const DIGITS = ' !#$%&()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~'
const HALF = Math.floor(DIGITS.length / 2)

function encodeTerms(counts: ReadonlyMap<string, number>, position: ReadonlyMap<string, number>): string {
  const entries = [...counts].map(([term, count]) => [position.get(term)!, count] as const)
  entries.sort((a, b) => a[0] - b[0])
  let last = -1
  let encoded = ''
  for (const [index, count] of entries) {
    const gap = index - last - 1
    encoded += encodeNumber(gap * MOST_REPEATS + Math.min(count, MOST_REPEATS) - 1)
    last = index
  }
  return encoded
}

function encodeNumber(value: number): string {
  let rest = Math.floor(value / HALF)
  let text = DIGITS[value % HALF]!
  while (rest > 0) {
    text = DIGITS[HALF + (rest % HALF)]! + text
    rest = Math.floor(rest / HALF)
  }
  return text
}

function countTerms(text: string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const term of tokenize(text)) counts.set(term, (counts.get(term) ?? 0) + 1)
  return counts
}

function vocabularyOf(counted: readonly ReadonlyMap<string, number>[]): string[] {
  const frequency = new Map<string, number>()
  for (const counts of counted)
    for (const term of counts.keys()) frequency.set(term, (frequency.get(term) ?? 0) + 1)
  return [...frequency].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).map(([term]) => term)
}
