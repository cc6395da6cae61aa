/** Answers a question with sentences of the pages, or not at all. */
import { isForeign } from './foreign.ts'
import type { SearchFilesSource } from './indexFormat.ts'
import type { AnswerPart } from './provider.ts'
import { asksForNumber, asksForTime, identifiersIn } from './question.ts'
import { type AskedWord, type Ranked, type Ranker, type Ranking, weightOf } from './rank.ts'
import { normalize, queryWords, tokenize } from './tokenize.ts'

/** Sections whose texts are read. */
const READ = 8
const MOST_QUOTES = 2
/** The score by which a second quotation may be behind: of the same page, and of another. */
const BEHIND = { samePage: 4, otherPage: 1.5 } as const
/** What the best passage adds to the score of its section. */
const PASSAGE_WEIGHT = 3
const MOST_PASSAGES = 8
const MOST_CHARACTERS = 900
/** A passage is quoted as well that is worth this share of the best one. */
const ABOUT_AS_GOOD = 0.75
/** Pages that list other pages, or changes, explain nothing. */
const LISTS = /^\/(?:getting-started\/examples|sdks\/interoperability|markdown-page|changelog|category\/.*)$/

/** What speaks for the best section being the answer; fitted to the case lists. Above 0 it is one. */
const GATE = {
  coverage: 2.16,
  pageCoverage: 2.12,
  passage: 1.53,
  known: 0.75,
  score: 0.21,
  words: 1.89,
  isElsewhere: -2.57,
  always: -8.2,
} as const

/** A section that may answer. */
interface Candidate {
  readonly ranked: Ranked
  readonly passages: readonly string[]
  readonly lead: string
  readonly score: number
  /** Share of the question that its best passage knows, with title and heading. */
  readonly passage: number
}

/** @throws when the texts cannot be fetched */
export async function answer(
  ranker: Ranker,
  files: SearchFilesSource,
  question: string,
): Promise<readonly AnswerPart[]> {
  if (isForeign(question)) return [{ kind: 'foreign' }]
  const ranking = ranker.rank(question)
  const candidates = await candidatesFor(ranker, files, question, ranking)
  const [best, ...others] = candidates
  if (best === undefined || !isAnswer(best, ranking, question, ranker)) return [{ kind: 'unknown' }]
  const pageOf = ({ ranked }: Candidate) => ranker.index.sections[ranked.section]![0]
  const isSecond = (other: Candidate) =>
    other.score > best.score - (pageOf(other) === pageOf(best) ? BEHIND.samePage : BEHIND.otherPage)
  const quoted = best.ranked.isDefinition ? [best] : [best, ...others.filter(isSecond)]
  return quoted.slice(0, MOST_QUOTES).map(({ ranked, passages, lead }) => ({
    kind: 'quote',
    passages,
    lead,
    source: sourceOf(ranker, ranked.section),
  }))
}

function sourceOf({ index }: Ranker, section: number) {
  const [page, anchor, heading] = index.sections[section]!
  const { route, title } = index.pages[page]!
  return { href: anchor ? `${route}#${anchor}` : route, title, heading }
}

function isAnswer(
  { ranked, passage }: Candidate,
  { words }: Ranking,
  question: string,
  { index }: Ranker,
): boolean {
  if (ranked.isDefinition) return true
  const known = words.reduce((sum, { weight, terms }) => sum + weight * Math.max(0, ...terms.values()), 0)
  const isUnknownName = (name: string) => {
    const terms = words.find(({ word }) => word === queryWords(name)[0]?.whole)?.terms
    return terms !== undefined && Math.max(0, ...terms.values()) < LEAST_OF_NAME
  }
  if (identifiersIn(question).some(isUnknownName)) return false
  const elsewhere = words.some(({ word }) => index.elsewhere.has(normalize(word)))
  const features: Readonly<Record<keyof typeof GATE, number>> = {
    coverage: ranked.coverage,
    pageCoverage: ranked.pageCoverage,
    passage,
    known: known / weightOf(words),
    score: ranked.score,
    words: Math.log(1 + words.length),
    isElsewhere: Number(elsewhere && (ranked.coverage < 0.999 || ranked.near < 0.7)),
    always: 1,
  }
  const sure = Object.entries(GATE).reduce(
    (sum, [name, weight]) => sum + weight * features[name as keyof typeof GATE],
    0,
  )
  return sure > 0
}
/** The pages don't use a name of which only parts are known. */
const LEAST_OF_NAME = 0.65

