/** A question as the ranking sees it. */
import type { AskedWord, Retrieved } from '@keywright/search'
import { queryWords } from '@keywright/search'
import { asksForError, asksForNumber, asksForTime, asksWhatItIs, identifiersIn, isAsked } from './question.ts'

export interface Asked {
  readonly words: readonly AskedWord[]
  /** All their weight. */
  readonly whole: number
  /** Names of calls, fields and errors in the question, as terms. */
  readonly identifiers: readonly string[]
  /** The same as they were written. */
  readonly names: readonly string[]
  readonly question: string
  readonly forNumber: boolean
  readonly forTime: boolean
  readonly isForMeaning: boolean
  /** Whether it may be the message of an error. */
  readonly isError: boolean
  readonly isForCommand: boolean
  /** The page that answered the question before, where this one leans on it. */
  readonly lastRoute: string | undefined
}

export function askedOf(question: string, found: Retrieved, lastRoute: string | undefined): Asked {
  const words = found.words.length > 0 ? found.words : found.earlier
  const names = identifiersIn(question)
  return {
    words,
    whole: words.reduce((sum, { weight }) => sum + weight, 0) || 1,
    identifiers: names.flatMap((one) => queryWords(one).map(({ whole }) => whole)),
    names,
    question,
    forNumber: asksForNumber(question),
    forTime: asksForTime(question),
    isForMeaning: asksWhatItIs(question) && found.words.length < 3,
    isError: asksForError(question) || !isAsked(question),
    isForCommand: /(?:^|\s)--[a-z]|\b(?:keywright|cli|terminal|commands?|flags?|shell)\b/i.test(question),
    lastRoute,
  }
}

/** The share of the question, by weight, that a set of terms knows. */
export const recallOf = (own: ReadonlySet<string>, { words, whole }: Asked): number =>
  words.reduce((sum, { weight, terms }) => sum + weight * bestIn(own, terms), 0) / whole

/** How well the best of the terms in a set stands for a word: 0 to 1. */
export function bestIn(own: ReadonlySet<string>, terms: ReadonlyMap<string, number>): number {
  let best = 0
  for (const [term, quality] of terms) if (quality > best && own.has(term)) best = quality
  return best
}

/** The rarest words; several where they are about as rare. */
export function heaviest(words: readonly AskedWord[]): readonly AskedWord[] {
  const known = words.filter(({ isKnown }) => isKnown)
  const most = Math.max(0, ...known.map(({ weight }) => weight))
  return known.filter(({ weight }) => weight >= ABOUT_AS_RARE * most)
}
const ABOUT_AS_RARE = 0.85
