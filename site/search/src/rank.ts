/** The one ranking, of sections and of answers: how much of a query they have, by the rarity of its words. */
import { COMMON_WORDS, STOP_WORDS } from './english.ts'
import { type OpenIndex, spelled } from './indexFormat.ts'
import { createVocabulary } from './terms.ts'
import { normalize, plain, queryWords, tokenize, type Words } from './tokenize.ts'

/** Fitted by `npm run relevance -- fit` to `site/test/relevance/known.txt`. A word of a text counts 1. */
export const WEIGHTS = {
  /** A word of the page's title, compared with one of the text. */
  title: 4,
  /** A word of the section's heading. */
  heading: 4,
  /** A word of the page's path. */
  route: 1.5,
  /** What a matching heading, or a matching question that leads there, adds to a section. */
  question: 5,
  /** How much a word counts that only the text of an answer has, compared with one of its question or of another way of asking. */
  body: 0.6,
  /** How much the words of a question that the query lacks count against its answer. */
  excess: 0.45,
  /** How much a word of everyday English counts, compared with another one of its rarity. */
  common: 0.4,
  /** How much the match of an answer counts that doesn't lead to the first page. */
  elsewhere: 0.85,
  /** How well a question must match for its answer to be shown: 0 to 1. */
  shown: 0.62,
}
export type Weights = Readonly<typeof WEIGHTS>

/** How fast further mentions count less (BM25's k1, Robertson and Zaragoza, 2009). */
const SATURATION = 1.2
/** Queries with this many words or more are sentences: the last word is complete. */
const SENTENCE = 4
/** A word that hardly any section has isn't the whole query. */
const RAREST = 4

/** A section for a query. */
export interface RankedSection {
  readonly section: number
  readonly score: number
  /** Share of the query, by weight, that the section or its page's title has: 0 to 1. */
  readonly coverage: number
}

export interface RankedAnswer {
  readonly answer: number
  /** How well its question matches: 0 to 1. */
  readonly match: number
}

export interface Ranking {
  /** Best first. */
  readonly sections: readonly RankedSection[]
  /** Best first, those that match at all. */
  readonly answers: readonly RankedAnswer[]
}

export interface Ranker {
  readonly index: OpenIndex
  rank(query: string): Ranking
  /** Terms to propose for a word that finds nothing. */
  suggest(word: string): readonly string[]
}

/** A word of the query: its rarity, and the terms of the index that stand for it with how well: 0 to 1. */
interface Asked {
  readonly weight: number
  readonly terms: ReadonlyMap<string, number>
}

