/** Picks the passage that shows why a section was found, and marks the matching words. */

import { normalize, queryWords, tokenize } from './tokenize.ts'
import type { Excerpt } from './types.ts'

const MOST_WORDS = 25
/** Words before the first match in the excerpt of a long passage. */
const LEAD = 6
const WORD = /[\p{L}\p{N}][\p{L}\p{N}_\-./]*/gu

/** What to mark for a query. */
export const termsOf = (query: string): string[] =>
  queryWords(query).flatMap(({ whole, parts }) => [whole, ...parts])

/** Marks the words of `text` that match one of `terms` (normalized terms or prefixes). */
export function markTerms(text: string, terms: readonly string[]): Excerpt {
  const pieces: { text: string; marked: boolean }[] = []
  let at = 0
  for (const match of text.matchAll(WORD)) {
    if (matchedTerms(match[0], terms).length === 0) continue
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), marked: false })
    pieces.push({ text: match[0], marked: true })
    at = match.index + match[0].length
  }
  if (at < text.length) pieces.push({ text: text.slice(at), marked: false })
  return pieces
}

/** The passage with the most terms (the first one if several), cut between words if it is too long. */
export function excerptOf(passages: readonly string[], terms: readonly string[]): Excerpt {
  const found = passages.map((passage) => termsIn(passage, terms))
  return markTerms(cut(passages[found.indexOf(Math.max(...found))] ?? '', terms), terms)
}

const termsIn = (passage: string, terms: readonly string[]): number =>
  new Set((passage.match(WORD) ?? []).flatMap((word) => matchedTerms(word, terms))).size

function cut(passage: string, terms: readonly string[]): string {
  const words = passage.split(' ')
  if (words.length <= MOST_WORDS) return passage
  const first = words.findIndex((word) => matchedTerms(word, terms).length > 0)
  const from = Math.max(0, first - LEAD)
  const until = from + MOST_WORDS
  return `${from > 0 ? '… ' : ''}${words.slice(from, until).join(' ')}${until < words.length ? ' …' : ''}`
}

function matchedTerms(word: string, terms: readonly string[]): readonly string[] {
  const own = [...tokenize(word), normalize(word)]
  return terms.filter((term) =>
    own.some((candidate) => candidate === term || (term.length > 2 && candidate.startsWith(term))),
  )
}
