/** The embedded provider: an index of the whole site in the reader's tab. */
import MiniSearch, { type AsPlainObject, type Query, type SearchResult } from 'minisearch'
import { excerptOf, markTerms } from './excerpt.ts'
import {
  decodePart,
  type OpenIndex,
  openIndex,
  type SearchFilesSource,
  type SearchTextsFile,
} from './indexFormat.ts'
import { partsFor, partsOfTerms } from './partsFor.ts'
import type { Excerpt, SearchGroup, SearchHit, SearchProvider } from './provider.ts'
import { remembered } from './remembered.ts'
import { synonymsOf } from './synonyms.ts'
import { normalize, queryWords, tokenize, type Words } from './tokenize.ts'
import { findAlike } from './vocabulary.ts'

/** What a match is worth, by where it stands. A page's own title outranks a mention anywhere else. */
const BOOST = { title: 9, heading: 4, route: 4, text: 1 } as const
/** A synonym counts less than the word that was typed. */
const SYNONYM_WEIGHT = 0.35
/** An identifier as it is typed counts more than its words anywhere in a text. */
const PARTS_WEIGHT = 0.5
const PREFIX_WEIGHT = 0.7
const FUZZY_WEIGHT = 0.35
/** So many letters of a word may be wrong, as a share of it; of what is proposed instead, more. */
const FUZZY = { typed: 0.2, proposed: 0.34 } as const
const MOST_SLIPS = 2
const SHORTEST_MISSPELT = 5
/** Words that are looked at to propose one. */
const MOST_ALIKE = 8
/** The top of a page is a better landing place than one of its sections with the same words. */
const PAGE_TOP_BOOST = 1.35
/** A page whose title, or the last part of whose address, is what was typed and nothing else. */
const EXACT_NAME_BOOST = 3
const NAME_BEGINS_BOOST = 1.6
const EXACT_HEADING_BOOST = 1.5
/** A section whose heading is what was typed, letter by letter: the place that defines an error, a call, a flag. */
const DEFINED_BOOST = 100
/** A row that defines a name, for whoever types something else. */
const ROW_BOOST = 0.4
const CATEGORY_BOOST = 0.4
const REFERENCE_BOOST = 0.8
/** What is not in the reader's language stands behind what is, and before nothing. */
const FOREIGN_BOOST = 0.02

interface Limits {
  readonly groups: number
  readonly hitsOfGroup: number
}
const AT_A_GLANCE: Limits = { groups: 12, hitsOfGroup: 4 }
const EVERYTHING: Limits = { groups: Number.POSITIVE_INFINITY, hitsOfGroup: Number.POSITIVE_INFINITY }
const MOST_SUGGESTIONS = 3

/** The engine's numbers of the fields. */
const FIELD = { title: 0, heading: 1, route: 2, text: 3 } as const

interface IndexedDocument {
  readonly id: number
}

export interface EmbeddedSearchOptions {
  /** Shown where nothing is found and nothing is like it; those that find nothing are left out. */
  readonly suggestions?: readonly string[]
}

/** @param files fetched when a query asks for them: the index always, words and texts in parts */
export function createEmbeddedSearch(
  files: SearchFilesSource,
  { suggestions = [] }: EmbeddedSearchOptions = {},
): SearchProvider {
  let opening: Promise<Index> | undefined

  function open(): Promise<Index> {
    opening ??= files.index().then((file) => createIndex(openIndex(file), files))
    // A failed fetch is told to who asked; the next one tries again.
    opening.catch(() => {
      opening = undefined
    })
    return opening
  }

  return {
    async search(query, { all = false } = {}) {
      const nothing = { query, groups: [], count: 0, suggestions: [] }
      if (!/[\p{L}\p{N}]/u.test(query)) return nothing
      const index = await open()
      const words = queryWords(query, index.file.language)
      if (words.length === 0) return nothing
      const results = await index.find(words, nameIn(query))
      const terms = words.flatMap(({ whole, parts }) => [whole, ...parts])
      return {
        query,
        groups: groupByPage(results, terms, index.file, files, all ? EVERYTHING : AT_A_GLANCE),
        count: results.length,
        suggestions: results.length > 0 ? [] : await suggestionsFor(query, index, suggestions),
      }
    },
  }
}

interface Index {
  readonly file: OpenIndex
  /** @param name see `nameIn` */
  find(words: Words, name?: string): Promise<readonly SearchResult[]>
  /** Words of the index that are like a word. */
  like(word: string): Promise<readonly string[]>
}

