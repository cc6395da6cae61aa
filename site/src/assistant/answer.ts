/** From what was retrieved to an answer: which passages to quote, and whether there is an answer at all. */
import { queryWords, type RankedSection, type Retrieved, type Retriever } from '@keywright/search'
import { type Asked, askedOf } from './asked.ts'
import { cataloguedOf, isCommandRow, isErrorRow } from './catalogue.ts'
import { type Best, type Features, gateFeatures, headFeatures, textFeatures } from './features.ts'
import { aboutOf, chosenPassages, readPassages } from './passages.ts'
import { contentOf, isAsked, isFollowUp } from './question.ts'
import { DOUBT, GATE, HEADS, PLACES } from './weights.ts'

export interface Quote {
  readonly section: RankedSection
  readonly passages: readonly string[]
}

export interface Answer {
  /** Best first; empty where the pages have no answer, or may have none. */
  readonly quotes: readonly Quote[]
  /** Where it is not sure that the pages answer: what comes nearest, best first. */
  readonly nearest: readonly Quote[]
  /** Other places that know the words. */
  readonly more: readonly RankedSection[]
  /** Words of the question that the pages do not have. */
  readonly missing: readonly string[]
  /** For an identifier that there is not: those that there are. */
  readonly meant: readonly string[]
}

/** A place that may be the answer. */
export interface Candidate extends Quote {
  /** What the ranking looks at: before the text is fetched, … */
  readonly heads: Features
  /** … and with it; and what it makes of that. */
  readonly features: Features
  readonly score: number
  /** Whether it is the row of the error that was pasted. */
  readonly isCatalogued: boolean
  /** What the gate looks at. */
  readonly gate: Features
}

/** Texts are fetched of so many places. */
export const CONSIDERED = 9
const MOST_QUOTES = 3
/** A further quotation is hardly less likely the answer than the first; of the same page it may be less. */
const SECOND = 1.5
const SECOND_OF_PAGE = 4
const MOST_MORE = 3
/** For so many names that there are not, those that there are are looked for: a pasted program is full of them. */
const MOST_STRANGE = 2
/** What a page is worth that answered the question before. */
const LAST_ROUTE = 2
/** A file of a program that is named is an answer where the pages name it. */
const FILE_NAME = /\w\.(?:js|ts|md|json|ya?ml|toml)\b/

/** @param earlier the questions before, which a follow-up leans on; and the page that answered last */
export async function answer(
  retriever: Retriever,
  question: string,
  earlier: { readonly questions: readonly string[]; readonly route?: string | undefined } = { questions: [] },
): Promise<Answer> {
  const leansOn = isFollowUp(question) ? earlier : { questions: [] }
  const before = leansOn.questions.map(contentOf).join(' ')
  const found = await retriever.retrieve(contentOf(question), before, question)
  const missing = missingOf(found)
  const nothing = { quotes: [], nearest: [], more: found.sections.slice(0, MOST_MORE), missing, meant: [] }
  if (found.words.length === 0 && leansOn.questions.length === 0) return { ...nothing, more: [] }

  const asked = askedOf(question, found, leansOn.route)
  const catalogued = asked.isError ? await cataloguedOf(retriever, found, question) : undefined
  const strange = catalogued ? [] : strangeIn(asked, found)
  if (strange.length > 0) {
    const meant = (await Promise.all(strange.slice(0, MOST_STRANGE).map((one) => retriever.like(one)))).flat()
    return { ...nothing, missing: strange, meant }
  }

  const ranked = await rank(retriever, found, asked, catalogued)
  const [best] = ranked
  if (!best) return nothing
  const isSure = isAnswer(best, asked, leansOn.questions.length > 0)
  if (!isSure && !mayAnswer(best)) return nothing
  const chosen = isSure ? quotedOf(ranked) : ranked.slice(0, MOST_QUOTES)
  const quotes = chosen.map(({ section, passages }) => ({ section, passages }))
  const isChosen = ({ route, anchor }: RankedSection) =>
    chosen.some(({ section }) => section.route === route && section.anchor === anchor)
  return {
    quotes: isSure ? quotes : [],
    nearest: isSure ? [] : quotes,
    more: ranked
      .map(({ section }) => section)
      .filter((section) => !isChosen(section))
      .slice(0, MOST_MORE),
    missing,
    meant: [],
  }
}

/** Whether the best place is about the question, and does not only share words with it. */
function isAnswer({ isCatalogued, gate }: Candidate, asked: Asked, isFollowing: boolean): boolean {
  if (isCatalogued) return true
  if (isFollowing && asked.words.every(({ isKnown }) => isKnown)) return true
  if (FILE_NAME.test(asked.question) && gate.coverage === 1) return true
  return weigh(gate, GATE) > 0
}

/** Whether a reader who is not on the wrong site altogether would want to see what comes nearest. */
const mayAnswer = ({ gate }: Pick<Candidate, 'gate'>): boolean => weigh(doubtFeatures(gate), DOUBT) > 0

/** What is looked at there: few things, for there are few questions to learn it from. */
export const doubtFeatures = (gate: Features, weights: Features = GATE): Features => ({
  sure: weigh(gate, weights),
  pageCoverage: gate.pageCoverage!,
  knownShare: gate.knownShare!,
})

