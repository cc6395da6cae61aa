/**
 * The files of the embedded search: one index with the words of every section, and the texts by page, which are fetched
 * for excerpts and quotations only.
 */
import { decodeList, decodeNumbers, encodeList, encodeNumbers } from './numbers.ts'
import { contentOf } from './question.ts'
import type { SearchSection } from './section.ts'
import { decodeSections, encodeSections, type IndexedSection, type SectionColumns } from './sectionColumns.ts'
import { normalize, queryWords, tokenize } from './tokenize.ts'

export interface SearchIndexFile {
  readonly format: 4
  readonly pages: readonly {
    readonly route: string
    readonly title: string
    readonly kind: SearchSection['kind']
  }[]
  readonly sections: SectionColumns
  /** Number of phrases per section, and of terms per phrase, encoded. */
  readonly phrases: { readonly ofSection: string; readonly lengths: string }
  /** Terms in alphabetical order, and for each the sections and phrases that hold it, encoded; joined by spaces. */
  readonly words: string
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
  const phraseLengths: number[] = []
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
    const heads = new Set(tokenize(`${title} ${heading} ${route}`))
    const own = new Set(tokenize(section.words ?? passages.join('\n')))
    // Titles, headings and routes are indexed where the file is read.
    for (const word of own) if (!heads.has(word)) postingsOf(word).sections.push(at)
    for (const phrase of asked) {
      const terms = new Set(queryWords(contentOf(phrase)).map(({ whole }) => whole))
      for (const word of terms) postingsOf(word).phrases.push(phraseLengths.length)
      phraseLengths.push(terms.size)
    }
    return [pageNumbers.get(route)!, anchor, heading, own.size, file]
  })
  const sorted = [...words]
    .filter(([word, own]) => isTelling(word, own.sections.length + own.phrases.length, sections.length))
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    index: {
      format: 4,
      pages: [...pages.values()],
      sections: encodeSections(indexed),
      phrases: {
        ofSection: encodeNumbers(sections.map(({ asked = [] }) => asked.length)),
        lengths: encodeNumbers(phraseLengths),
      },
      words: sorted.map(([word]) => word).join(' '),
      inSections: sorted.map(([, own]) => encodeList(own.sections)).join(' '),
      inPhrases: sorted.map(([, own]) => encodeList(own.phrases)).join(' '),
      elsewhere: elsewhere.map(normalize).join(' '),
    },
    texts: new Map([...texts].map(([route, files]) => [route, files.map(({ passages }) => passages)])),
  }
}

export function openIndex(file: SearchIndexFile): OpenIndex {
  const lengths = decodeNumbers(file.phrases.lengths)
  const [inSections, inPhrases] = [file.inSections.split(' '), file.inPhrases.split(' ')]
  return {
    pages: file.pages,
    sections: decodeSections(file.sections),
    phrases: decodeNumbers(file.phrases.ofSection)
      .flatMap((count, section) => new Array<number>(count).fill(section))
      .map((section, at) => ({ section, length: lengths[at]! })),
    words: file.words.split(' ').map((word, at) => ({
      word,
      sections: decodeList(inSections[at]!),
      phrases: decodeList(inPhrases[at]!),
    })),
    elsewhere: new Set(file.elsewhere.split(' ')),
  }
}

/** The files without a network. */
export function filesOf(sections: readonly SearchSection[], options?: EncodeOptions): SearchFilesSource {
  const { index, texts } = encodeSearch(sections, options)
  return { index: async () => index, texts: async (route, file) => texts.get(route)![file]! }
}

/** Numbers and samples of a single section would fill the index. */
const isTelling = (word: string, found: number, sections: number): boolean =>
  sections < SMALL || found !== 1 || !/\d/.test(word)
/** A site with fewer sections has room for every word. */
const SMALL = 200

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
