/** The terms of an index that stand for a typed word: itself, its forms, synonyms, and misspellings. */
import { editsBetween } from '@keywright/policy/edits'
import { synonymsOf } from './english.ts'
import type { Words } from './tokenize.ts'

/** How well a form, synonym, correction or part of a word stands for it: 1 is the word itself. */
const SIMILAR = 0.7

/** Terms that stand for a word, with how well: 0 to 1. */
export type Terms = ReadonlyMap<string, number>

/**
 * @param known every term of the index
 * @returns a function that finds those for a word, which may be unfinished
 */
export function createVocabulary(
  known: ReadonlySet<string>,
): (word: Words[number], isTyping: boolean) => Terms {
  const all = [...known]
  return ({ whole, parts }, isTyping) => {
    const same = new Set([whole, ...synonymsOf(whole)])
    const stem = stemOf(whole)
    const isForm = (term: string) =>
      stem.length >= SHORTEST_STEM && term.startsWith(stem) && stemOf(term) === stem
    const isBegun = (term: string) => isTyping && whole.length > 1 && term.startsWith(whole)
    const edits = whole.length > 7 ? 2 : whole.length > 3 ? 1 : 0
    let terms = all.filter((term) => same.has(term) || isForm(term) || isBegun(term))
    if (terms.length === 0) terms = parts.filter((part) => known.has(part))
    if (terms.length === 0) terms = all.filter((term) => editsBetween(term, whole, edits) <= edits)
    return new Map(terms.map((term) => [term, term === whole ? 1 : SIMILAR]))
  }
}

/** `signing` for `sign`, `derivation` for `derive`. */
const SHORTEST_STEM = 4
const ENDING = /(?:ations?|ions?|ings?|ers?|or|ed|ment|able|al|ly|s|e)$/
const stemOf = (word: string) => word.replace(ENDING, '')
