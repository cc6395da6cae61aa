/**
 * The files of the embedded search: one index with the words of every section, and the texts by page, which are fetched
 * for excerpts and quotations only.
 */
import { frontCode, frontDecode } from './frontCode.ts'
import { decodeList, decodeNumbers, encodeList, encodeNumbers } from './numbers.ts'
import { contentOf } from './question.ts'
import type { SearchSection } from './section.ts'
import { decodeSections, encodeSections, type IndexedSection, type SectionColumns } from './sectionColumns.ts'
import { SMALL, tellingWords } from './tellingWords.ts'
import { normalize, queryWords, tokenize } from './tokenize.ts'

export interface SearchIndexFile {
  readonly format: 5
  readonly pages: readonly {
    readonly route: string
    readonly title: string
    readonly kind: SearchSection['kind']
  }[]
  readonly sections: SectionColumns
  /** Number of phrases per section, encoded. */
  readonly phrases: string
  /** Front-coded terms that aren't in a title, heading or route. */
  readonly words: string
  /**
   * For each term, the sections and phrases that hold it, encoded; joined by spaces. First the terms of titles, headings
   * and routes, then `words`, both in alphabetical order.
   */
  readonly inSections: string
  readonly inPhrases: string
  /** Words of questions that the pages don't answer, joined by spaces. */
  readonly elsewhere: string
}

/** Where a term occurs. */
export interface Postings {
  readonly word: string
  readonly sections: readonly number[]
  readonly phrases: readonly number[]
}

/** The decoded index. */
export interface OpenIndex {
  readonly pages: SearchIndexFile['pages']
  readonly sections: readonly IndexedSection[]
  /** Number of terms per section that aren't in its title, heading or route. */
  readonly wordCounts: readonly number[]
  readonly phrases: readonly { readonly section: number; readonly length: number }[]
  readonly words: readonly Postings[]
  readonly heads: HeadTerms
  readonly elsewhere: ReadonlySet<string>
}

/** Terms of titles and routes by page, and of headings by section. They are indexed where the file is read. */
export interface HeadTerms {
  readonly titles: readonly (readonly string[])[]
  readonly routes: readonly (readonly string[])[]
  readonly headings: readonly (readonly string[])[]
}

/** Passages by anchor, of one page or a part of it. */
export type SearchTextsFile = Readonly<Record<string, readonly string[]>>

export interface SearchFiles {
  readonly index: SearchIndexFile
  /** By route, the files of a page in order. */
  readonly texts: ReadonlyMap<string, readonly SearchTextsFile[]>
}

/** Where the files come from: fetched by a page, or from memory. */
export interface SearchFilesSource {
  index(): Promise<SearchIndexFile>
  /** @param file number within the page, from 0 */
  texts(route: string, file: number): Promise<SearchTextsFile>
}

/** Characters after which the texts of a page continue in another file. */
export const TEXTS_SIZE = 4_000

export interface EncodeOptions {
  /** Words of questions that the pages don't answer. */
  readonly elsewhere?: readonly string[]
}

/** Makes all files from all sections of the site. */
export function encodeSearch(
  sections: readonly SearchSection[],
  { elsewhere = [] }: EncodeOptions = {},
): SearchFiles {
  const pages = new Map<string, SearchIndexFile['pages'][number]>()
  const pageNumbers = new Map<string, number>()
  const texts = new Map<string, Texts[]>()
  const words = new Map<string, { sections: number[]; phrases: number[] }>()
  let phraseCount = 0
  const telling = tellingWords(sections)
  const postingsOf = (word: string) => {
    const known = words.get(word) ?? { sections: [], phrases: [] }
    words.set(word, known)
    return known
  }
  const indexed = sections.map((section, at): IndexedSection => {
    const { route, pageTitle: title, kind, anchor, heading, passages, asked = [] } = section
    if (!pages.has(route)) {
      pageNumbers.set(route, pages.size)
      pages.set(route, { route, title, kind })
      texts.set(route, [])
    }
    const file = addTexts(texts.get(route)!, anchor, passages)
    for (const word of telling[at]!) postingsOf(word).sections.push(at)
    for (const phrase of asked) {
      const terms = new Set(queryWords(contentOf(phrase)).map(({ whole }) => whole))
      for (const word of terms) postingsOf(word).phrases.push(phraseCount)
      phraseCount++
    }
    return [pageNumbers.get(route)!, anchor, heading, file]
  })
  const heads = wordsOf(headTerms([...pages.values()], indexed))
  const others = [...words]
    .filter(([word, own]) => isTelling(word, own.sections.length + own.phrases.length, sections.length))
    .map(([word]) => word)
    .filter((word) => !heads.includes(word))
    .sort()
  const postings = [...heads, ...others].map((word) => words.get(word) ?? { sections: [], phrases: [] })
  return {
    index: {
      format: 5,
      pages: [...pages.values()],
      sections: encodeSections(indexed),
      phrases: encodeNumbers(sections.map(({ asked = [] }) => asked.length)),
      words: frontCode(others),
      inSections: postings.map((own) => encodeList(own.sections)).join(' '),
      inPhrases: postings.map((own) => encodeList(own.phrases)).join(' '),
      elsewhere: elsewhere.map(normalize).join(' '),
    },
    texts: new Map([...texts].map(([route, files]) => [route, files.map(({ passages }) => passages)])),
  }
}

export function openIndex(file: SearchIndexFile): OpenIndex {
  const sections = decodeSections(file.sections)
  const [inSections, inPhrases] = [file.inSections.split(' '), file.inPhrases.split(' ')]
  const heads = headTerms(file.pages, sections)
  const words = [...wordsOf(heads), ...frontDecode(file.words)].map((word, at) => ({
    word,
    sections: decodeList(inSections[at]!),
    phrases: decodeList(inPhrases[at]!),
  }))
  const sectionsOfPhrases = decodeNumbers(file.phrases).flatMap((count, section) =>
    new Array<number>(count).fill(section),
  )
  const inPhrase = countsOf(
    words.map((word) => word.phrases),
    sectionsOfPhrases.length,
  )
  return {
    pages: file.pages,
    sections,
    wordCounts: countsOf(
      words.map((word) => word.sections),
      sections.length,
    ),
    phrases: sectionsOfPhrases.map((section, at) => ({ section, length: inPhrase[at]! })),
    words,
    heads,
    elsewhere: new Set(file.elsewhere.split(' ')),
  }
}

/** How often each of the ids below `size` occurs in the lists. */
export function countsOf(lists: Iterable<readonly number[]>, size: number): number[] {
  const counts = new Array<number>(size).fill(0)
  for (const list of lists) for (const id of list) counts[id]!++
  return counts
}

const headTerms = (pages: SearchIndexFile['pages'], sections: readonly IndexedSection[]): HeadTerms => ({
  titles: pages.map(({ title }) => tokenize(title)),
  routes: pages.map(({ route }) => tokenize(route)),
  headings: sections.map(([, , heading]) => tokenize(heading)),
})

/** Each term of titles, routes and headings once, in alphabetical order. */
const wordsOf = ({ titles, routes, headings }: HeadTerms): string[] =>
  [...new Set([...titles, ...routes, ...headings].flat())].sort()

/** The files without a network. */
export function filesOf(sections: readonly SearchSection[], options?: EncodeOptions): SearchFilesSource {
  const { index, texts } = encodeSearch(sections, options)
  return { index: async () => index, texts: async (route, file) => texts.get(route)![file]! }
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