/** An index that grows: titles and headings at once, the words of the texts as queries ask for them. */
function createIndex(file: OpenIndex, files: SearchFilesSource): Index {
  const { postings, lengths } = readHeads(file)
  const loaded = new Map<number, Promise<void>>()
  const termsOf = remembered((name) => tokenize(name, file.language).join(' '))
  let engine = createEngine(postings, lengths)
  let isStale = false

  const load = (part: number) => {
    const known = loaded.get(part)
    if (known) return known
    const loading = files.part(part).then((content) => {
      for (const { word, sections } of decodePart(content))
        if (sections.length > 0) put(postings, word, FIELD.text, sections)
      isStale = true
    })
    loaded.set(part, loading)
    loading.catch(() => loaded.delete(part))
    return loading
  }

  async function loadAll(parts: Iterable<number>): Promise<void> {
    await Promise.all([...new Set(parts)].map(load))
    if (isStale) engine = createEngine(postings, lengths)
    isStale = false
  }

  function search(words: Words, name: string | undefined, combineWith: 'AND' | 'OR'): SearchResult[] {
    const typed = words
      .flatMap(({ whole, parts }) => (parts.length > 1 ? [whole, ...parts] : [whole]))
      .join(' ')
    return engine.search(
      { combineWith, queries: words.map(wordQuery) },
      { boost: BOOST, boostDocument: (id: number) => boostOf(file, id, { typed, name, termsOf }) },
    )
  }

  return {
    file,
    async like(word) {
      const most = Math.round(word.length * FUZZY.proposed)
      const alike = await findAlike(files, file.parts, word, most)
      await loadAll(partsOfTerms(file.parts, alike.slice(0, MOST_ALIKE)))
      return engine
        .autoSuggest(word, { fuzzy: FUZZY.proposed, prefix: true })
        .map(({ suggestion }) => suggestion)
    },
    async find(words, name) {
      await loadAll(partsFor(file, words))
      const found = search(words, name, 'AND')
      if (found.length > 0) return found
      // A slip of the hand may stand in any part: the vocabulary says in which.
      const alike = await Promise.all(
        words.map(({ whole }) => findAlike(files, file.parts, whole, slipsIn(whole))),
      )
      await loadAll(partsOfTerms(file.parts, alike.flat()))
      const misspelt = search(words, name, 'AND')
      return misspelt.length > 0 ? misspelt : search(words, name, 'OR')
    },
  }
}

/** Field → section → how often, for each word: as the engine's own format has it. */
type Postings = Map<string, Record<number, Record<number, number>>>

function put(postings: Postings, word: string, field: number, sections: Iterable<number>): void {
  const entry = postings.get(word) ?? {}
  postings.set(word, entry)
  const counts = (entry[field] ??= {})
  for (const section of sections) counts[section] = (counts[section] ?? 0) + 1
}

/** Words of titles, headings and routes; and how many words each field of each section has. */
function readHeads(file: OpenIndex): { postings: Postings; lengths: readonly number[][] } {
  const postings: Postings = new Map()
  const lengths = file.sections.map(([page, , heading, words], id) => {
    const { title, route } = file.pages[page]!
    const head = [title, heading, route].map((text) => tokenize(text, file.language))
    head.forEach((found, field) => {
      for (const word of found) put(postings, word, field, [id])
    })
    return [...head.map((found) => found.length), words]
  })
  return { postings, lengths }
}

/** From what is loaded so far, in the format that the engine itself serializes to. */
function createEngine(postings: Postings, lengths: readonly number[][]): MiniSearch<IndexedDocument> {
  const averages = Object.values(FIELD).map(
    (field) => lengths.reduce((sum, own) => sum + own[field]!, 0) / Math.max(1, lengths.length),
  )
  const content: AsPlainObject = {
    documentCount: lengths.length,
    nextId: lengths.length,
    documentIds: Object.fromEntries(lengths.map((_, id) => [id, id])),
    fieldIds: FIELD,
    fieldLength: Object.fromEntries(lengths.map((own, id) => [id, own])),
    averageFieldLength: averages,
    storedFields: {},
    dirtCount: 0,
    index: [...postings],
    serializationVersion: 2,
  }
  return MiniSearch.loadJS(content, {
    fields: Object.keys(FIELD),
    tokenize: (text) => [text],
    processTerm: (term) => term,
  })
}

const slipsIn = (word: string): number =>
  word.length < SHORTEST_MISSPELT ? 0 : Math.min(MOST_SLIPS, Math.round(word.length * FUZZY.typed))

/** One typed word: itself whole or in parts, its beginnings, its misspellings, its synonyms. */
function wordQuery({ whole, parts }: Words[number]): Query {
  const exact: Query = {
    queries: [whole],
    prefix: whole.length > 1,
    fuzzy: slipsIn(whole),
    weights: { prefix: PREFIX_WEIGHT, fuzzy: FUZZY_WEIGHT },
  }
  const inParts: Query[] =
    parts.length > 1
      ? [{ combineWith: 'AND', queries: [...parts], prefix: true, boostTerm: () => PARTS_WEIGHT }]
      : []
  const synonyms = [...new Set([whole, ...parts].flatMap(synonymsOf))]
  const others: Query[] =
    synonyms.length > 0
      ? [{ queries: synonyms, boostTerm: () => SYNONYM_WEIGHT, prefix: false, fuzzy: false }]
      : []
  return { combineWith: 'OR', queries: [exact, ...inParts, ...others] }
}

