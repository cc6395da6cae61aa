/**
 * What tells a place that answers a question from one that shares words with it, as numbers. What each of them counts is
 * learned from the scored questions (`site/build/assistant/train.ts`), never set by hand.
 */
import { queryWords, type RankedSection, remembered, tokenize } from '@keywright/search'
import { type Asked, bestIn, heaviest, recallOf } from './asked.ts'
import { COMMAND_LINE, isErrorRow } from './catalogue.ts'
import { isFromElsewhere } from './elsewhere.ts'
import { definesIt, isMeasure, isRow, LANGUAGE, type ReadPassage, termsAround } from './passages.ts'
import { contentOf, isAsked } from './question.ts'

/** Sections that each page has beside what it says. */
const SIDE_SECTIONS =
  /^(?:run|errors|when-it-fails|prerequisites|what-you-see|session-clock|address-explorer|bundle-decoder|transaction-decoder|dev-inbox|signature-verifier|checklist|policy-playground|stamp-inspector|limits-meter|error-explorer)$/
/** Pages of one language or one recipe say again, for their readers, what others are about. */
const ELSEWHERE = /^\/sdks\/|\/code-examples\/|^\/concepts\/policies\/examples$/
/** Roots of the values that policies know. */
const POLICY_ROOTS = /^(?:activity|approvers|credentials|eth|solana|user|wallet|private_key|bitcoin)\./

export type Features = Readonly<Record<string, number>>

/** What the best of a list have: others are compared with it. */
export interface Best {
  readonly score: number
  readonly pageScore: number
  readonly asked: number
}

/** Of a section before its text is fetched: how well its names and its words fit. */
export function headFeatures(section: RankedSection, best: Best, asked: Asked): Features {
  const { route, title, kind, anchor, heading } = section
  const { identifiers, whole } = asked
  const isTop = anchor === ''
  const titled = namesake(title, asked)
  const headed = isTop ? 0 : namesake(heading, asked)
  const isReference = kind === 'reference'
  const isElsewhere = ELSEWHERE.test(route)
  return numbers({
    score: section.score / (MOST_OF_A_WORD * whole),
    scoreOfBest: section.score / best.score,
    coverage: section.coverage,
    pageOfBest: section.pageScore / best.pageScore,
    titled,
    headed,
    isTop,
    headingRecall: isTop ? 0 : recallOf(termsOf(heading), asked),
    routeRecall: recallOf(termsOf(route), asked),
    isReference,
    isReferenceNamed: isReference && identifiers.some((one) => tokenize(heading)[0] === one),
    isReferenceForName: isReference && identifiers.length > 0,
    isCategory: kind === 'category',
    isFaq: route === '/faq',
    faqHeaded: route === '/faq' ? headed : 0,
    isSide: SIDE_SECTIONS.test(anchor),
    isElsewhere,
    isElsewhereUntitled: isElsewhere && titled === 0,
    isError: isErrorRow(section),
    isErrorUnasked: isErrorRow(section) && !asked.isError,
    isCommandUnasked: route === COMMAND_LINE && !asked.isForCommand,
    isPolicyValue: route === LANGUAGE && asked.names.some((name) => POLICY_ROOTS.test(name)),
    isMeaning: asked.isForMeaning && isTop ? titled : 0,
    asked: section.asked,
    askedOfBest: section.asked / best.asked,
    askedOfPage: section.pageAsked,
    askedKnown: askedKnownOf(section, termsAround(section), asked),
  })
}

/** Of a section with its text: how much of the question its sentences say. */
export function textFeatures(
  section: RankedSection,
  passages: readonly string[],
  read: readonly ReadPassage[],
  best: ReadPassage,
  asked: Asked,
): Features {
  const inside = read.map((one) => one.inside).sort((a, b) => b - a)
  const sentence = passages[best.at] ?? ''
  const isMeasured = isMeasure(sentence, asked)
  const said = isAsked(asked.question) ? [] : plainWords(asked.question)
  return numbers({
    together: best.together,
    known: knownOf(read, best),
    inside: inside[0] ?? 0,
    insideSecond: inside[1] ?? 0,
    textRecall: recallOf(new Set(passages.flatMap((one) => tokenize(one))), asked),
    isSingleRow: section.kind !== 'reference' && passages.length === 1 && isRow(sentence),
    numberFound: isMeasured && !asked.forTime ? (inside[0] ?? 0) : 0,
    timeFound: isMeasured && asked.forTime ? (inside[0] ?? 0) : 0,
    isDefined: definesIt(sentence, section, asked),
    depth: Math.min(best.at, DEEP) / DEEP,
    verbatim: Math.max(0, ...passages.map((one) => longestRun(one, said))),
  })
}
const DEEP = 10

