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
  readonly elsewhere: ReadonlySet<string>
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
  const heads = headWords([...pages.values()], indexed)
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
  const words = [...headWords(file.pages, sections), ...frontDecode(file.words)].map((word, at) => ({
    word,
    sections: decodeList(inSections[at]!),
    phrases: decodeList(inPhrases[at]!),
  }))
  const wordCounts = countsOf(words.map((word) => word.sections))
  const lengths = countsOf(words.map((word) => word.phrases))
  return {
    pages: file.pages,
    sections,
    wordCounts: sections.map((_, at) => wordCounts.get(at) ?? 0),
    phrases: decodeNumbers(file.phrases)
      .flatMap((count, section) => new Array<number>(count).fill(section))
      .map((section, at) => ({ section, length: lengths.get(at) ?? 0 })),
    words,
    elsewhere: new Set(file.elsewhere.split(' ')),
  }
}

/** Number of lists that hold each id. */
function countsOf(lists: readonly (readonly number[])[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const id of lists.flat()) counts.set(id, (counts.get(id) ?? 0) + 1)
  return counts
}

/** The terms of titles, headings and routes, which are indexed where the file is read. */
function headWords(pages: SearchIndexFile['pages'], sections: readonly IndexedSection[]): string[] {
  const texts = [
    ...pages.map(({ title, route }) => `${title} ${route}`),
    ...sections.map(([, , heading]) => heading),
  ]
  return [...new Set(tokenize(texts.join('\n')))].sort()
}

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
