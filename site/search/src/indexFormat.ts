/**
 * The files of the embedded search: one index with the telling words of every section and the questions of the answers,
 * and the texts, which are fetched for excerpts and answers only.
 */
import { SMALL, tellingWords } from './tellingWords.ts'
import { NAME, queryWords, tokenize } from './tokenize.ts'
import type { SearchAnswer, SearchSection } from './types.ts'

/** A new number for each format, because a cache may give a new build's code an older build's index. */
const FORMAT = 2

interface IndexedPage {
  readonly route: string
  readonly title: string
  readonly kind: SearchSection['kind']
}

export interface SearchIndexFile {
  readonly format: number
  /** With their sections, by column, because values of a column are alike. */
  readonly pages: readonly (IndexedPage & {
    readonly anchors: readonly string[]
    readonly headings: readonly string[]
  })[]
  /** In alphabetical order, joined by spaces, without those of headings, titles, routes and questions. */
  readonly words: string
  /**
   * For each word of headings, titles, routes and questions, and then of `words`, what has it in its text: sections,
   * and answers, which are numbered after them and have it in no question; encoded, joined by spaces.
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

export interface IndexedSection extends IndexedPage {
  readonly anchor: string
  readonly heading: string
  readonly href: string
}

/** The decoded index. */
export interface OpenIndex {
  readonly sections: readonly IndexedSection[]
  readonly answers: readonly { readonly asks: readonly string[]; readonly links: readonly string[] }[]
  /** By term, the sections with it in heading, title or route, and the answers after them with it in a question. */
  readonly heads: Heads
  /** By term, what has it in its text. */
  readonly words: ReadonlyMap<string, readonly number[]>
  /** By name, the section that defines it. */
  readonly names: ReadonlyMap<string, number>
}

type Heads = ReadonlyMap<string, readonly number[]>

/** Passages by address of the section, or HTML by question: a reader may have the index of another build. */
export type TextsFile<Text> = Readonly<Record<string, Text>>

/** By path, such as `index` and `texts/3`. */
export type SearchFiles = Readonly<Record<string, unknown>> & { readonly index: SearchIndexFile }
/** Where the files come from: fetched by a page, or from memory. */
export type SearchFilesSource = <File>(path: string) => Promise<File>

const TEXTS_OF_FILE = 8
/** The file of a section's passages, or of an answer. */
export const pathOf = (folder: 'texts' | 'answers', at: number): string =>
  `${folder}/${Math.floor(at / TEXTS_OF_FILE)}`

/** Makes all files from all sections and answers of the site. */
export function encodeSearch(
  sections: readonly SearchSection[],
  answers: readonly SearchAnswer[] = [],
): SearchFiles {
  const names = new Map<string, number>()
  const numbers = new Map<string, number>()
  const pages: (IndexedPage & { anchors: string[]; headings: string[] })[] = []
  const files: Record<string, Record<string, unknown>> = {}
  const put = (path: string, key: string, text: unknown) => {
    files[path] = { ...files[path], [key]: text }
  }
  sections.forEach(({ route, pageTitle: title, kind, anchor, heading, passages, names: own = [] }, at) => {
    if (pages.at(-1)?.route !== route) pages.push({ route, title, kind, anchors: [], headings: [] })
    pages.at(-1)!.anchors.push(anchor)
    pages.at(-1)!.headings.push(heading)
    numbers.set(hrefOf(route, anchor), at)
    for (const name of own) define(names, name, at)
    put(pathOf('texts', at), hrefOf(route, anchor), passages)
  })
  answers.forEach(({ question, html }, at) => {
    put(pathOf('answers', at), question, html)
  })
  const asks = answers.map(({ question, asks: others }) => [question, ...others])
  const heads = headsOf(sectionsOf(pages), asks)
  const found = wordsOf(sections, answers, heads)
  // Numbers and samples of a single section would fill the index.
  const isTelling = (word: string) =>
    sections.length < SMALL || found.get(word)!.length > 1 || !/\d/.test(word)
  const words = [...found.keys()].filter((word) => !heads.has(word) && isTelling(word)).sort()
  const index: SearchIndexFile = {
    format: FORMAT,
    // First, because what follows repeats their words.
    answers: [asks, answers.map(({ links }) => links.map((link) => numbers.get(link) ?? link))],
    pages,
    names: Object.fromEntries(names),
    words: words.join(' '),
    found: [...heads.keys(), ...words].map((word) => encodeList(found.get(word) ?? [])).join(' '),
  }
  return { ...files, index }
}

/** By word, what has it in its text. */
function wordsOf(
  sections: readonly SearchSection[],
  answers: readonly SearchAnswer[],
  heads: Heads,
): ReadonlyMap<string, readonly number[]> {
  const words = new Map<string, number[]>()
  tellingWords(sections).forEach((own, at) => {
    for (const word of own) addTo(words, word, at)
  })
  answers.forEach(({ text }, answer) => {
    const at = sections.length + answer
    for (const word of new Set(tokenize(text))) if (!heads.get(word)?.includes(at)) addTo(words, word, at)
  })
  return words
}

function headsOf(sections: readonly IndexedSection[], answers: readonly (readonly string[])[]): Heads {
  const heads = new Map<string, number[]>()
  sections.forEach(({ title, route, heading }, at) => {
    for (const term of new Set(tokenize(`${title} ${route} ${heading}`))) addTo(heads, term, at)
  })
  answers.forEach((asks, at) => {
    for (const term of new Set(asks.flatMap(termsOfQuestion))) addTo(heads, term, sections.length + at)
  })
  return heads
}

export function addTo<Key>(lists: Map<Key, number[]>, key: Key, value: number): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}

