/** Picks the passage that shows why a section was found, and marks the matching words. */

import { normalize, tokenize } from './tokenize.ts'
import type { Excerpt } from './types.ts'

const LENGTH = 160
/** Characters before the first match in the excerpt of a long passage. */
const LEAD = 40
const WORD = /[\p{L}\p{N}][\p{L}\p{N}_\-./]*/gu

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

/** The passage with the most terms (the first one if several), cut at word boundaries if it is too long. */
export function excerptOf(passages: readonly string[], terms: readonly string[]): Excerpt {
  const best = passages.reduce(
    (before, passage) => {
      const found = termsIn(passage, terms)
      return found > before.found ? { passage, found } : before
    },
    { passage: passages[0] ?? '', found: 0 },
  )
  return markTerms(cut(best.passage, terms), terms)
}

function termsIn(passage: string, terms: readonly string[]): number {
  const found = new Set<string>()
  for (const [word] of passage.matchAll(WORD)) for (const term of matchedTerms(word, terms)) found.add(term)
  return found.size
}

function cut(passage: string, terms: readonly string[]): string {
  if (passage.length <= LENGTH) return passage
  const first = [...passage.matchAll(WORD)].find(([word]) => matchedTerms(word, terms).length > 0)
  const from = startOfWord(passage, Math.max(0, (first?.index ?? 0) - LEAD))
  const until = endOfWord(passage, from + LENGTH)
  const inside = passage.slice(from, until).trim()
  return `${from > 0 ? '… ' : ''}${inside}${until < passage.length ? ' …' : ''}`
}

function matchedTerms(word: string, terms: readonly string[]): readonly string[] {
  const own = [...tokenize(word), normalize(word)]
  return terms.filter((term) =>
    own.some((candidate) => candidate === term || (term.length > 2 && candidate.startsWith(term))),
  )
}

/** The start of the word at `at`. */
function startOfWord(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf(' ', at) + 1
}

/** The end of the last whole word before `at`, or of the first word if there is only one. */
function endOfWord(text: string, at: number): number {
  if (at >= text.length) return text.length
  const space = text.lastIndexOf(' ', at)
  if (space > at - LENGTH / 2) return space
  const next = text.indexOf(' ', at)
  return next === -1 ? text.length : next
}