/** Of what was typed, the longest part that stands in a passage word by word: 0 for less than four words. */
function longestRun(passage: string, said: readonly string[]): number {
  if (said.length < LEAST_RUN) return 0
  const text = ` ${plainWords(passage).join(' ')} `
  let longest = 0
  for (let from = 0; from < said.length; from++)
    while (text.includes(` ${said.slice(from, from + longest + 1).join(' ')} `)) {
      if (from + longest >= said.length) break
      longest++
    }
  return longest < LEAST_RUN ? 0 : longest / said.length
}
const LEAST_RUN = 4
const plainWords = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** BM25 gives a word at most this much of its weight: its saturation and one. */
const MOST_OF_A_WORD = 2.2

/** The share of the question that the quoted passage, or the lead of the section, knows with heading and title. */
export const knownOf = (read: readonly ReadPassage[], best: ReadPassage): number =>
  Math.max(best.together, ...read.slice(0, 3).map(({ together }) => together))

/** Whether the best place is about the question at all: what the gate looks at. */
export function gateFeatures(
  section: RankedSection,
  features: Features,
  passages: readonly string[],
  passage: string,
  asked: Asked,
): Features {
  const { words, whole } = asked
  const around = termsAround(section)
  const isIn = (list: typeof words) => Math.max(0, ...list.map(({ terms }) => bestIn(around, terms)))
  const said = new Set([...around, ...passages.flatMap((one) => tokenize(one))])
  // The phrase must have the word itself: what only means about the same does not say that the page is about it.
  const strange = words.filter(
    ({ word }) => isFromElsewhere(word) && !said.has(word) && section.askedWords.get(word) !== 1,
  )
  const qualityOf = (terms: ReadonlyMap<string, number>) => Math.max(0, ...terms.values())
  return numbers({
    score: features.score!,
    scoreSum: features.score! * whole * MOST_OF_A_WORD,
    coverage: section.coverage,
    pageScore: section.pageScore / (MOST_OF_A_WORD * whole),
    pageCoverage: section.pageCoverage,
    known: features.known!,
    together: features.together!,
    insideSecond: features.insideSecond!,
    textRecall: features.textRecall!,
    headingRecall: features.headingRecall!,
    titled: features.titled!,
    isDefined: features.isDefined!,
    words: Math.log(1 + words.length),
    rarity: whole / Math.max(1, words.length),
    unknown: words.filter(({ isKnown }) => !isKnown).length,
    knownShare: words.reduce((sum, { isKnown, weight }) => sum + (isKnown ? weight : 0), 0) / whole,
    exactShare: words.reduce((sum, { terms, weight }) => sum + weight * qualityOf(terms), 0) / whole,
    worstWord: Math.min(1, ...words.map(({ terms }) => qualityOf(terms))),
    isNamed: isIn(words) > 0 || definesIt(passage, section, asked),
    isNamedWell: isIn(heaviest(words)) > 0,
    hasName: asked.identifiers.length > 0,
    askedKnown: features.askedKnown!,
    knownAny: Math.max(features.known!, features.askedKnown!),
    elsewhere: strange.reduce((sum, { weight }) => sum + weight, 0) / whole,
    elsewhereCount: strange.length,
  })
}

/** The share of the question that the nearest phrase knows, with heading and title. */
function askedKnownOf(
  { askedWords }: RankedSection,
  around: ReadonlySet<string>,
  { words, whole }: Asked,
): number {
  const known = words.map(
    ({ word, terms, weight }) => weight * Math.max(askedWords.get(word) ?? 0, bestIn(around, terms)),
  )
  return known.reduce((a, b) => a + b, 0) / whole
}

/** How far a name is what was asked about: it says little else, and leaves little out. */
function namesake(name: string, asked: Asked): number {
  const own = wordsOf(name)
  if (own.length === 0) return 0
  const recall = recallOf(new Set([...own, ...termsOf(name)]), asked)
  const matched = own.filter((term) => asked.words.some(({ terms }) => (terms.get(term) ?? 0) >= 0.6)).length
  return Math.sqrt(recall * (matched / own.length))
}

/** Titles, headings and addresses of all sections are compared with every question: what they say is worked out once. */
const termsOf = remembered((name): ReadonlySet<string> => new Set(tokenize(name)))
const wordsOf = remembered((name): readonly string[] => queryWords(contentOf(name)).map(({ whole }) => whole))

const numbers = (values: Readonly<Record<string, number | boolean>>): Features =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [name, Number(value)]))
