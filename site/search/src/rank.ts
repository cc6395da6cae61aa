/** The one ranking, of sections and of answers: how much of a query they have, by the rarity of its words. */
import { STOP_WORDS } from './english.ts'
import { hrefOf, type OpenIndex, spelled } from './indexFormat.ts'
import { letterSimilarity } from './letters.ts'
import { createVocabulary } from './terms.ts'
import { normalize, plain, queryWords, tokenize, withoutValues } from './tokenize.ts'

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
export const SHOWN = 0.45

/** Queries with more words are sentences: the last word is complete, and the length counts, up to the second number. */
const SHORT = 3
const LONGEST = 14
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
  /** How likely it is right: 0 to 1. */
  readonly certainty: number
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
  const weigh = createWeigher(index, heads, questions)
  const context: Context = { index, heads, questions, weigh, weights }
  function match(query: string): Matches {
    const typed = queryWords(query)
    const words = vocabulary
      .termsFor(typed, typed.length <= SHORT)
      .map((terms): Asked => ({ terms, weight: weigh([...terms.keys()]) }))
    const { answers, sections } = matchQuestions(words, context)
    const ranked = rankSections(words, sections, context)
    return { answers, ranked, length: Math.max(0, Math.min(typed.length, LONGEST) - SHORT) }
  }
  /** Of the latest query, which is searched and answered. */
  let latest: { readonly query: string; readonly matches: Matches } | undefined
  const matchesOf = (query: string) => {
    if (latest?.query !== query) latest = { query, matches: match(query) }
    return latest.matches
  }

  function answersTo(query: string): RankedAnswer[] {
    const typed = plainWords(query)
    // A query that is a page's title asks for the page, which an answer would take from the rows.
    if (questions.titles.has(typed.join(' '))) return []
    const asked = askedExactly(query, typed, questions)
    if (asked !== undefined) return [{ answer: asked, certainty: 1 }]
    // A single word asks for pages, unless it is a way of asking.
    if (typed.length === 1) return []
    // So does code: a pasted expression asks nothing.
    if (CODE.test(query) && definedIn(query, index, questions).length > 0) return []
    return compare(matchesOf(query), similarity(query), questions, weights)
  }

  return {
    index,
    sections(typed) {
      const query = plain(typed)
      const [best] = answersTo(query)
      // Where one reads on from the answer that is shown.
      const lead = best && best.certainty >= SHOWN ? questions.sections[best.answer]!.slice(-1) : []
      // Numbers in code are its reader's own.
      const { ranked } = matchesOf(CODE.test(query) ? query.replace(/\b\d+\b/g, ' ') : query)
      return withFirst([...definedIn(query, index, questions), ...lead], ranked)
    },
    answers: (typed) => answersTo(plain(typed)),
    suggest: vocabulary.suggest,
  }
}

/** What matches a query. */
interface Matches {
  /** By answer, how much of the query it has: 0 to 1. */
  readonly answers: ReadonlyMap<number, number>
  readonly ranked: readonly RankedSection[]
  /** Words of a query that isn't short. */
  readonly length: number
}

/** @returns how much a word counts that stands for some terms: its rarity in sections and answers */
function createWeigher(
  index: OpenIndex,
  heads: ReadonlyMap<string, readonly number[]>,
  questions: Questions,
): (terms: readonly string[]) => number {
  const firstAnswer = index.sections.length
  const count = firstAnswer + index.answers.length
  const kept = new Map<string, number>()
  function rarityOf(terms: readonly string[]): number {
    const having = new Set<number>()
    for (const term of terms) {
      for (const at of index.words.get(term) ?? []) having.add(at)
      for (const at of heads.get(term) ?? []) having.add(at)
      for (const at of questions.terms.get(term) ?? []) having.add(firstAnswer + questions.all[at]!.answer)
    }
    return Math.min(RAREST, Math.log(1 + (count - having.size + 0.5) / (having.size + 0.5)))
  }
  return (terms) => {
    const key = terms.join(' ')
    const known = kept.get(key) ?? rarityOf(terms)
    kept.set(key, known)
    return known
  }
}