export function createRanker(index: OpenIndex, weights: Weights = WEIGHTS): Ranker {
  const fields = fieldsOf(index)
  const questions = questionsOf(index)
  const vocabulary = createVocabulary([...index.words.keys(), ...fields.keys(), ...questions.terms.keys()])
  const count = index.sections.length + index.answers.length
  /** A query that is a page's title asks for the page, which an answer would take from the rows. */
  const titles = new Set(index.pages.map(({ title }) => plain(title).toLowerCase()))
  /** Sections and answers with one of the terms. */
  const frequency = (terms: Iterable<string>): number => {
    const sections = new Set<number>()
    const answers = new Set<number>()
    for (const term of terms) {
      for (const at of index.words.get(term)?.sections ?? []) sections.add(at)
      for (const at of fields.get(term)?.keys() ?? []) sections.add(at)
      for (const at of index.words.get(term)?.answers ?? []) answers.add(at)
      for (const at of questions.terms.get(term) ?? []) answers.add(questions.all[at]!.answer ?? -1)
    }
    return sections.size + answers.size
  }
  const rarity = (terms: Iterable<string>) => {
    const found = frequency(terms)
    return Math.min(RAREST, Math.log(1 + (count - found + 0.5) / (found + 0.5)))
  }
  /** How much a word counts that stands for these terms. */
  const weigh = (word: string, terms: Iterable<string>) =>
    (COMMON_WORDS.has(word) ? weights.common : 1) * rarity(terms)
  const weightOfTerm = new Map<string, number>()
  const weightOf = (term: string): number => {
    const known = weightOfTerm.get(term) ?? weigh(term, [term])
    weightOfTerm.set(term, known)
    return known
  }

  function asked(words: Words): Asked[] {
    return vocabulary
      .termsFor(words, words.length < SENTENCE)
      .map((terms, at) => ({ terms, weight: weigh(words[at]!.whole, terms.keys()) }))
  }

  return {
    index,
    rank(typed) {
      const query = plain(typed)
      const isTitle = titles.has(query.trim().toLowerCase())
      const words = asked(queryWords(query))
      const matches = matchQuestions(words, { index, questions, weightOf, weights })
      const sections = rankSections(words, matches.sections, { index, fields, weights })
      const sorted = namedFirst(query, sections, index)
      weighElsewhere(matches.answers, sorted[0], index, weights)
      weighMessages(matches.answers, query, questions)
      const named = identifiersIn(query).flatMap((name) => questions.names.get(name) ?? [])
      const verbatim = questions.asks.get(plainWords(query).join(' ')) ?? []
      for (const answer of named) matches.answers.set(answer, NAMED)
      for (const answer of verbatim) matches.answers.set(answer, VERBATIM)
      const answers = [...matches.answers]
        .map(([answer, match]) => ({ answer, match }))
        .sort((a, b) => b.match - a.match || b.answer - a.answer)
      return { sections: sorted, answers: isTitle ? [] : answers }
    },
    suggest: vocabulary.suggest,
  }
}

type Fields = ReadonlyMap<string, ReadonlyMap<number, { title: number; heading: number; route: number }>>

/** By term, the sections with it in title, heading or route. */
function fieldsOf({ pages, sections }: OpenIndex): Fields {
  const fields = new Map<string, Map<number, { title: number; heading: number; route: number }>>()
  sections.forEach(([page, , heading], at) => {
    const { title, route } = pages[page]!
    for (const [field, text] of Object.entries({ title, heading, route }))
      for (const term of new Set(tokenize(text))) {
        const own = fields.get(term) ?? new Map()
        fields.set(term, own)
        own.set(at, { title: 0, heading: 0, route: 0, ...own.get(at), [field]: 1 })
      }
  })
  return fields
}

