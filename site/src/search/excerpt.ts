/** Cuts the piece of a text that shows why it was found, and marks the words that match. */
import type { Excerpt } from './provider.ts'
import { normalize, tokenize } from './tokenize.ts'

const LENGTH = 140
const LEAD = 40

/** Marks the words of `text` that stand for one of `terms` (normalized, or beginnings of terms). */
export function markTerms(text: string, terms: readonly string[]): Excerpt {
  const pieces: { text: string; marked: boolean }[] = []
  let at = 0
  for (const match of text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}_\-./]*/gu)) {
    if (!matches(match[0], terms)) continue
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), marked: false })
    pieces.push({ text: match[0], marked: true })
    at = match.index + match[0].length
  }
  if (at < text.length) pieces.push({ text: text.slice(at), marked: false })
  return pieces
}

/** At most 140 characters of `text` around the first match, with its matches marked. */
export function excerptOf(text: string, terms: readonly string[]): Excerpt {
  const first = [...text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}_\-./]*/gu)].find(([word]) => matches(word, terms))
  const from = first ? startOfWord(text, Math.max(0, first.index - LEAD)) : 0
  const until = endOfWord(text, Math.min(text.length, from + LENGTH))
  const cut = `${from > 0 ? '… ' : ''}${text.slice(from, until).trim()}${until < text.length ? ' …' : ''}`
  return markTerms(cut, terms)
}

function matches(word: string, terms: readonly string[]): boolean {
  const own = [...tokenize(word), normalize(word)]
  return terms.some((term) =>
    own.some((candidate) => candidate === term || (term.length > 2 && candidate.startsWith(term))),
  )
}

function startOfWord(text: string, at: number): number {
  if (at === 0) return 0
  const space = text.indexOf(' ', at)
  return space === -1 || space > at + 20 ? at : space + 1
}

function endOfWord(text: string, at: number): number {
  if (at === text.length) return at
  const space = text.lastIndexOf(' ', at)
  return space > at - 20 ? space : at
}