/** How certain each answer is, the most certain first: answers compete with each other and with none of them. */
function compare(
  { answers, ranked, length }: Matches,
  similarityTo: (answer: number) => number,
  { messages, sections }: Questions,
  weights: Weights,
): RankedAnswer[] {
  const best = ranked[0]?.score ?? 1
  const ranks = new Map(ranked.map(({ section, score }) => [section, score / best]))
  const compared = [...answers]
    // The card of an error answers its code and its message only.
    .filter(([answer]) => !messages.has(answer))
    .sort((a, b) => b[1] - a[1])
    .slice(0, COMPARED)
    .map(([answer, match]) => {
      const rank = Math.max(0, ...sections[answer]!.map((at) => ranks.get(at) ?? 0))
      const evidence = weights.words * match + weights.letters * similarityTo(answer) + weights.linked * rank
      return { answer, odds: Math.exp(evidence + weights.length * length - weights.none) }
    })
  const total = compared.reduce((sum, { odds }) => sum + odds, 1)
  return compared
    .map(({ answer, odds }) => ({ answer, certainty: odds / total }))
    .sort((a, b) => b.certainty - a.certainty || b.answer - a.answer)
}

/** By term, the sections with it in heading, title or route. */
function headsOf({ pages, sections }: OpenIndex): ReadonlyMap<string, readonly number[]> {
  const heads = new Map<string, number[]>()
  const ofPages = pages.map(({ title, route }) => tokenize(`${title} ${route}`))
  sections.forEach(([page, , heading], at) => {
    for (const term of new Set([...ofPages[page]!, ...tokenize(heading)])) addTo(heads, term, at)
  })
  return heads
}

function addTo<Key>(lists: Map<Key, number[]>, key: Key, value: number): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

/** What queries are matched with. */
interface Context {
  readonly index: OpenIndex
  readonly heads: ReadonlyMap<string, readonly number[]>
  readonly questions: Questions
  readonly weigh: (terms: readonly string[]) => number
  readonly weights: Weights
}

function rankSections(
  words: readonly Asked[],
  matches: ReadonlyMap<number, number>,
  { index, heads, weights }: Context,
): RankedSection[] {
  const total = totalOf(words)
  const scores = index.sections.map(() => ({ score: 0, covered: 0 }))
  for (const { weight, terms } of words) {
    const parts = new Map<number, { part: number; quality: number }>()
    for (const [term, quality] of terms) {
      const put = (at: number, share: number) => {
        const part = weight * quality * share
        if (at < scores.length && part > (parts.get(at)?.part ?? 0)) parts.set(at, { part, quality })
      }
      for (const at of index.words.get(term) ?? []) put(at, weights.text)
      for (const at of heads.get(term) ?? []) put(at, 1)
    }
    for (const [at, { part, quality }] of parts) {
      scores[at]!.score += part
      scores[at]!.covered += weight * quality
    }
  }
  for (const [at, match] of matches) {
    const own = scores[at]!
    own.covered = Math.max(own.covered, total * match)
    own.score += weights.asked * total * match ** 2
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
  const places = new Map(sections.map(([page, anchor], at) => [hrefOf(pages[page]!.route, anchor), at]))
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
    messages: new Map(
      answers.flatMap(({ asks: [message = '', code], links }, at) =>
        isCode(code, links.at(-1))
          ? [[at, plainWords(withoutValues(message.replaceAll(/\{\w+\}/g, ' ')))] as const]
          : [],
      ),
    ),
  }
}

const plainWords = (text: string): string[] => (text.match(/[\p{L}\p{N}]+/gu) ?? []).map(normalize)

/** Whether a text has all words of a message in their order. */
function quotes(text: readonly string[], message: readonly string[]): boolean {
  let from = 0
  return message.every((word) => (from = text.indexOf(word, from) + 1) > 0)
}

/** A query quotes a message if it has all of its words in order, at least this many, with `the` and `in`. */
const LEAST_OF_MESSAGE = 3