function rankSections(
  words: readonly Asked[],
  matches: ReadonlyMap<number, number>,
  { index, fields, weights }: { index: OpenIndex; fields: Fields; weights: Weights },
): RankedSection[] {
  const total = words.reduce((sum, { weight }) => sum + weight, 0) || 1
  const scores = index.sections.map(() => ({ score: 0, covered: 0 }))
  for (const { weight, terms } of words) {
    const parts = new Map<number, { part: number; quality: number }>()
    for (const [term, quality] of terms) {
      const heads = fields.get(term)
      const add = (at: number, isInText: boolean) => {
        const own = heads?.get(at)
        const mentions =
          Number(isInText) +
          (own === undefined
            ? 0
            : weights.title * own.title + weights.heading * own.heading + weights.route * own.route)
        const part = (weight * quality * mentions) / (mentions + SATURATION)
        if (part > (parts.get(at)?.part ?? 0)) parts.set(at, { part, quality })
      }
      for (const at of heads?.keys() ?? []) add(at, false)
      for (const at of index.words.get(term)?.sections ?? []) add(at, true)
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
/** A heading or an asked question, and what it leads to. */
interface Question {
  readonly terms: readonly string[]
  /** The answer to it; a heading has none. */
  readonly answer: number | undefined
  /** The section below the heading, or where one reads on. */
  readonly sections: readonly number[]
}

interface Questions {
  readonly all: readonly Question[]
  /** By term, the questions with it. */
  readonly terms: ReadonlyMap<string, readonly number[]>
  /** By words of a way of asking, the answers. */
  readonly asks: ReadonlyMap<string, readonly number[]>
  /** By name that is a question of its own, such as an error code, the answer. */
  readonly names: ReadonlyMap<string, number>
  /** By answer that is the card of an error, the words of its message. */
  readonly messages: ReadonlyMap<number, readonly string[]>
}

function questionsOf({ pages, sections, answers }: OpenIndex): Questions {
  const terms = new Map<string, number[]>()
  const termsOf = (text: string) => [...new Set(queryWords(text).map(({ whole }) => whole))]
  const places = new Map(
    sections.map(([page, anchor], at) => [
      anchor ? `${pages[page]!.route}#${anchor}` : pages[page]!.route,
      at,
    ]),
  )
  const all: Question[] = [
    ...sections.flatMap(([page, anchor], at): Question[] =>
      anchor === '' ? [{ terms: termsOf(pages[page]!.title), answer: undefined, sections: [at] }] : [],
    ),
    ...answers.flatMap(({ asks, links }, answer) => {
      const sections = links.flatMap((link) => places.get(link) ?? places.get(link.split('#')[0]!) ?? [])
      return asks.map((ask): Question => ({ terms: termsOf(ask), answer, sections }))
    }),
  ]
  all.forEach((question, at) => {
    for (const term of question.terms) addTo(terms, term, at)
  })
  const asks = new Map<string, number[]>()
  answers.forEach((answer, at) => {
    for (const ask of answer.asks) addTo(asks, plainWords(ask).join(' '), at)
  })
  const names = new Map(
    answers.flatMap(({ asks }, at) => asks.flatMap((ask) => (NAME.test(ask) ? [[ask, at] as const] : []))),
  )
  const messages = new Map(
    answers.flatMap(({ asks: [message = '', code = ''] }, at) =>
      NAME.test(code) ? [[at, plainWords(message.replaceAll(/\{\w+\}/g, ' '))] as const] : [],
    ),
  )
  return { all, terms, asks, names, messages }
}
const NAME = /^[A-Z]+(?:_[A-Z\d]+)+$/

function addTo(lists: Map<string, number[]>, key: string, value: number): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** A query quotes a message if it has all of its words in order, at least this many, with `the` and `in`. */
const LEAST_OF_MESSAGE = 3
/** A query with a smaller share of them isn't about the error. */
const LEAST_SHARE = 0.7
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

/** Lowers the match of answers that don't lead to the first page. */
function weighElsewhere(
  matches: Map<number, number>,
  first: RankedSection | undefined,
  index: OpenIndex,
  weights: Weights,
): void {
  const route = first && routeOf(index, first.section)
  for (const [answer, match] of matches) {
    const leads = index.answers[answer]!.links.some((link) => link.split('#')[0] === route)
    if (!leads) matches.set(answer, match * weights.elsewhere)
  }
}

/** Puts the card of a quoted message first, and lowers the cards of messages that share only some words. */
function weighMessages(matches: Map<number, number>, query: string, { messages }: Questions): void {
  const typed = plainWords(query)
  for (const [answer, message] of messages) {
    const match = matches.get(answer)
    if (match === undefined) continue
    const had = sharedInOrder(message, typed)
    if (had === message.length && had >= LEAST_OF_MESSAGE) matches.set(answer, 1 + had / typed.length)
    else if (had < LEAST_SHARE * message.length) matches.set(answer, (match * had) / message.length)
  }
}

const routeOf = ({ pages, sections }: OpenIndex, section: number) => pages[sections[section]![0]]!.route

/** Above every match: the query has the name of an error, or is a way of asking as it is written. */
const NAMED = 2
const VERBATIM = 3

interface QuestionContext {
  readonly index: OpenIndex
  readonly questions: Questions
  readonly weightOf: (term: string) => number
  readonly weights: Weights
}

/** How well questions match: the best match of each answer, and of each section that questions lead to. */
function matchQuestions(
  words: readonly Asked[],
  { index, questions, weightOf, weights }: QuestionContext,
): { readonly answers: Map<number, number>; readonly sections: ReadonlyMap<number, number> } {
  const total = words.reduce((sum, { weight }) => sum + weight, 0) || 1
  /** Question → per word how well it has it, and which of its terms the query has. */
  const matched = new Map<number, { readonly words: number[]; readonly terms: Set<string> }>()
  const texts = { answers: new Map<number, number[]>(), sections: new Map<number, number[]>() }
  words.forEach(({ terms }, at) => {
    for (const [term, quality] of terms) {
      for (const question of questions.terms.get(term) ?? []) {
        const own = matched.get(question) ?? { words: [], terms: new Set() }
        matched.set(question, own)
        own.words[at] = Math.max(quality, own.words[at] ?? 0)
        own.terms.add(term)
      }
      for (const kind of ['answers', 'sections'] as const)
        for (const id of index.words.get(term)?.[kind] ?? []) {
          const own = texts[kind].get(id) ?? []
          texts[kind].set(id, own)
          own[at] = Math.max(quality, own[at] ?? 0)
        }
    }
  })
  /** Per answer and word, how well any way of asking for the answer has the word. */
  const asked = new Map<number, number[]>()
  for (const [at, own] of matched) {
    const { answer } = questions.all[at]!
    if (answer === undefined) continue
    const known = asked.get(answer) ?? []
    asked.set(answer, known)
    own.words.forEach((quality, word) => {
      known[word] = Math.max(quality, known[word] ?? 0)
    })
  }
  const best = { answers: new Map<number, number>(), sections: new Map<number, number>() }
  const raise = (of: Map<number, number>, id: number, match: number) =>
    match > (of.get(id) ?? 0) && of.set(id, match)
  for (const [at, own] of matched) {
    const { answer, terms, sections } = questions.all[at]!
    const text = (answer === undefined ? texts.sections.get(sections[0]!) : texts.answers.get(answer)) ?? []
    const askedElsewhere = (answer === undefined ? undefined : asked.get(answer)) ?? []
    const covered = words.reduce(
      (sum, { weight }, word) =>
        sum +
        weight * Math.max(own.words[word] ?? 0, askedElsewhere[word] ?? 0, weights.body * (text[word] ?? 0)),
      0,
    )
    const all = terms.reduce((sum, term) => sum + weightOf(term), 0) || 1
    const lacking = terms.reduce((sum, term) => sum + (own.terms.has(term) ? 0 : weightOf(term)), 0)
    const match = (covered / total) * (1 - weights.excess * (lacking / all))
    if (answer !== undefined) raise(best.answers, answer, match)
    for (const section of sections) raise(best.sections, section, match)
  }
  return best
}

/** A section that defines a typed name, or has it as its title, comes first. */
function namedFirst(query: string, sections: readonly RankedSection[], index: OpenIndex): RankedSection[] {
  const typed = query.trim().replace(PATH, '')
  // A word without a meaning of its own, such as `to`, may be a flag.
  const flags = STOP_WORDS.has(typed) ? [`--${typed}`] : []
  const wanted = [typed, ...flags, ...identifiersIn(query)].map(spelled)
  const defined = new Set(
    wanted.flatMap((name) => (Object.hasOwn(index.names, name) ? [index.names[name]!] : [])),
  )
  if (defined.size === 0) return [...sections]
  const first = [...defined].map((section) => ({ section, coverage: 1, score: Number.POSITIVE_INFINITY }))
  return [...first, ...sections.filter(({ section }) => !defined.has(section))]
}

/** A path ends with the name of its call. */
const PATH = /^(?:POST )?\/public\/v1\/\w+\/|^npx (?=keywright )/

/** Identifiers in code spelling: `create_wallet`, `walletName`, `API_KEY_EXPIRED`. */
export const identifiersIn = (text: string): string[] =>
  [...text.matchAll(/\b[A-Za-z]\w*(?:[._]\w+)+\b|\b[a-z]+[A-Z]\w*\b|\b[A-Z]{5,}\b/g)].map(([match]) => match)