/** What was typed, spelled, if it is a name as programs write them: without `npx`, and without what stands in brackets behind it. */
function nameIn(query: string): string | undefined {
  const typed = query
    .trim()
    .replace(/^npx /, '')
    .replace(/\(.*\)$/, '')
  return isNameOfProgram(typed) ? spelled(typed) : undefined
}

/** Names as programs write them; `wallet` and `sign` are words, and pages are about them. */
const isNameOfProgram = (name: string) => /^--|[_.]|[a-z][A-Z]|^[A-Z]{3,}$|^keywright /.test(name)

/** Each spelling of one name: `create_wallet` is `createWallet`. */
const spelled = (name: string) =>
  name
    .replace(/\(.*\)$/, '')
    .replaceAll('_', '')
    .toLowerCase()

/** Errors have anchors of their names, commands and flags have them with what they are in front. */
const isRow = (anchor: string, heading: string) =>
  (anchor !== '' && anchor === heading && /^[A-Z_]/.test(anchor)) || /^(?:command|flag)-/.test(anchor)

interface Typed {
  /** The terms of the query in a row. */
  readonly typed: string
  /** See `nameIn`. */
  readonly name: string | undefined
  /** The terms of a title or heading in a row. Every query meets those of all sections. */
  readonly termsOf: (name: string) => string
}

function boostOf(file: OpenIndex, id: number, { typed, name, termsOf }: Typed): number {
  const [page, anchor, heading] = file.sections[id]!
  const { title, route, kind, isForeign } = file.pages[page]!
  let boost = kind === 'category' ? CATEGORY_BOOST : kind === 'reference' ? REFERENCE_BOOST : 1
  if (isForeign) boost *= FOREIGN_BOOST
  // Pages of libraries have methods of the same names; the reference has the call itself.
  if (name !== undefined && spelled(heading) === name)
    return DEFINED_BOOST * (kind === 'reference' ? DEFINED_BOOST : 1)
  if (isRow(anchor, heading)) boost *= ROW_BOOST
  if (anchor !== '') return termsOf(heading) === typed ? boost * EXACT_HEADING_BOOST : boost
  boost *= PAGE_TOP_BOOST
  const own = termsOf(title)
  const lastSegment = termsOf(route.slice(route.lastIndexOf('/') + 1))
  if (own === typed || lastSegment === typed) return boost * EXACT_NAME_BOOST
  return own.startsWith(`${typed} `) ? boost * NAME_BEGINS_BOOST : boost
}

function groupByPage(
  results: readonly SearchResult[],
  terms: readonly string[],
  file: OpenIndex,
  files: SearchFilesSource,
  limits: Limits,
): SearchGroup[] {
  const groups = new Map<number, SearchHit[]>()
  for (const { id } of results) {
    const [page, anchor, heading, , textsFile] = file.sections[id as number]!
    const hits = groups.get(page) ?? []
    if (!groups.has(page)) {
      if (groups.size === limits.groups) continue
      groups.set(page, hits)
    }
    if (hits.length === limits.hitsOfGroup) continue
    const { route, title } = file.pages[page]!
    hits.push({
      href: anchor ? `${route}#${anchor}` : route,
      external: false,
      heading: markTerms(heading || title, terms, file.language),
      excerpt: () => fetchExcerpt(() => files.texts(route, textsFile), anchor, terms, file.language),
    })
  }
  return [...groups].map(([page, hits]) => ({ title: file.pages[page]!.title, hits }))
}

async function fetchExcerpt(
  texts: () => Promise<SearchTextsFile>,
  anchor: string,
  terms: readonly string[],
  language: string | undefined,
): Promise<Excerpt> {
  try {
    return excerptOf((await texts())[anchor] ?? [], terms, language)
  } catch {
    return []
  }
}

/** Words like those of the query, which find something by nature; else those of the given texts that do. */
async function suggestionsFor(
  query: string,
  index: Index,
  suggestions: readonly string[],
): Promise<string[]> {
  const typed = query.split(/\s+/).filter(Boolean)
  const alike = await Promise.all(typed.map((word) => index.like(normalize(word, index.file.language))))
  const similar = alike.flatMap((words) => words.slice(0, 2))
  if (similar.length > 0) return [...new Set(similar)].slice(0, MOST_SUGGESTIONS)
  const titles = index.file.pages.filter(({ kind }) => kind === 'doc').map(({ title }) => title)
  const finding: string[] = []
  for (const text of [...suggestions, ...titles]) {
    if (finding.length === MOST_SUGGESTIONS) break
    if (!finding.includes(text) && (await index.find(queryWords(text, index.file.language))).length > 0)
      finding.push(text)
  }
  return finding
}
