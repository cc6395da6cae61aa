/** How much of a query sections and answers have, by the rarity of its words. */
import { type OpenIndex, termsOfQuestion } from './indexFormat.ts'
import { createVocabulary, type Terms } from './terms.ts'
import type { Words } from './tokenize.ts'

/** Upper bound of a word's rarity: a word that hardly any section has isn't the whole query. */
const RAREST = 4
/** Rarity of a word that nothing has: the query may be about something else. */
const UNKNOWN = 5

/** How much of the query a section or an answer has, by weight: 0 to 1. */
export interface Match {
  /** With less for words that only its text has. */
  score: number
  coverage: number
}

export interface Matches {
  readonly sections: ReadonlyMap<number, Match>
  readonly answers: ReadonlyMap<number, number>
}

/**
 * @param weights of words in a text, and of words of a question that the query lacks
 * @returns a function for the words of a query, the last of which may be unfinished
 */
export function createMatcher(
  index: OpenIndex,
  weights: { readonly text: number; readonly excess: number },
): (words: Words, isTyping: boolean) => Matches {
  const firstAnswer = index.sections.length
  const questions = index.answers.map(({ asks }) => asks.map(termsOfQuestion))
  const { heads } = index
  const termsFor = createVocabulary(new Set([...heads.keys(), ...index.words.keys()]))
  const count = firstAnswer + questions.length
  /** No place is in both lists. */
  const postings = (term: string) =>
    [
      { places: heads.get(term) ?? [], share: 1 },
      { places: index.words.get(term) ?? [], share: weights.text },
    ] as const
  const rarityOf = (places: number) => Math.min(RAREST, Math.log(1 + (count - places + 0.5) / (places + 0.5)))
  const together = (terms: Terms) => {
    const all = [...terms.keys()].flatMap((term) => postings(term).flatMap(({ places }) => places))
    return all.length === 0 ? UNKNOWN : rarityOf(new Set(all).size)
  }
  const sum = (terms: readonly string[]) =>
    terms.reduce((all, term) => {
      const [head, text] = postings(term)
      return all + rarityOf(head.places.length + text.places.length)
    }, 0)

  /** Places with a word: the best of its terms there. */
  function having(terms: Terms): Map<number, Match> {
    const best = new Map<number, Match>()
    for (const [term, coverage] of terms)
      for (const { places, share } of postings(term))
        for (const place of places) {
          const score = coverage * share
          if (score > (best.get(place)?.score ?? 0)) best.set(place, { score, coverage })
        }
    return best
  }

  return (typed, isTyping) => {
    const words = typed.map((word, at) => termsFor(word, isTyping && at === typed.length - 1))
    const rarities = words.map(together)
    const total = rarities.reduce((all, rarity) => all + rarity, 0) || 1
    const sections = new Map<number, Match>()
    words.forEach((terms, at) => {
      for (const [place, { score, coverage }] of having(terms)) {
        const own = sections.get(place) ?? { score: 0, coverage: 0 }
        own.score += (rarities[at]! * score) / total
        own.coverage += (rarities[at]! * coverage) / total
        sections.set(place, own)
      }
    })
    const had = new Set(words.flatMap((terms) => [...terms.keys()]))
    const answers = new Map<number, number>()
    questions.forEach((asks, at) => {
      const own = sections.get(firstAnswer + at)
      if (!own) return
      sections.delete(firstAnswer + at)
      const lacking = asks.map((ask) => sum(ask.filter((term) => !had.has(term))) / (sum(ask) || 1))
      const least = Math.min(...lacking)
      if (least < 1) answers.set(at, own.score * (1 - weights.excess * least))
    })
    return { sections, answers }
  }
}