/** The sections that may answer, best first, with what to quote of each. */
async function candidatesFor(
  { index }: Ranker,
  files: SearchFilesSource,
  question: string,
  ranking: Ranking,
): Promise<Candidate[]> {
  const promising = ranking.sections
    .filter(({ section }) => !LISTS.test(index.pages[index.sections[section]![0]]!.route))
    .slice(0, READ)
  const candidates = await Promise.all(
    promising.map(async (ranked): Promise<Candidate[]> => {
      const [page, anchor, heading, file] = index.sections[ranked.section]!
      const { route, title } = index.pages[page]!
      const passages = (await files.texts(route, file))[anchor] ?? []
      const read = readPassages(passages, { route, title, heading }, question, ranking.words)
      const [first] = read
      if (first === undefined) return []
      const best = read.reduce((a, b) => (b.worth > a.worth ? b : a), first)
      return [
        {
          ranked,
          passages: chosenPassages(passages, read, best),
          lead: passages[best.at]!,
          score: ranked.score + PASSAGE_WEIGHT * best.knows,
          passage: best.knows,
        },
      ]
    }),
  )
  return candidates.flat().sort((a, b) => b.score - a.score)
}

interface ReadPassage {
  readonly at: number
  /** Its value as the quoted sentence. */
  readonly worth: number
  /** Share of the question that it knows, with title and heading. */
  readonly knows: number
}

const DURATION = /\b(?:seconds?|minutes?|hours?|days?|weeks?|months?)\b/i
const NUMBER = /\d|\b(?:no limit|any number|unlimited)\b/i

function readPassages(
  passages: readonly string[],
  { route, title, heading }: Readonly<Record<'route' | 'title' | 'heading', string>>,
  question: string,
  words: readonly AskedWord[],
): ReadPassage[] {
  const around = tokenize(`${title} ${heading} ${route}`)
  const isAbout = shareOf(tokenize(heading || title), words)
  const names = identifiersIn(question).map((name) => tokenize(name)[0])
  const measure = asksForTime(question) ? DURATION : asksForNumber(question) ? NUMBER : undefined
  return passages.map((passage, at) => {
    const own = tokenize(passage)
    // The first sentences of a section say what its heading asks.
    const lead = isRow(passage) || at > 1 ? 0 : (0.1 + 0.5 * isAbout) / (1 + at)
    const [first] = tokenize(passage.split(CELL)[0]!)
    const isNamed = names.includes(first) || (words.length === 1 && words[0]!.terms.has(first ?? ''))
    const worth =
      shareOf(own, words) +
      lead +
      (measure?.test(passage) ? 0.25 : 0) +
      (isRow(passage) && isNamed ? 0.7 : 0) -
      (isCode(passage) ? 0.4 : 0)
    return { at, worth, knows: shareOf([...own, ...around], words) }
  })
}

/** The share of the question, by weight, that terms know. */
function shareOf(terms: readonly string[], words: readonly AskedWord[]): number {
  const own = new Set(terms)
  const known = words.reduce((sum, { weight, terms }) => {
    const qualities = [...terms].flatMap(([term, quality]) => (own.has(term) ? [quality] : []))
    return sum + weight * Math.max(0, ...qualities)
  }, 0)
  return known / weightOf(words)
}

/** Between the cells of a row. */
const CELL = ' · '
const isRow = (passage: string): boolean => passage.includes(CELL)
/** A line of JSON or of a program, nothing but marks, or a reference to another page. */
const isCode = (passage: string): boolean =>
  /^["{}[\]()]|[;{]$|^\S+$|^POST \/\S+$|^See .{0,60}$/.test(passage)

/** The best passage, others that are about as good, and what is next to them while there is room; in the order of the page. */
function chosenPassages(
  passages: readonly string[],
  read: readonly ReadPassage[],
  best: ReadPassage,
): string[] {
  const good = read.filter(({ worth }) => worth > best.worth * ABOUT_AS_GOOD)
  const order = [
    best.at,
    ...good.sort((a, b) => b.worth - a.worth).map(({ at }) => at),
    best.at + 1,
    best.at + 2,
    ...passages.keys(),
  ]
  const chosen = new Set<number>()
  let size = 0
  for (const at of order) {
    const passage = passages[at]
    if (passage === undefined || chosen.has(at) || (at !== best.at && isCode(passage))) continue
    if (chosen.size === MOST_PASSAGES) break
    if (chosen.size > 0 && size + passage.length > MOST_CHARACTERS) continue
    chosen.add(at)
    size += passage.length
  }
  return [...chosen].sort((a, b) => a - b).map((at) => passages[at]!)
}