/** The answer to a way of asking as it is written, a named error or the longest message that the query quotes. */
function askedExactly(
  query: string,
  typed: readonly string[],
  { asks, messages }: Questions,
): number | undefined {
  const bare = plainWords(withoutValues(query))
  const [named] = identifiersIn(query).flatMap((name) => {
    const having = asks.get(plainWords(name).join(' ')) ?? []
    return having.filter((answer) => NAME.test(name) || messages.has(answer)).slice(-1)
  })
  // `walletName` is missing
  const rest = plainWords(
    withoutValues(query)
      .replaceAll(/`[^`]*`/g, ' ')
      .replaceAll(IDENTIFIERS, ' '),
  )
  const card = asks
    .get(rest.join(' '))
    ?.filter((answer) => messages.has(answer))
    .at(-1)
  const asked = asks.get(typed.join(' '))?.at(-1) ?? named ?? card
  if (asked !== undefined) return asked
  let longest = LEAST_OF_MESSAGE
  let quoted: number | undefined
  for (const [answer, message] of messages) {
    // "there is no" is a message, and part of many questions.
    const isCommon = message.every((word) => STOP_WORDS.has(word))
    if (message.length < longest || isCommon || !quotes(bare, message)) continue
    longest = message.length
    quoted = answer
  }
  return quoted
}

/** How well the words of questions match: the best match of each answer, and of each section that it links to. */
function matchQuestions(
  words: readonly Asked[],
  { index, questions, weigh, weights }: Context,
): { readonly answers: Map<number, number>; readonly sections: ReadonlyMap<number, number> } {
  const total = totalOf(words)
  const firstAnswer = index.sections.length
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
      for (const found of index.words.get(term) ?? [])
        if (found >= firstAnswer) raise(found - firstAnswer, at, weights.text * quality)
    }
  })
  const answers = new Map<number, number>()
  const sections = new Map<number, number>()
  const best = (of: Map<number, number>, id: number, match: number) =>
    match > (of.get(id) ?? 0) && of.set(id, match)
  for (const [question, own] of terms) {
    const { terms: all, answer } = questions.all[question]!
    const covered = words.reduce((sum, { weight }, at) => sum + weight * (had.get(answer)![at] ?? 0), 0)
    const whole = all.reduce((sum, term) => sum + weigh([term]), 0) || 1
    const lacking = all.reduce((sum, term) => sum + (own.has(term) ? 0 : weigh([term])), 0)
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

/** The sections that define a typed name, then the page with the query as its title. */
function definedIn(query: string, { names }: OpenIndex, { titles }: Questions): number[] {
  const typed = query.trim().replace(PATH, '')
  // A word without a meaning of its own, such as `to`, may be a flag.
  const flags = STOP_WORDS.has(typed) ? [`--${typed}`] : []
  const wanted = [[typed], flags, ...identifiersIn(query).map(shortened)]
  const defined = wanted.flatMap((ways) => {
    const name = ways.map(spelled).find((way) => Object.hasOwn(names, way))
    return name === undefined ? [] : names[name]!
  })
  return [...defined, ...[titles.get(plainWords(query).join(' ')) ?? []].flat()]
}

/** `eth.tx.value` is also defined where `eth.tx.` is, `keywright dev now` where `keywright dev` is, and `client.whoami` where its last name is. */
function shortened(name: string): string[] {
  const parts = name.split(/(?<=\.)|(?= )/)
  const beginnings = parts.map((_, at) => parts.slice(0, parts.length - at).join(''))
  return [name, `${name}.`, ...beginnings.slice(1), parts.at(-1)!]
}

function withFirst(first: readonly number[], ranked: readonly RankedSection[]): RankedSection[] {
  const named = new Set(first)
  return [
    ...[...named].map((section) => ({ section, coverage: 1, score: Number.POSITIVE_INFINITY })),
    ...ranked.filter(({ section }) => !named.has(section)),
  ]
}

/** A path ends with the name of its call. */
const PATH = /^(?:POST )?\/public\/v1\/\w+\/|^npx (?=keywright )/

/** Identifiers in code spelling: `create_wallet`, `walletName`, `API_KEY_EXPIRED`. */
const IDENTIFIERS = /\b[A-Za-z]\w*(?:[._]\w+)+\b|\b[A-Z]?[a-z]+[A-Z]\w*\b|\b[A-Z]{5,}\b/g
/** Begins with a name and its member, or has an operator. */
const CODE = /^\W*[a-z]\w*\.[a-z]|[=!<>]=|&&|\|\|/
/** Flags and commands. */
const COMMANDS = /(?<=^|\s)--[a-z][a-z-]+|\bkeywright(?: [a-z][a-z-]*)+/g
const identifiersIn = (text: string): string[] =>
  [...text.matchAll(IDENTIFIERS), ...text.matchAll(COMMANDS)].map(([match]) => match)
