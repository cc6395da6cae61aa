/** The one ranking of sections, for words and for questions: the score of their words with what else is known of a section. */
import { createEngine } from './engine.ts'
import type { OpenIndex } from './indexFormat.ts'
import { contentOf, identifiersIn } from './question.ts'
import { createVocabulary, MISSPELLED } from './terms.ts'
import { normalize, queryWords, tokenize } from './tokenize.ts'

/** What each feature adds; fitted to the case lists next to the pages. */
const WEIGHTS = {
  score: 1.2,
  coverage: 5.5,
  pageScore: 2,
  pageCoverage: 2.7,
  near: 3.2,
  pageNear: 3,
  isTop: 1.5,
  isReference: -1,
  isCategory: -1,
  isRow: -1.2,
  isNamed: 3.8,
  isHeaded: 2.2,
  isPhrase: 3,
  isDefinition: 100,
} as const

/** A word that hardly any section has isn't the whole question. */
const RAREST = 5
/** A word of a section's phrases counts less than a word of its text. */
const PHRASE_WORD = 0.8
/** Queries with this many words or more are sentences: the last word is complete. */
const SENTENCE = 4

/** A word of the query. */
export interface AskedWord {
  readonly word: string
  /** Its rarity, which is its share of the query. */
  readonly weight: number
  /** Terms of the index that stand for it, and how well: 0 to 1. */
  readonly terms: ReadonlyMap<string, number>
}

/** A section for a query. */
export interface Ranked {
  readonly section: number
  readonly score: number
  /** Share of the query, by weight, that the section knows: 0 to 1. */
  readonly coverage: number
  /** The same for its page. */
  readonly pageCoverage: number
  /** Similarity of its nearest phrase: 0 to 1. */
  readonly near: number
  readonly isDefinition: boolean
  /** Whether the section has every word. */
  readonly isWhole: boolean
}

export interface Ranking {
  readonly words: readonly AskedWord[]
  /** Best first. */
  readonly sections: readonly Ranked[]
}

export interface Ranker {
  readonly index: OpenIndex
  rank(query: string): Ranking
  /** Terms to propose for a word that finds nothing. */
  suggest(word: string): readonly string[]
}

/** What a section or a page has of a query. */
interface Match {
  score: number
  near: number
  /** Word of the query → how well it is matched. */
  readonly words: Map<number, number>
}

const matchOf = (matches: Map<number, Match>, id: number): Match => {
  const known = matches.get(id) ?? { score: 0, near: 0, words: new Map() }
  matches.set(id, known)
  return known
}

const raise = (qualities: Map<number, number>, at: number, quality: number) =>
  qualities.set(at, Math.max(quality, qualities.get(at) ?? 0))

export function createRanker(index: OpenIndex): Ranker {
  const engine = createEngine(index)
  const vocabulary = createVocabulary(engine)
  const facts = factsOf(index)

  /** The words of the query, and what sections and phrases match of each. */
  function match(query: string) {
    const content = queryWords(contentOf(query))
    const typed = content.length > 0 ? content : queryWords(query)
    const sections = new Map<number, Match>()
    const phrases = new Map<number, Map<number, number>>()
    const terms = vocabulary.termsFor(typed, typed.length < SENTENCE)
    const words = typed.map(({ whole }, at): AskedWord => {
      const hits = terms[at]!.size === 0 ? [] : engine.find(terms[at]!)
      for (const { isPhrase, id, score, terms: found } of hits) {
        const quality = Math.max(...found.map((term) => terms[at]!.get(term)!))
        if (isPhrase) phrases.set(id, (phrases.get(id) ?? new Map()).set(at, quality))
        else {
          const own = matchOf(sections, id)
          own.score += score
          own.words.set(at, quality)
        }
      }
      const count = hits.filter(({ isPhrase }) => !isPhrase).length
      const rarity = Math.log(1 + (index.sections.length - count + 0.5) / (count + 0.5))
      return { word: whole, weight: Math.min(RAREST, rarity), terms: terms[at]! }
    })
    addPhrases(index, sections, phrases, words)
    return { words, sections }
  }

  return {
    index,
    rank(typedQuery) {
      const query = typedQuery.trim().replace(PATH, '')
      const { words, sections } = match(query)
      const names = [...(query === typedQuery.trim() ? [] : [spelled(query)]), ...namesIn(query)]
      const ranked = rankSections(index, facts, { query, names, words, sections })
      return { words, sections: ranked.sort((a, b) => b.score - a.score || a.section - b.section) }
    },
    suggest: (word) => engine.suggest(normalize(word)),
  }
}

interface Matched {
  readonly query: string
  /** Identifiers that the query may ask for. */
  readonly names: readonly string[]
  readonly words: readonly AskedWord[]
  readonly sections: ReadonlyMap<number, Match>
}

