/**
 * The files of the embedded search: one index with the telling words of every section and the questions of the answers,
 * and the texts, which are fetched for excerpts and answers only.
 */
import { SMALL, tellingWords } from './tellingWords.ts'
import { queryWords, tokenize } from './tokenize.ts'
import type { SearchAnswer, SearchSection } from './types.ts'

/** Its page, anchor, heading, and in which of its page's files its text is. */
export type IndexedSection = readonly [page: number, anchor: string, heading: string, file: number]

export interface SearchIndexFile {
  readonly pages: readonly {
    readonly route: string
    readonly title: string
    readonly kind: SearchSection['kind']
  }[]
  /** By column, whose values are alike. */
  readonly sections: readonly [
    pages: readonly number[],
    anchors: readonly string[],
    headings: readonly string[],
    files: readonly number[],
  ]
  /** In alphabetical order, each without the letters that it shares with the one before, whose number is a capital letter. */
  readonly words: string
  /**
   * For each word, what has it in its text: sections, and answers, which are numbered after them and have it in no
   * question; encoded, joined by spaces.
   */
  readonly found: string
  /** By name that isn't a heading, the section that defines it. */
  readonly names: Readonly<Record<string, number>>
  /** Of each answer its question and the other ways of asking it, and its links, to sections by number. */
  readonly answers: readonly [
    asks: readonly (readonly string[])[],
    links: readonly (readonly (number | string)[])[],
  ]
}

/** The decoded index. */
export interface OpenIndex extends Pick<SearchIndexFile, 'pages' | 'names'> {
  readonly answers: readonly { readonly asks: readonly string[]; readonly links: readonly string[] }[]
  readonly sections: readonly IndexedSection[]
  /** By term, what has it. */
  readonly words: ReadonlyMap<string, readonly number[]>
}

/** Passages by anchor, of one page or a part of it. */
export type SearchTextsFile = Readonly<Record<string, readonly string[]>>
/** Some answers, each with its question, because a reader may have the index of an earlier build. */
export type AnswersFile = readonly (readonly [question: string, html: string])[]

export interface SearchFiles {
  readonly index: SearchIndexFile
  /** By route, the files of a page in order. */
  readonly texts: ReadonlyMap<string, readonly SearchTextsFile[]>
  readonly answers: readonly AnswersFile[]
}

/** Where the files come from: fetched by a page, or from memory. */
export interface SearchFilesSource {
  index(): Promise<SearchIndexFile>
  /** @param file number within the page, from 0 */
  texts(route: string, file: number): Promise<SearchTextsFile>
  answers(file: number): Promise<AnswersFile>
}

/** Characters after which the texts of a page continue in another file, and the number of answers of a file. */
export const TEXTS_SIZE = 4_000
const ANSWERS_OF_FILE = 16

/** File of an answer, and its place there. */
export const placeOfAnswer = (answer: number): readonly [file: number, at: number] => [
  Math.floor(answer / ANSWERS_OF_FILE),
  answer % ANSWERS_OF_FILE,
]

/** Makes all files from all sections and answers of the site. */
export function encodeSearch(
  sections: readonly SearchSection[],
  answers: readonly SearchAnswer[] = [],
): SearchFiles {
  const pages = new Map<string, SearchIndexFile['pages'][number]>()
  const texts = new Map<string, Texts[]>()
  const words = new Map<string, number[]>()
  const telling = tellingWords(sections)
  const add = (word: string, at: number) => {
    const found = words.get(word)
    if (found) found.push(at)
    else words.set(word, [at])
  }
  const names = new Map<string, number>()
  const indexed = sections.map(({ route, pageTitle: title, kind, ...section }, at): IndexedSection => {
    if (!pages.has(route)) {
      pages.set(route, { route, title, kind })
      texts.set(route, [])
    }
    for (const word of telling[at]!) add(word, at)
    for (const name of section.names ?? []) if (!names.has(spelled(name))) names.set(spelled(name), at)
    const file = addTexts(texts.get(route)!, section.anchor, section.passages)
    return [[...pages.keys()].indexOf(route), section.anchor, section.heading, file]
  })
  const asked = new Set<string>()
  answers.forEach(({ question, asks, text }, at) => {
    // They count more.
    const own = new Set([question, ...asks].flatMap((ask) => queryWords(ask).map(({ whole }) => whole)))
    for (const word of new Set(tokenize(text))) {
      if (own.has(word)) asked.add(word)
      else add(word, sections.length + at)
    }
  })
  const numbers = new Map(sections.map(({ route, anchor }, at) => [hrefOf(route, anchor), at]))
  const kept = [...words]
    .filter(([word, found]) => asked.has(word) || isTelling(word, found.length, sections.length))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const index: SearchIndexFile = {
    pages: [...pages.values()],
    sections: [
      indexed.map(([page]) => page),
      indexed.map(([, anchor]) => anchor),
      indexed.map(([, , heading]) => heading),
      indexed.map(([, , , file]) => file),
    ],
    words: encodeWords(kept.map(([word]) => word)),
    found: kept.map(([, found]) => encodeList(found)).join(' '),
    names: Object.fromEntries(names),
    answers: [
      answers.map(({ question, asks }) => [question, ...asks]),
      answers.map(({ links }) => links.map((link) => numbers.get(link) ?? link)),
    ],
  }
  const files: [string, string][][] = []
  answers.forEach(({ question, html }, at) => {
    const [file] = placeOfAnswer(at)
    files[file] = [...(files[file] ?? []), [question, html]]
  })
  return {
    index,
    texts: new Map([...texts].map(([route, own]) => [route, own.map(({ passages }) => passages)])),
    answers: files,
  }
}

