/**
 * The files of the embedded search: one index with the words of every section, and the texts by page, which are fetched
 * for excerpts and quotations only.
 */
import { frontCode, frontDecode } from './frontCode.ts'
import { decodeList, decodeNumbers, encodeList, encodeNumbers } from './numbers.ts'
import { contentOf, isQuestion } from './question.ts'
import type { SearchSection } from './section.ts'
import { decodeSections, encodeSections, type IndexedSection, type SectionColumns } from './sectionColumns.ts'
import { SMALL, tellingWords } from './tellingWords.ts'
import { normalize, queryWords, tokenize } from './tokenize.ts'

/** The results of the first part are shown until the rest has arrived. */
export type SearchIndexFile = readonly [first: FirstPart, rest: RestPart]

/** Terms, and where they occur. */
interface IndexPart {
  /** Number of phrases per section, encoded. */
  readonly phrases: string
  /** Front-coded terms that aren't in a title, heading, route or earlier part. */
  readonly words: string
  /**
   * For each term, the sections and phrases of this part that hold it, encoded; joined by spaces. First the terms of
   * titles, headings and routes, then the `words` of each part so far, all in alphabetical order.
   */
  readonly inSections: string
  readonly inPhrases: string
}

/** What titles, headings and phrases that aren't questions find: most searches already get their best page. */
export interface FirstPart extends IndexPart {
  readonly pages: readonly {
    readonly route: string
    readonly title: string
    readonly kind: SearchSection['kind']
  }[]
  readonly sections: SectionColumns
}

/** What texts and phrases that are questions find. */
export interface RestPart extends IndexPart {
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
  readonly pages: FirstPart['pages']
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
  /** @param onFirst called with the first part if the rest takes longer */
  index(onFirst?: (part: FirstPart) => void): Promise<SearchIndexFile>
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
  const pages = new Map<string, FirstPart['pages'][number]>()
  const pageNumbers = new Map<string, number>()
  const texts = new Map<string, Texts[]>()
  const words = new Map<string, Found>()
  const phrases = { searches: phraseList(sections.length), questions: phraseList(sections.length) }
  const telling = tellingWords(sections)
  const foundOf = (word: string) => {
    const known = words.get(word) ?? { sections: [], searches: [], questions: [] }
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
    for (const word of telling[at]!) foundOf(word).sections.push(at)
    for (const phrase of asked) {
      const terms = new Set(queryWords(contentOf(phrase)).map(({ whole }) => whole))
      const kind = isQuestion(phrase) ? 'questions' : 'searches'
      for (const word of terms) foundOf(word)[kind].push(phrases[kind].count)
      phrases[kind].count++
      phrases[kind].ofSection[at]!++
    }
    return [pageNumbers.get(route)!, anchor, heading, file]
  })
  const heads = wordsOf(headTerms([...pages.values()], indexed))
  const [early, late] = wordsOutside(heads, words, sections.length)
  const encodeAll = (terms: readonly string[], field: keyof Found) =>
    terms.map((word) => encodeList(words.get(word)?.[field] ?? [])).join(' ')
  return {
    index: [
      {
        pages: [...pages.values()],
        sections: encodeSections(indexed),
        phrases: encodeNumbers(phrases.searches.ofSection),
        words: frontCode(early),
        inSections: '',
        inPhrases: encodeAll([...heads, ...early], 'searches'),
      },
      {
        phrases: encodeNumbers(phrases.questions.ofSection),
        words: frontCode(late),
        inSections: encodeAll([...heads, ...early, ...late], 'sections'),
        inPhrases: encodeAll([...heads, ...early, ...late], 'questions'),
        elsewhere: elsewhere.map(normalize).join(' '),
      },
    ],
    texts: new Map([...texts].map(([route, files]) => [route, files.map(({ passages }) => passages)])),
  }
}

/** Words that no page's head has: first those that searches have, then the others. */
function wordsOutside(heads: readonly string[], words: ReadonlyMap<string, Found>, sections: number) {
  const others = [...words]
    .filter(([word, found]) => isTelling(word, Object.values(found).flat().length, sections))
    .map(([word]) => word)
    .filter((word) => !heads.includes(word))
    .sort()
  const isEarly = (word: string) => words.get(word)!.searches.length > 0
  return [others.filter(isEarly), others.filter((word) => !isEarly(word))] as const
}

/** Sections and phrases that hold a term. */
type Found = Record<'sections' | 'searches' | 'questions', number[]>

const phraseList = (sections: number) => ({ count: 0, ofSection: new Array<number>(sections).fill(0) })

/** @param file the whole file, or its first part */
export function openIndex([first, rest]: SearchIndexFile | readonly [FirstPart]): OpenIndex {
  const sections = decodeSections(first.sections)
  const heads = headTerms(first.pages, sections)
  const words = wordsOf(heads).map(postingsOf)
  const sectionsOfPhrases: number[] = []
  for (const part of rest ? [first, rest] : [first]) {
    words.push(...frontDecode(part.words).map(postingsOf))
    const [inSections, inPhrases] = [part.inSections.split(' '), part.inPhrases.split(' ')]
    const before = sectionsOfPhrases.length
    words.forEach((word, at) => {
      word.sections.push(...decodeList(inSections[at] ?? ''))
      word.phrases.push(...decodeList(inPhrases[at] ?? '').map((phrase) => before + phrase))
    })
    decodeNumbers(part.phrases).forEach((count, section) => {
      sectionsOfPhrases.push(...new Array<number>(count).fill(section))
    })
  }
  const inPhrase = countsOf(
    words.map((word) => word.phrases),
    sectionsOfPhrases.length,
  )
  return {
    pages: first.pages,
    sections,
    wordCounts: countsOf(
      words.map((word) => word.sections),
      sections.length,
    ),
    phrases: sectionsOfPhrases.map((section, at) => ({ section, length: inPhrase[at]! })),
    words,
    heads,
    elsewhere: new Set(rest?.elsewhere.split(' ')),
  }
}

const postingsOf = (word: string) => ({ word, sections: [] as number[], phrases: [] as number[] })

/** How often each of the ids below `size` occurs in the lists. */
export function countsOf(lists: Iterable<readonly number[]>, size: number): number[] {
  const counts = new Array<number>(size).fill(0)
  for (const list of lists) for (const id of list) counts[id]!++
  return counts
}

const headTerms = (pages: FirstPart['pages'], sections: readonly IndexedSection[]): HeadTerms => ({
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
