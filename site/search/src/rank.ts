/** The one ranking, of sections and of answers: how much of a query they have, by the rarity of its words. */
import { COMMON_WORDS, STOP_WORDS } from './english.ts'
import { type OpenIndex, spelled } from './indexFormat.ts'
import { letterSimilarity } from './letters.ts'
import { createVocabulary } from './terms.ts'
import { normalize, plain, queryWords, tokenize } from './tokenize.ts'

/** Fitted by `npm run relevance:fit` to `site/test/relevance/known.txt` and `fresh.txt`. A word of a text counts 1. */
export const WEIGHTS = {
  /** A word of a section's heading, or of its page's title or route, compared with one of the text. */
  heading: 4,
  /** What a question adds to the section that its answer leads to, if it matches. */
  question: 5,
  /** How much a link of an answer counts that isn't the one to read on. */
  elsewhere: 0.85,
  /** How much a word counts that only the text of an answer has, compared with one of its questions. */
  body: 0.6,
  /** How much the words of a question that the query lacks count against its answer. */
  excess: 0.45,
  /** How much a word of everyday English counts, compared with another one of its rarity. */
  common: 0.4,
  /** Share of an answer's score that the letters of its most similar question give. */
  letters: 0.43,
  /** Share of it that the rank of the sections gives that the answer links to. Words give the rest. */
  linked: 0.27,
  /** How high an answer must score to be shown: 0 to 1. */
  shown: 0.63,
}
export type Weights = Readonly<typeof WEIGHTS>

/** How fast further mentions count less (BM25's k1, Robertson and Zaragoza, 2009). */
const SATURATION = 1.2
/** Queries with this many words or more are sentences: the last word is complete. */
const SENTENCE = 4
/** Upper bound of a word's rarity: a word that hardly any section has isn't the whole query. */
const RAREST = 4
/** Answers whose letters are compared, best matches of words first. */
const COMPARED = 15

/** A section for a query. */
export interface RankedSection {
  readonly section: number
  readonly score: number
  /** Share of the query, by weight, that the section or its page's title has: 0 to 1. */
  readonly coverage: number
}

export interface RankedAnswer {
  readonly answer: number
  /** 0 to 1; higher if the query has the name or the message of an error. */
  readonly score: number
}

export interface Ranker {
  readonly index: OpenIndex
  /** Best first. */
  sections(query: string): readonly RankedSection[]
  /** Best first, the most similar ones. */
  answers(query: string): readonly RankedAnswer[]
  /** Terms to propose for a word that finds nothing. */
  suggest(word: string): readonly string[]
}

/** A word of the query: its weight, and the terms of the index that stand for it with how well: 0 to 1. */
interface Asked {
  readonly weight: number
  readonly terms: ReadonlyMap<string, number>
}

