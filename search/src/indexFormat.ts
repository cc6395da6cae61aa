/**
 * The files of the embedded search, cut so that a reader fetches what a query needs.
 *
 * - The index names pages and sections; with titles and headings alone it ranks.
 * - Words of the texts are in parts of the vocabulary, in alphabetical order, so that a word and all words that begin
 *   like it lie in one part or in neighbours. Each word has the sections that hold it, as differences.
 * - Texts for excerpts are one file a page.
 */
import type { SearchSection } from './section.ts'
import { tokenize } from './tokenize.ts'

export interface SearchIndexFile {
  readonly format: 2
  /** Whose rules make words terms; absent for English. */
  readonly language?: string
  readonly pages: readonly {
    readonly route: string
    readonly title: string
    readonly kind: SearchSection['kind']
    readonly isForeign?: boolean
  }[]
  readonly sections: readonly IndexedSection[]
  /** The first word of each part of the vocabulary. */
  readonly parts: readonly string[]
}

/** page index, anchor, heading, how many different words its text has */
export type IndexedSection = readonly [page: number, anchor: string, heading: string, words: number]

/** One part of the vocabulary. */
export interface SearchPartFile {
  /** In alphabetical order, joined by spaces. */
  readonly words: string
  /** For each word its sections, encoded, joined by spaces. */
  readonly sections: string
}

/** Passages by anchor, of one page. */
export type SearchTextsFile = Readonly<Record<string, readonly string[]>>

export interface SearchFiles {
  readonly index: SearchIndexFile
  readonly parts: readonly SearchPartFile[]
  /** By route. */
  readonly texts: ReadonlyMap<string, SearchTextsFile>
}

/** Where the files come from: fetched by a page, or from memory. */
export interface SearchFilesSource {
  index(): Promise<SearchIndexFile>
  part(part: number): Promise<SearchPartFile>
  texts(route: string): Promise<SearchTextsFile>
}

/** Entries of one part: about 2 KB when compressed, so that a word brings few others along. */
const PART_SIZE = 1_800

/** Makes all files from all sections of the site. */
export function encodeSearch(sections: readonly SearchSection[], language = 'en'): SearchFiles {
  const pageOf = new Map<string, number>()
  const pages: SearchIndexFile['pages'][number][] = []
  const texts = new Map<string, Record<string, readonly string[]>>()
  const sectionsOf = new Map<string, number[]>()
  const indexed = sections.map((section, at): IndexedSection => {
    const {
      route,
      pageTitle,
      kind,
      isForeign,
      anchor,
      heading,
      passages,
      words = passages.join('\n'),
    } = section
    if (!pageOf.has(route)) {
      pageOf.set(route, pages.length)
      pages.push({ route, title: pageTitle, kind, ...(isForeign && { isForeign }) })
      texts.set(route, {})
    }
    texts.get(route)![anchor] = passages
    const different = new Set(tokenize(words, language))
    for (const word of different) sectionsOf.set(word, [...(sectionsOf.get(word) ?? []), at])
    return [pageOf.get(route)!, anchor, heading, different.size]
  })
  const parts = cutVocabulary(sectionsOf)
  return {
    index: {
      format: 2,
      ...(language !== 'en' && { language }),
      pages,
      sections: indexed,
      parts: parts.map((part) => part[0]![0]),
    },
    parts: parts.map((part) => ({
      words: part.map(([word]) => word).join(' '),
      sections: part.map(([, list]) => encodeList(list)).join(' '),
    })),
    texts,
  }
}

type Entry = readonly [word: string, sections: readonly number[]]

function cutVocabulary(sectionsOf: ReadonlyMap<string, readonly number[]>): Entry[][] {
  const parts: Entry[][] = []
  let size = PART_SIZE
  for (const entry of [...sectionsOf].sort(([a], [b]) => (a < b ? -1 : 1))) {
    if (size >= PART_SIZE) {
      parts.push([])
      size = 0
    }
    parts.at(-1)!.push(entry)
    size += entry[1].length
  }
  return parts
}

/** The parts that hold a word or words that begin with it. */
export function partsWith(parts: readonly string[], word: string, prefix: boolean): number[] {
  const found: number[] = []
  parts.forEach((first, at) => {
    const next = parts[at + 1]
    const endsBefore = next !== undefined && next <= word
    const beginsAfter = first > word && !(prefix && first.startsWith(word))
    if (!endsBefore && !beginsAfter) found.push(at)
  })
  return found
}

/** Words of a part with the sections that hold them. */
export function decodePart({ words, sections }: SearchPartFile): Entry[] {
  const lists = sections.split(' ')
  return words.split(' ').map((word, at) => [word, decodeList(lists[at]!)])
}

/** Printable characters but the space that need no escape in JSON. The first half end a number, the others continue it. */
const DIGITS = '!#$%&()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[]^_`abcdefghijklmnopqrstuvwxyz{|}~'
const HALF = Math.floor(DIGITS.length / 2)

/** Ascending numbers as differences, most significant digit first. */
export function encodeList(list: readonly number[]): string {
  let last = -1
  let text = ''
  for (const number of list) {
    text += encodeNumber(number - last - 1)
    last = number
  }
  return text
}

export function decodeList(text: string): number[] {
  const list: number[] = []
  let last = -1
  let gap = 0
  for (const character of text) {
    const digit = DIGITS.indexOf(character)
    gap = gap * HALF + (digit % HALF)
    if (digit >= HALF) continue
    last += gap + 1
    list.push(last)
    gap = 0
  }
  return list
}

function encodeNumber(value: number): string {
  let rest = Math.floor(value / HALF)
  let text = DIGITS[value % HALF]!
  while (rest > 0) {
    text = DIGITS[HALF + (rest % HALF)]! + text
    rest = Math.floor(rest / HALF)
  }
  return text
}