export const termsOfQuestion = (text: string): string[] => queryWords(text).map(({ whole }) => whole)

/** @throws if the index is of another build's format */
export function openIndex({ format, pages, ...file }: SearchIndexFile): OpenIndex {
  if (format !== FORMAT) throw new Error(`the index has format ${format}, not ${FORMAT}`)
  const sections = sectionsOf(pages)
  const [asks, links] = file.answers
  const heads = headsOf(sections, asks)
  const terms = [...heads.keys(), ...file.words.split(' ')]
  const words = new Map(file.found.split(' ').map((found, at) => [terms[at]!, decodeList(found)]))
  const answers = asks.map((own, at) => ({
    asks: own,
    links: links[at]!.map((link) => (typeof link === 'number' ? sections[link]!.href : link)),
  }))
  return { sections, answers, heads, words, names: namesOf(sections, file.names) }
}

const sectionsOf = (pages: SearchIndexFile['pages']): IndexedSection[] =>
  pages.flatMap(({ anchors, headings, ...page }) =>
    anchors.map((anchor, at): IndexedSection => {
      return { ...page, anchor, heading: headings[at]!, href: hrefOf(page.route, anchor) }
    }),
  )

/** The address of a section. */
const hrefOf = (route: string, anchor: string): string => (anchor ? `${route}#${anchor}` : route)

/** Ascending numbers as text: a character for each difference, from `#` on, which JSON doesn't escape. */
const FIRST = 35

const encodeList = (list: readonly number[]): string =>
  list.map((number, at) => String.fromCodePoint(FIRST + number - (list[at - 1] ?? 0))).join('')

function decodeList(text: string): number[] {
  let last = 0
  return Array.from(text, (character) => (last += character.codePointAt(0)! - FIRST))
}

/**
 * The given names, then headings that are names, and titles before their colon, with their section. Pages of libraries
 * have methods with the names of calls: calls come first.
 */
function namesOf(sections: readonly IndexedSection[], given: SearchIndexFile['names']): Map<string, number> {
  const names = new Map(Object.entries(given))
  for (const isCall of [true, false])
    sections.forEach(({ kind, heading }, at) => {
      const isOfCalls = kind === 'reference'
      if (isOfCalls === isCall && (isCall ? /^\w+$/ : NAME).test(heading)) define(names, heading, at)
    })
  sections.forEach(({ anchor, title }, at) => {
    const [name, subtitle] = title.split(': ')
    if (anchor === '' && subtitle !== undefined) define(names, name!, at)
  })
  return names
}

function define(names: Map<string, number>, name: string, section: number): void {
  if (!names.has(spelled(name))) names.set(spelled(name), section)
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
  return async <File>(path: string) => files[path] as File
}