export function openIndex({ pages, ...file }: SearchIndexFile): OpenIndex {
  const [ofPages, anchors, headings, files] = file.sections
  const sections = ofPages.map((page, at): IndexedSection => [page, anchors[at]!, headings[at]!, files[at]!])
  const found = file.found.split(' ')
  const words = new Map(decodeWords(file.words).map((word, at) => [word, decodeList(found[at]!)]))
  const [asks, links] = file.answers
  const hrefs = sections.map(([page, anchor]) => hrefOf(pages[page]!.route, anchor))
  const answers = asks.map((own, at) => ({
    asks: own,
    links: links[at]!.map((link) => (typeof link === 'number' ? hrefs[link]! : link)),
  }))
  return { pages, sections, answers, words, names: { ...namesOf(pages, sections), ...file.names } }
}

/** The address of a section. */
export const hrefOf = (route: string, anchor: string): string => (anchor ? `${route}#${anchor}` : route)

/** Shared letters are counted from `A` on, which no word has. */
const FIRST_SHARED = 65
const MOST_SHARED = 25

const encodeWords = (words: readonly string[]): string =>
  words
    .map((word, at) => {
      const before = words[at - 1] ?? ''
      let shared = 0
      while (shared < MOST_SHARED && shared < before.length && before[shared] === word[shared]) shared++
      return String.fromCharCode(FIRST_SHARED + shared) + word.slice(shared)
    })
    .join('')

function decodeWords(text: string): string[] {
  let last = ''
  return (text.match(/[A-Z][^A-Z]*/g) ?? []).map(
    (coded) => (last = last.slice(0, coded.charCodeAt(0) - FIRST_SHARED) + coded.slice(1)),
  )
}

/** Ascending numbers as text: a character for each difference, from `#` on, which JSON doesn't escape. */
const FIRST = 35

const encodeList = (list: readonly number[]): string =>
  list.map((number, at) => String.fromCodePoint(FIRST + number - (list[at - 1] ?? 0))).join('')

function decodeList(text: string): number[] {
  let last = 0
  return Array.from(text, (character) => (last += character.codePointAt(0)! - FIRST))
}

/** Names as programs write them; `wallet` and `sign` are words that pages are about. */
const NAME = /^--|[_.]|[a-z][A-Z]|^[A-Z]{3,}$|^keywright /

/** By heading that is a name, or a title before its colon, its section. Pages of libraries have methods with the names of calls: calls come first. */
function namesOf(
  pages: SearchIndexFile['pages'],
  sections: readonly IndexedSection[],
): Record<string, number> {
  const names: Record<string, number> = {}
  for (const isCall of [true, false])
    sections.forEach(([page, , heading], at) => {
      if ((pages[page]!.kind === 'reference') !== isCall) return
      if (!(isCall ? /^\w+$/ : NAME).test(heading)) return
      names[spelled(heading)] ??= at
    })
  sections.forEach(([page, anchor], at) => {
    const [name, subtitle] = pages[page]!.title.split(': ')
    if (anchor === '' && subtitle !== undefined) names[spelled(name!)] ??= at
  })
  return names
}

/** `create_wallet`, `createWallet()` and `ACTIVITY_TYPE_CREATE_WALLET` are one name. */
export const spelled = (name: string): string =>
  name
    .replace(/^ACTIVITY_TYPE_(\w+?)(?:_V\d+)?$/, '$1')
    .replace(/\(.*\)$/, '')
    .replaceAll('_', '')
    .toLowerCase()

/** The files without a network. */
export function filesOf(
  sections: readonly SearchSection[],
  answers?: readonly SearchAnswer[],
): SearchFilesSource {
  const files = encodeSearch(sections, answers)
  return {
    index: async () => files.index,
    texts: async (route, file) => files.texts.get(route)![file]!,
    answers: async (file) => files.answers[file]!,
  }
}

/** Numbers and samples of a single section would fill the index. */
const isTelling = (word: string, found: number, sections: number): boolean =>
  sections < SMALL || found !== 1 || !/\d/.test(word)

/** A file of texts that grows. */
interface Texts {
  readonly passages: Record<string, readonly string[]>
  size: number
}

/** @returns the number of the file */
function addTexts(files: Texts[], anchor: string, passages: readonly string[]): number {
  const size = passages.reduce((sum, { length }) => sum + length, 0)
  const last = files.at(-1)
  if (last === undefined || last.size + size > TEXTS_SIZE) files.push({ passages: {}, size: 0 })
  const file = files.at(-1)!
  file.passages[anchor] = passages
  file.size += size
  return files.length - 1
}
