/** The terms of an index that stand for a typed word: itself, its forms, synonyms, and misspellings. */
import { editsBetween } from '@keywright/policy/edits'
import { synonymsOf } from './english.ts'
import { normalize, type Words } from './tokenize.ts'

/** How well a form, synonym, correction or part of a word stands for it: 1 is the word itself. */
const SIMILAR = 0.7

/** Share of a word that may differ in what is proposed for it. */
const SUGGESTED_EDITS = 0.34

export interface Vocabulary {
  /**
   * @param isTyping whether the last word may be unfinished
   * @returns for each word its terms, with how well each stands for it: 0 to 1
   */
  termsFor(words: Words, isTyping: boolean): readonly ReadonlyMap<string, number>[]
  /** Terms to propose for a word, best first. */
  suggest(word: string): readonly string[]
}

/** @param all every term of the index */
export function createVocabulary(all: Iterable<string>): Vocabulary {
  const known = new Set(all)
  const sorted = [...known].sort()

  function beginningWith(text: string): readonly string[] {
    let [low, high] = [0, sorted.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if (sorted[middle]! < text) low = middle + 1
      else high = middle
    }
    let end = low
    while (sorted[end]?.startsWith(text)) end++
    return sorted.slice(low, end)
  }

  const within = (word: string, edits: number) =>
    sorted.filter((term) => term[0] === word[0] && editsBetween(term, word, edits) <= edits)

  function termsOf({ whole, parts }: Words[number], isTyping: boolean): Map<string, number> {
    const terms = new Map<string, number>()
    const put = (similar: readonly string[]) => {
      for (const term of similar) if (known.has(term) && !terms.has(term)) terms.set(term, SIMILAR)
    }
    if (known.has(whole)) terms.set(whole, 1)
    put(synonymsOf(whole))
    const beginning = stemOf(whole)
    if (beginning.length >= SHORTEST_STEM)
      put(beginningWith(beginning).filter((term) => stemOf(term) === beginning))
    if (isTyping && whole.length > 1) put(beginningWith(whole))
    if (terms.size === 0) put(parts)
    if (terms.size === 0 && whole.length > 3) put(within(whole, whole.length > 7 ? 2 : 1))
    return terms
  }

  return {
    termsFor: (words, isTyping) =>
      words.map((word, at) => termsOf(word, isTyping && at === words.length - 1)),
    suggest(typed) {
      const word = normalize(typed)
      const most = Math.round(word.length * SUGGESTED_EDITS)
      return sorted
        .map((term) => ({ term, edits: term.startsWith(word) ? 0 : editsBetween(term, word, most) }))
        .filter(({ edits }) => edits <= most)
        .sort((a, b) => a.edits - b.edits || a.term.length - b.term.length)
        .map(({ term }) => term)
    },
  }
}

/** `signing` for `sign`, `derivation` for `derive`. */
const SHORTEST_STEM = 4
const ENDING = /(?:ations?|ions?|ings?|ers?|or|ed|ment|able|al|ly|s|e)$/
const stemOf = (word: string) => word.replace(ENDING, '')