export function createRanker(index: OpenIndex, weights: Weights = WEIGHTS): Ranker {
  const heads = headsOf(index)
  const questions = questionsOf(index)
  const similarity = letterSimilarity(index.answers.map(({ asks }) => asks))
  const vocabulary = createVocabulary([...index.words.keys(), ...heads.keys(), ...questions.terms.keys()])
  const count = index.sections.length + index.answers.length
  /** Sections and answers with one of the terms. */
  const frequency = (terms: Iterable<string>): number => {
    const found = new Set<number>()
    for (const term of terms) {
      for (const at of index.words.get(term)?.sections ?? []) found.add(at)
      for (const at of heads.get(term) ?? []) found.add(at)
      for (const at of index.words.get(term)?.answers ?? []) found.add(-1 - at)
      for (const at of questions.terms.get(term) ?? []) found.add(-1 - questions.all[at]!.answer)
    }
    return found.size
  }
  /** How much a word counts that stands for these terms. */
  const weigh = (word: string, terms: Iterable<string>) => {
    const found = frequency(terms)
    const rarity = Math.min(RAREST, Math.log(1 + (count - found + 0.5) / (found + 0.5)))
    return (COMMON_WORDS.has(word) ? weights.common : 1) * rarity
  }
  const weightOfTerm = new Map<string, number>()
  const weightOf = (term: string): number => {
    const known = weightOfTerm.get(term) ?? weigh(term, [term])
    weightOfTerm.set(term, known)
    return known
  }
  function matchesOf(query: string) {
    const typed = queryWords(query)
    const words = vocabulary
      .termsFor(typed, typed.length < SENTENCE)
      .map((terms, at): Asked => ({ terms, weight: weigh(typed[at]!.whole, terms.keys()) }))
    const matches = matchQuestions(words, { index, questions, weightOf, weights })
    return { ...matches, ranked: rankSections(words, matches.sections, { index, heads, weights }) }
  }

  return {
    index,
    sections(typed) {
      const query = plain(typed)
      return namedFirst(query, matchesOf(query).ranked, index, questions)
    },
    answers(typed) {
      const query = plain(typed)
      // A query that is a page's title asks for the page, which an answer would take from the rows.
      if (questions.titles.has(plainWords(query).join(' '))) return []
      const { answers, ranked } = matchesOf(query)
      const scoreOf = comparedWithBest(ranked)
      const { letters, linked } = weights
      const similarityTo = similarity(query)
      const scored = [...answers]
        .sort((a, b) => b[1] - a[1])
        .slice(0, COMPARED)
        .map(([answer, match]): [number, number] => [
          answer,
          (1 - letters - linked) * match +
            letters * similarityTo(answer) +
            linked * Math.max(0, ...questions.sections[answer]!.map((at) => scoreOf.get(at) ?? 0)),
        ])
      const scores = new Map(scored)
      raiseQuoted(scores, query, questions)
      return [...scores]
        .map(([answer, score]) => ({ answer, score }))
        .sort((a, b) => b.score - a.score || b.answer - a.answer)
    },
    suggest: vocabulary.suggest,
  }
}

/** Scores by section, where the best one has 1. */
function comparedWithBest(ranked: readonly RankedSection[]): ReadonlyMap<number, number> {
  const best = ranked[0]?.score ?? 1
  return new Map(ranked.map(({ section, score }) => [section, score / best]))
}

/** By term, the sections with it in heading, title or route. */
function headsOf({ pages, sections }: OpenIndex): ReadonlyMap<string, readonly number[]> {
  const heads = new Map<string, number[]>()
  sections.forEach(([page, , heading], at) => {
    for (const term of new Set(tokenize(`${pages[page]!.title} ${heading} ${pages[page]!.route}`)))
      addTo(heads, term, at)
  })
  return heads
}

function addTo<Key>(lists: Map<Key, number[]>, key: Key, value: number): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

interface SectionContext {
  readonly index: OpenIndex
  readonly heads: ReadonlyMap<string, readonly number[]>
  readonly weights: Weights
}

function rankSections(
  words: readonly Asked[],
  matches: ReadonlyMap<number, number>,
  { index, heads, weights }: SectionContext,
): RankedSection[] {
  const total = totalOf(words)
  const scores = index.sections.map(() => ({ score: 0, covered: 0 }))
  for (const { weight, terms } of words) {
    const parts = new Map<number, { part: number; quality: number }>()
    for (const [term, quality] of terms) {
      const mentions = new Map<number, number>()
      for (const at of index.words.get(term)?.sections ?? []) mentions.set(at, 1)
      for (const at of heads.get(term) ?? []) mentions.set(at, (mentions.get(at) ?? 0) + weights.heading)
      for (const [at, many] of mentions) {
        const part = (weight * quality * many) / (many + SATURATION)
        if (part > (parts.get(at)?.part ?? 0)) parts.set(at, { part, quality })
      }
    }
    for (const [at, { part, quality }] of parts) {
      scores[at]!.score += part
      scores[at]!.covered += weight * quality
    }
  }
  for (const [at, match] of matches) {
    const own = scores[at]!
    own.covered = Math.max(own.covered, total * match)
    own.score += weights.question * total * match ** 2
  }
  return scores
    .map(({ score, covered }, section): RankedSection => {
      const coverage = covered / total
      return { section, coverage, score: score * coverage }
    })
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.section - b.section)
}

const totalOf = (words: readonly Asked[]): number => words.reduce((sum, { weight }) => sum + weight, 0) || 1