function rankSections(
  index: OpenIndex,
  facts: ReturnType<typeof factsOf>,
  { query, names, words, sections }: Matched,
): Ranked[] {
  const pages = matchesOfPages(index, sections)
  const best = Math.max(...[...sections.values()].map(({ score }) => score), Number.EPSILON)
  const relative = (page: number) => pages.get(page)!.score / Math.sqrt(100 + facts.pageLengths[page]!)
  const bestPage = Math.max(...[...pages.keys()].map(relative), Number.EPSILON)
  const typed = tokenize(query)
    .map((term) => corrected(term, words))
    .join(' ')
  return [...sections].map(([section, own]): Ranked => {
    const page = index.sections[section]![0]
    const { anchor, isRow, kind, heading, titles, defines } = facts.sections[section]!
    const [coverage, pageCoverage] = [own, pages.get(page)!].map((one) => coverageOf(one.words, words))
    const isPhrase = own.near > 0.999
    const isDefined = names.includes(defines)
    const isDefinition = isDefined || (isPhrase && isName(query))
    const features: Readonly<Record<keyof typeof WEIGHTS, number | boolean>> = {
      score: own.score / best,
      coverage: coverage!,
      pageScore: relative(page) / bestPage,
      pageCoverage: pageCoverage!,
      near: own.near,
      pageNear: pages.get(page)!.near,
      isTop: anchor === '',
      isReference: kind === 'reference',
      isCategory: kind === 'category',
      isRow,
      isNamed: anchor === '' && titles.includes(typed),
      isHeaded: anchor !== '' && heading === typed,
      isPhrase,
      // Pages of libraries have methods with the names of calls; the reference has the call itself.
      isDefinition: isDefined ? (kind === 'reference' ? 3 : 2) : isDefinition,
    }
    const score = Object.entries(WEIGHTS).reduce(
      (sum, [name, weight]) => sum + weight * Number(features[name as keyof typeof WEIGHTS]),
      0,
    )
    const isWhole = own.words.size === words.length
    return {
      section,
      score,
      coverage: coverage!,
      pageCoverage: pageCoverage!,
      near: own.near,
      isDefinition,
      isWhole,
    }
  })
}

/** The term of the index that a misspelled word stands for. */
function corrected(term: string, words: readonly AskedWord[]): string {
  const [first] = words.find(({ word }) => word === term)?.terms ?? []
  return first?.[1] === MISSPELLED ? first[0] : term
}

const coverageOf = (own: ReadonlyMap<number, number>, words: readonly AskedWord[]): number =>
  [...own].reduce((sum, [at, quality]) => sum + quality * words[at]!.weight, 0) / weightOf(words)

/** Weight of a whole query. */
export const weightOf = (words: readonly AskedWord[]): number =>
  words.reduce((sum, { weight }) => sum + weight, 0) || 1

/** Adds to each section the similarity of its nearest phrase, and the words that its phrases match better. */
function addPhrases(
  { phrases }: OpenIndex,
  sections: Map<number, Match>,
  matched: ReadonlyMap<number, ReadonlyMap<number, number>>,
  words: readonly AskedWord[],
): void {
  for (const [phrase, qualities] of matched) {
    const { section, length } = phrases[phrase]!
    const ofPhrase = [...qualities.values()].reduce((sum, quality) => sum + quality, 0) / length
    const own = matchOf(sections, section)
    own.near = Math.max(own.near, Math.sqrt(coverageOf(qualities, words) * Math.min(1, ofPhrase)))
    for (const [at, quality] of qualities) raise(own.words, at, quality * PHRASE_WORD)
  }
}

function matchesOfPages(index: OpenIndex, sections: ReadonlyMap<number, Match>): Map<number, Match> {
  const pages = new Map<number, Match>()
  for (const [section, { score, near, words }] of sections) {
    const page = matchOf(pages, index.sections[section]![0])
    page.score += score
    page.near = Math.max(page.near, near)
    for (const [at, quality] of words) raise(page.words, at, quality)
  }
  return pages
}

/** What the ranking asks of every section, prepared once. */
function factsOf({ pages, sections, wordCounts, heads }: OpenIndex) {
  const pageLengths = pages.map(() => 0)
  sections.forEach(([page], at) => {
    pageLengths[page]! += wordCounts[at]!
  })
  const titlesOf = pages.map(({ route }, page) =>
    [heads.titles[page]!, tokenize(/[^/]*\/?$/.exec(route)![0])].map((terms) => terms.join(' ')),
  )
  return {
    pageLengths,
    sections: sections.map(([page, anchor, heading], at) => {
      const { kind } = pages[page]!
      const isRow =
        (anchor !== '' && anchor === heading && /^[A-Z_]/.test(anchor)) || /^(?:command|flag)-/.test(anchor)
      const titles = titlesOf[page]!
      return {
        anchor,
        isRow,
        kind,
        heading: heads.headings[at]!.join(' '),
        titles,
        defines: spelled(heading),
      }
    }),
  }
}

/** A path ends with the name of its call. */
const PATH = /^(?:POST )?\/public\/v1\/\w+\//

/** Names as programs write them; `wallet` and `sign` are words that pages are about. */
const NAME = /^--|[_./]|[a-z][A-Z]|^[A-Z]{3,}$|^keywright |^\d{3}$/
const isName = (query: string) => NAME.test(query.trim())

/** The query itself if it is a name, and the names in a sentence, each without `npx` and arguments. */
function namesIn(query: string): readonly string[] {
  const whole = query
    .trim()
    .replace(/^npx /, '')
    .replace(/\(.*\)$/, '')
  return [...(isName(query) ? [whole] : []), ...identifiersIn(query)].map(spelled)
}

/** `create_wallet` is `createWallet`. */
const spelled = (name: string) =>
  name
    .replace(/\(.*\)$/, '')
    .replaceAll('_', '')
    .toLowerCase()
