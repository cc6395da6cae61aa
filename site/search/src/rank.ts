/** The one ranking, of sections and of answers. */
import { cardsOf, createExact, meantIn } from './exact.ts'
import type { OpenIndex } from './indexFormat.ts'
import { letterSimilarity } from './letters.ts'
import { createMatcher, type Matches } from './match.ts'
import { plain, queryWords, withoutValues } from './tokenize.ts'

/** `npm run relevance:fit` searches for better ones on `site/test/relevance/known.txt` and `fresh.txt`. A word of a heading, title, route or question counts 1. */
export const WEIGHTS = {
  /** A word that only the text of a section or an answer has. */
  text: 0.6,
  /** A question that leads to a section. */
  asked: 5,
  /** How much a link of an answer counts that isn't the one to read on. */
  elsewhere: 0.7,
  /** How much the words of a question that the query lacks count against its answer. */
  excess: 0.45,
  /** What speaks for an answer: the words of the query that it has. */
  words: 8.2,
  /** The letters of its most similar question. */
  letters: 5.8,
  /** The rank of the sections that it links to. */
  linked: 1.8,
  /** Each word of a long query, of which every answer lacks some. */
  length: 0.78,
  /** What speaks against all answers. */
  none: 9.3,
}
export type Weights = Readonly<typeof WEIGHTS>

/** How certain an answer must be to be shown. */
const SHOWN = 0.45
/** Queries with more words are sentences: the last word is complete, and the length counts, up to the second number. */
const SHORT = 3
const LONGEST = 14
/** Answers whose letters are compared, best matches of words first. */
const COMPARED = 15

/** A section for a query. */
export interface RankedSection {
  readonly section: number
  readonly score: number
  /** Share of the query, by weight, that the section or its page's title has: 0 to 1. */
  readonly coverage: number
}

export interface Ranked {
  /** Best first. */
  readonly sections: readonly RankedSection[]
  /** The one to show, if any, and how likely it is right: 0 to 1. */
  readonly answer: { readonly answer: number; readonly certainty: number } | undefined
}

export type Ranker = (query: string) => Ranked

/** @param weights others, to judge them */
export function createRanker(index: OpenIndex, weights: Weights = WEIGHTS): Ranker {
  const cards = cardsOf(index)
  const exact = createExact(index, cards)
  const match = createMatcher(index, weights)
  const similarity = letterSimilarity(index.answers.map(({ asks }) => asks))
  const linked = linkedSections(index)

  function rankSections({ sections, answers }: Matches): RankedSection[] {
    const led = new Map<number, number>()
    for (const [answer, score] of answers)
      linked[answer]!.forEach((section, at, { length }) => {
        const own = at === length - 1 ? score : weights.elsewhere * score
        led.set(section, Math.max(own, led.get(section) ?? 0))
      })
    return index.sections
      .map((_, section): RankedSection => {
        const { score, coverage } = sections.get(section) ?? { score: 0, coverage: 0 }
        const asked = led.get(section) ?? 0
        const covered = Math.max(coverage, asked)
        return { section, coverage: covered, score: (score + weights.asked * asked ** 2) * covered }
      })
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score || a.section - b.section)
  }

  /** The most certain answer: answers compete with each other and with none of them. */
  function choose(query: string, answers: Matches['answers'], ranked: readonly RankedSection[]) {
    const ranks = new Map(ranked.map(({ section, score }) => [section, score / ranked[0]!.score]))
    const length = Math.max(0, Math.min(queryWords(query).length, LONGEST) - SHORT)
    const similarTo = similarity(withoutValues(query))
    const compared = [...answers]
      // The card of an error answers its code and its message only.
      .filter(([answer]) => !cards.has(answer))
      .sort((a, b) => b[1] - a[1])
      .slice(0, COMPARED)
      .map(([answer, words]) => {
        const rank = Math.max(0, ...linked[answer]!.map((at) => ranks.get(at) ?? 0))
        const evidence = weights.words * words + weights.letters * similarTo(answer) + weights.linked * rank
        return { answer, odds: Math.exp(evidence + weights.length * length - weights.none) }
      })
      .sort((a, b) => b.odds - a.odds || b.answer - a.answer)
    const certainty = (compared[0]?.odds ?? 0) / compared.reduce((sum, { odds }) => sum + odds, 1)
    return certainty < SHOWN ? undefined : { answer: compared[0]!.answer, certainty }
  }

  return (typed) => {
    const query = plain(typed)
    const named = exact(query)
    const words = queryWords(meantIn(query))
    const matches = match(words, words.length <= SHORT)
    const ranked = rankSections(matches)
    const chosen = named.asksNothing ? undefined : choose(query, matches.answers, ranked)
    const answer = named.answer === undefined ? chosen : { answer: named.answer, certainty: 1 }
    // Where one reads on from the answer.
    const lead = answer ? linked[answer.answer]!.slice(-1) : []
    return { sections: withFirst([...named.sections, ...lead], ranked), answer }
  }
}

/** By answer, the sections that it links to; the last one is where one reads on. */
function linkedSections({ sections, answers }: OpenIndex): number[][] {
  const places = new Map(sections.map(({ href }, at) => [href, at]))
  return answers.map(({ links }) =>
    links.flatMap((link) => places.get(link) ?? places.get(link.split('#')[0]!) ?? []),
  )
}

function withFirst(first: readonly number[], ranked: readonly RankedSection[]): RankedSection[] {
  const named = new Set(first)
  return [
    ...[...named].map((section) => ({ section, coverage: 1, score: Number.POSITIVE_INFINITY })),
    ...ranked.filter(({ section }) => !named.has(section)),
  ]
}