/** A way of asking, and the answer to it. */
interface Question {
  readonly terms: readonly string[]
  readonly answer: number
}

interface Questions {
  readonly all: readonly Question[]
  /** By term, the questions with it. */
  readonly terms: ReadonlyMap<string, readonly number[]>
  /** By answer, the sections that it links to; the last one is where one reads on. */
  readonly sections: readonly (readonly number[])[]
  /** By words of a page's title, the section at its beginning. */
  readonly titles: ReadonlyMap<string, number>
  /** By words of a way of asking, the answers. */
  readonly asks: ReadonlyMap<string, readonly number[]>
  /** By name that is a question of its own, such as an error code, the answer. */
  readonly names: ReadonlyMap<string, number>
  /** By answer that is the card of an error, the words of its message. */
  readonly messages: ReadonlyMap<number, readonly string[]>
}

const NAME = /^[A-Z]+(?:_[A-Z\d]+)+$/
/** Whether a text is the code of the error that a link leads to. */
const isCode = (text: string | undefined, link: string | undefined): boolean =>
  text !== undefined && /^[A-Z][A-Z\d_]+$/.test(text) && link?.endsWith(`#${text}`) === true

function questionsOf({ pages, sections, answers }: OpenIndex): Questions {
  const terms = new Map<string, number[]>()
  const termsOf = (text: string) => [...new Set(queryWords(text).map(({ whole }) => whole))]
  const places = new Map(
    sections.map(([page, anchor], at) => [
      anchor ? `${pages[page]!.route}#${anchor}` : pages[page]!.route,
      at,
    ]),
  )
  const all = answers.flatMap(({ asks }, answer) =>
    asks.map((ask): Question => ({ terms: termsOf(ask), answer })),
  )
  all.forEach((question, at) => {
    for (const term of question.terms) addTo(terms, term, at)
  })
  const wordings = new Map<string, number[]>()
  answers.forEach(({ asks }, at) => {
    for (const ask of asks) addTo(wordings, plainWords(ask).join(' '), at)
  })
  return {
    all,
    terms,
    asks: wordings,
    sections: answers.map(({ links }) =>
      links.flatMap((link) => places.get(link) ?? places.get(link.split('#')[0]!) ?? []),
    ),
    titles: new Map(
      sections.flatMap(([page, anchor], at) =>
        anchor === '' ? [[plainWords(pages[page]!.title).join(' '), at] as const] : [],
      ),
    ),
    names: new Map(
      answers.flatMap(({ asks, links }, at) =>
        asks.flatMap((ask) => (NAME.test(ask) || isCode(ask, links.at(-1)) ? [[ask, at] as const] : [])),
      ),
    ),
    messages: new Map(
      answers.flatMap(({ asks: [message = '', code], links }, at) =>
        isCode(code, links.at(-1)) ? [[at, plainWords(message.replaceAll(/\{\w+\}/g, ' '))] as const] : [],
      ),
    ),
  }
}

