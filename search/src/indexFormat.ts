/**
 * The files of the embedded search, cut so that a reader fetches what a query needs.
 *
 * - The index names pages and sections; with titles and headings alone it ranks.
 * - Words of the texts are in parts of the vocabulary, in alphabetical order, so that a word and all words that begin
 *   like it lie in one part or in neighbours. Each word has the sections that hold it, as differences.
 * - What people say who look for a section are its phrases, counted through the whole site: beside its sections each
 *   word has the phrases that hold it. A word may stand in phrases only.
 * - The words of neighbouring parts, alone, are in files of their own: for a word that stands in no part, they say which parts
 *   have one like it.
 * - Texts for excerpts and answers are in files by page, a long page in several of neighbouring sections.
 */
import { decodeList, encodeList, encodeNumbers } from './numbers.ts'
import type { SearchSection } from './section.ts'
import { decodeSections, encodeSections, type IndexedSection, type SectionColumns } from './sectionColumns.ts'
import { tokenize } from './tokenize.ts'

export interface SearchIndexFile {
  readonly format: 3
  /** Whose rules make words terms; absent for English. */
  readonly language?: string
  readonly pages: readonly {
    readonly route: string
    readonly title: string
    readonly kind: SearchSection['kind']
    readonly isForeign?: boolean
  }[]
  readonly sections: SectionColumns
  /** How many phrases each section has, and what the words of each of these weigh together: lists, encoded. */
  readonly phrases: { readonly ofSection: string; readonly weights: string }
  /** The first word of each part of the vocabulary. */
  readonly parts: readonly string[]
}

/** The index with its sections read. */
export type OpenIndex = Omit<SearchIndexFile, 'sections'> & { readonly sections: readonly IndexedSection[] }

export const openIndex = (file: SearchIndexFile): OpenIndex => ({
  ...file,
  sections: decodeSections(file.sections),
})

/** Weights of phrases are written in such steps: few different ones take few bytes. */
export const PHRASE_STEP = 4

/** How rare a word is that so many sections have: as of BM25, and a word that hardly any has is not what a whole question is about. */
export const rarityOf = (found: number, sections: number): number =>
  Math.min(RAREST, Math.log(1 + (sections - found + 0.5) / (found + 0.5)))
const RAREST = 4

/** One part of the vocabulary. */
export interface SearchPartFile {
  /** In alphabetical order, joined by spaces. */
  readonly words: string
  /** For each word its sections, encoded, joined by spaces. */
  readonly sections: string
  /** The same for its phrases. */
  readonly phrases: string
}

/** The words of neighbouring parts, in alphabetical order, joined by spaces. */
export interface SearchVocabularyFile {
  readonly words: string
}

/** Passages by anchor, of one page or a part of it. */
export type SearchTextsFile = Readonly<Record<string, readonly string[]>>

export interface SearchFiles {
  readonly index: SearchIndexFile
  readonly parts: readonly SearchPartFile[]
  readonly vocabulary: readonly SearchVocabularyFile[]
  /** By route, the files of a page in its order. */
  readonly texts: ReadonlyMap<string, readonly SearchTextsFile[]>
}

/** Where the files come from: fetched by a page, or from memory. */
export interface SearchFilesSource {
  index(): Promise<SearchIndexFile>
  part(part: number): Promise<SearchPartFile>
  /** For a word that stands in no part: see `vocabularyFileOf`. */
  vocabulary(file: number): Promise<SearchVocabularyFile>
  /** @param file which of the page's, from 0 */
  texts(route: string, file: number): Promise<SearchTextsFile>
}

/** Characters after which a page’s texts go on in another file: some 1.5 KB when compressed, as much as one place needs. */
export const TEXTS_SIZE = 4_000

/** Entries of one part: somewhat less than 1 KB when compressed, so that a word brings few others along. */
const PART_SIZE = 450

/** The words of so many parts are one file: some 1.5 KB when compressed. */
const PARTS_OF_VOCABULARY = 10

/** In which file of the vocabulary the words of a part are. */
export const vocabularyFileOf = (part: number): number => Math.floor(part / PARTS_OF_VOCABULARY)

export const vocabularyFilesOf = (parts: number): number => Math.ceil(parts / PARTS_OF_VOCABULARY)

/** Makes all files from all sections of the site. */
export function encodeSearch(sections: readonly SearchSection[], language = 'en'): SearchFiles {
  const pageOf = new Map<string, number>()
  const pages: SearchIndexFile['pages'][number][] = []
  const texts = new Map<string, Texts[]>()
  const entries = new Map<string, Entry>()
  const entryOf = (word: string): Entry => {
    const entry = entries.get(word) ?? { word, sections: [], phrases: [] }
    entries.set(word, entry)
    return entry
  }
  const phrases: ReadonlySet<string>[] = []
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
      asked = [],
    } = section
    if (!pageOf.has(route)) {
      pageOf.set(route, pages.length)
      pages.push({ route, title: pageTitle, kind, ...(isForeign && { isForeign }) })
      texts.set(route, [])
    }
    const file = addTexts(texts.get(route)!, anchor, passages)
    const different = new Set(tokenize(words, language))
    for (const word of different) entryOf(word).sections.push(at)
    for (const phrase of asked) {
      const own = new Set(tokenize(phrase, language))
      for (const word of own) entryOf(word).phrases.push(phrases.length)
      phrases.push(own)
    }
    return [pageOf.get(route)!, anchor, heading, different.size, file]
  })
  const parts = cutVocabulary([...entries.values()])
  return {
    index: {
      format: 3,
      ...(language !== 'en' && { language }),
      pages,
      sections: encodeSections(indexed),
      phrases: {
        ofSection: encodeNumbers(sections.map(({ asked = [] }) => asked.length)),
        weights: encodeNumbers(
          phrases.map((own) => {
            const weights = [...own].map((word) => rarityOf(entryOf(word).sections.length, sections.length))
            return Math.round(weights.reduce((a, b) => a + b, 0) / PHRASE_STEP)
          }),
        ),
      },
      parts: parts.map((part) => part[0]!.word),
    },
    parts: parts.map((part) => ({
      words: part.map(({ word }) => word).join(' '),
      sections: part.map(({ sections }) => encodeList(sections)).join(' '),
      phrases: part.map(({ phrases }) => encodeList(phrases)).join(' '),
    })),
    vocabulary: Array.from({ length: vocabularyFilesOf(parts.length) }, (_, file) => ({
      words: parts
        .filter((_, part) => vocabularyFileOf(part) === file)
        .flat()
        .map(({ word }) => word)
        .join(' '),
    })),
    texts: new Map([...texts].map(([route, files]) => [route, files.map(({ passages }) => passages)])),
  }
}

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

/** A word, and where it stands. */
interface Entry {
  readonly word: string
  readonly sections: number[]
  readonly phrases: number[]
}

function cutVocabulary(entries: readonly Entry[]): Entry[][] {
  const parts: Entry[][] = []
  let size = PART_SIZE
  for (const entry of entries.toSorted((a, b) => (a.word < b.word ? -1 : 1))) {
    if (size >= PART_SIZE) {
      parts.push([])
      size = 0
    }
    parts.at(-1)!.push(entry)
    size += entry.sections.length + entry.phrases.length
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

/** Words of a part with the sections and the phrases that hold them. */
export function decodePart({ words, sections, phrases }: SearchPartFile): Entry[] {
  const [ofSections, ofPhrases] = [sections.split(' '), phrases.split(' ')]
  return words.split(' ').map((word, at) => ({
    word,
    sections: decodeList(ofSections[at]!),
    phrases: decodeList(ofPhrases[at]!),
  }))
}