/** The places that are quoted, of those that were ranked: the best one, and what is hardly less likely. */
export function quotedOf<Place extends Ranked>(ranked: readonly Place[]): readonly Place[] {
  const [best, ...others] = ranked
  return best === undefined
    ? []
    : [best, ...others.filter((other) => isSecond(other, best))].slice(0, MOST_QUOTES)
}

const isSecond = (other: Ranked, best: Ranked): boolean =>
  !best.isCatalogued &&
  other.score >= best.score - (other.section.route === best.section.route ? SECOND_OF_PAGE : SECOND)

/** Names that the question has and the pages have not. */
export const strangeIn = (asked: Asked, found: Retrieved): readonly string[] =>
  asked.names.filter((one) => !isKnown(one, found, isAsked(asked.question)))

/** The places that may answer, best first. The texts of the most promising ones are read, and no others are fetched. */
export async function rank(
  retriever: Retriever,
  found: Retrieved,
  asked: Asked,
  catalogued: RankedSection | undefined,
  considered = CONSIDERED,
): Promise<Candidate[]> {
  const best: Best = {
    score: Math.max(1e-6, ...found.sections.map(({ score }) => score)),
    pageScore: Math.max(1e-6, ...found.sections.map(({ pageScore }) => pageScore)),
    asked: Math.max(1e-6, ...found.sections.map(({ asked }) => asked)),
  }
  const bonusOf = ({ route }: RankedSection) => (route === asked.lastRoute ? LAST_ROUTE : 0)
  const promising = found.sections
    .filter((section) => section !== catalogued && isQuotable(section, asked))
    .map((section) => {
      const heads = headFeatures(section, best, asked)
      return { section, heads, score: weigh(heads, HEADS) + bonusOf(section) }
    })
    .sort((a, b) => b.score - a.score)
    .slice(0, considered)
  if (catalogued)
    promising.unshift({ section: catalogued, heads: headFeatures(catalogued, best, asked), score: 0 })
  const candidates = await Promise.all(
    promising.map(async ({ section, heads }): Promise<Candidate | undefined> => {
      const passages = await retriever.passages(section)
      const isAbout = aboutOf(section, asked)
      const read = readPassages(passages, section, isAbout, asked)
      const [first] = read
      if (first === undefined) return undefined
      const quoted = read.reduce((a, b) => (b.worth > a.worth ? b : a), first)
      const features = { ...heads, ...textFeatures(section, passages, read, quoted, asked) }
      const isCatalogued = section === catalogued
      return {
        section,
        passages: chosenPassages(passages, read, quoted.at, isAbout),
        heads,
        features,
        isCatalogued,
        gate: gateFeatures(section, features, passages, passages[quoted.at]!, asked),
        score: weigh(features, PLACES) + bonusOf(section) + (isCatalogued ? Number.MAX_SAFE_INTEGER : 0),
      }
    }),
  )
  return bestFirst(candidates.filter((one) => one !== undefined))
}

type Ranked = Pick<Candidate, 'section' | 'score' | 'isCatalogued'>

/** In the order of their scores, and each with how certain the gate can be of it. */
export function bestFirst<Place extends Ranked & Pick<Candidate, 'gate'>>(places: readonly Place[]): Place[] {
  const ranked = places.toSorted((a, b) => b.score - a.score)
  return ranked.map((one) => ({ ...one, gate: { ...one.gate, certainty: certaintyOf(one, ranked) } }))
}

/** How likely the page of a place is the answer, if one of the places is: as the ranking has learned it. */
function certaintyOf(one: Ranked, ranked: readonly Ranked[]): number {
  const share = (list: readonly Ranked[]) =>
    list.reduce((sum, { score }) => sum + Math.exp(score - one.score), 0)
  return share(ranked.filter(({ section }) => section.route === one.section.route)) / share(ranked)
}

/** Rows that define one name each explain nothing else: they answer who names an error, or asks for a command. */
const isQuotable = (section: RankedSection, asked: Asked): boolean =>
  !LISTS.test(section.route) &&
  (!isErrorRow(section) || asked.identifiers.length > 0) &&
  (!isCommandRow(section) || asked.isForCommand)

/** Places that hold many words and explain few: never quoted. */
const LISTS = /^\/(?:getting-started\/examples|sdks\/interoperability|markdown-page|changelog)$/

export const weigh = (features: Features, weights: Features): number =>
  Object.entries(weights).reduce((sum, [name, weight]) => sum + weight * (features[name] ?? 1), 0)

const missingOf = ({ words }: Retrieved) => words.filter(({ isKnown }) => !isKnown).map(({ word }) => word)

/** What was pasted has names of the reader's own; with so many other words that the pages have, it is about those. */
const ENOUGH_OTHERS = 2

/** Whether the pages have an identifier as it was written, not only something like it. */
function isKnown(identifier: string, { words }: Retrieved, isInQuestion: boolean): boolean {
  const termOf = (name: string) => queryWords(name)[0]?.whole ?? ''
  const knows = (name: string) => {
    const whole = termOf(name)
    return words.some(({ word, parts, terms }) => (word === whole && terms.has(whole)) || parts.has(whole))
  }
  // A path of the policy language is known by its steps.
  if (knows(identifier) || (identifier.includes('.') && identifier.split('.').every(knows))) return true
  const others = words.filter(({ word, isKnown }) => isKnown && word !== termOf(identifier))
  return !isInQuestion && others.length >= ENOUGH_OTHERS
}