const plainWords = (text: string): string[] =>
  [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(([word]) => normalize(word))

/** How many words of a message a text has in their order. */
const sharedInOrder = (message: readonly string[], text: readonly string[]): number => {
  let [found, from] = [0, 0]
  for (const word of message) {
    const at = text.indexOf(word, from)
    if (at < 0) continue
    found++
    from = at + 1
  }
  return found
}

/** A query quotes a message if it has all of its words in order, at least this many, with `the` and `in`. */
const LEAST_OF_MESSAGE = 3
/** A query with a smaller share of them isn't about the error. */
const LEAST_SHARE = 0.7
/** Above every score: the query has the name of an error, or is a way of asking as it is written. */
const NAMED = 2
const VERBATIM = 3

/** Puts the cards of a named error and of a quoted message first, and lowers those that share only some words. */
function raiseQuoted(scores: Map<number, number>, query: string, { asks, messages, names }: Questions): void {
  const typed = plainWords(query)
  for (const [answer, score] of scores) {
    const message = messages.get(answer)
    if (message === undefined) continue
    const had = sharedInOrder(message, typed)
    if (had === message.length && had >= LEAST_OF_MESSAGE) scores.set(answer, 1 + had / typed.length)
    else if (had < LEAST_SHARE * message.length) scores.set(answer, (score * had) / message.length)
  }
  for (const name of identifiersIn(query)) {
    const answer = names.get(name)
    if (answer !== undefined) scores.set(answer, NAMED)
  }
  for (const answer of asks.get(typed.join(' ')) ?? []) scores.set(answer, VERBATIM)
}

interface QuestionContext {
  readonly index: OpenIndex
  readonly questions: Questions
  readonly weightOf: (term: string) => number
  readonly weights: Weights
}

/** How well the words of questions match: the best match of each answer, and of each section that it links to. */
function matchQuestions(
  words: readonly Asked[],
  { index, questions, weightOf, weights }: QuestionContext,
): { readonly answers: Map<number, number>; readonly sections: ReadonlyMap<number, number> } {
  const total = totalOf(words)
  /** By question, which of its terms the query has. By answer, how well its questions, or its text, have each word. */
  const terms = new Map<number, Set<string>>()
  const had = new Map<number, number[]>()
  const raise = (answer: number, word: number, quality: number) => {
    const own = had.get(answer) ?? []
    had.set(answer, own)
    own[word] = Math.max(quality, own[word] ?? 0)
  }
  words.forEach((word, at) => {
    for (const [term, quality] of word.terms) {
      for (const question of questions.terms.get(term) ?? []) {
        const own = terms.get(question) ?? new Set()
        terms.set(question, own.add(term))
        raise(questions.all[question]!.answer, at, quality)
      }
      for (const answer of index.words.get(term)?.answers ?? []) raise(answer, at, weights.body * quality)
    }
  })
  const answers = new Map<number, number>()
  const sections = new Map<number, number>()
  const best = (of: Map<number, number>, id: number, match: number) =>
    match > (of.get(id) ?? 0) && of.set(id, match)
  for (const [question, own] of terms) {
    const { terms: all, answer } = questions.all[question]!
    const covered = words.reduce((sum, { weight }, at) => sum + weight * (had.get(answer)![at] ?? 0), 0)
    const whole = all.reduce((sum, term) => sum + weightOf(term), 0) || 1
    const lacking = all.reduce((sum, term) => sum + (own.has(term) ? 0 : weightOf(term)), 0)
    best(answers, answer, (covered / total) * (1 - weights.excess * (lacking / whole)))
  }
  for (const [answer, match] of answers) {
    const links = questions.sections[answer]!
    links.forEach((section, at) => {
      best(sections, section, at === links.length - 1 ? match : weights.elsewhere * match)
    })
  }
  return { answers, sections }
}

/** A section that defines a typed name comes first, then the page with the query as its title. */
function namedFirst(
  query: string,
  sections: readonly RankedSection[],
  { names }: OpenIndex,
  { titles }: Questions,
): RankedSection[] {
  const typed = query.trim().replace(PATH, '')
  // A word without a meaning of its own, such as `to`, may be a flag.
  const flags = STOP_WORDS.has(typed) ? [`--${typed}`] : []
  const wanted = [typed, ...flags, ...identifiersIn(query)].map(spelled)
  const defined = wanted.flatMap((name) => (Object.hasOwn(names, name) ? [names[name]!] : []))
  const named = new Set([...defined, ...[titles.get(plainWords(query).join(' ')) ?? []].flat()])
  const first = [...named].map((section) => ({ section, coverage: 1, score: Number.POSITIVE_INFINITY }))
  return [...first, ...sections.filter(({ section }) => !named.has(section))]
}

/** A path ends with the name of its call. */
const PATH = /^(?:POST )?\/public\/v1\/\w+\/|^npx (?=keywright )/

/** Identifiers in code spelling: `create_wallet`, `walletName`, `API_KEY_EXPIRED`. */
export const identifiersIn = (text: string): string[] =>
  [...text.matchAll(/\b[A-Za-z]\w*(?:[._]\w+)+\b|\b[a-z]+[A-Z]\w*\b|\b[A-Z]{5,}\b/g)].map(([match]) => match)
