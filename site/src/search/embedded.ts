/** The embedded provider: an index of the whole site in the reader's tab. */
import MiniSearch, { type Query, type SearchResult } from 'minisearch'
import { excerptOf, markTerms } from './excerpt.ts'
import { decodeTerms, type SearchIndexFile, type SearchTextsFile } from './indexFormat.ts'
import type { SearchGroup, SearchHit, SearchProvider, SearchResults } from './provider.ts'
import { synonymsOf } from './synonyms.ts'
import { normalize, queryWords, tokenize } from './tokenize.ts'

/** What a match is worth, by where it stands. A page's own title outranks a mention anywhere else. */
const BOOST = { title: 9, heading: 4, route: 4, text: 1 } as const
/** A synonym counts less than the word that was typed. */
const SYNONYM_WEIGHT = 0.35
const PREFIX_WEIGHT = 0.7
const FUZZY_WEIGHT = 0.35
/** The top of a page is a better landing place than one of its sections with the same words. */
const PAGE_TOP_BOOST = 1.35
/** A page whose title, or the last part of whose address, is what was typed and nothing else. */
const EXACT_NAME_BOOST = 3
const NAME_BEGINS_BOOST = 1.6
const EXACT_HEADING_BOOST = 1.5
const CATEGORY_BOOST = 0.4
const REFERENCE_BOOST = 0.8
const MOST_GROUPS = 12
const MOST_HITS_A_GROUP = 4
const CHUNK = 100

interface IndexedDocument {
  readonly id: number
  readonly title: string
  readonly heading: string
  readonly route: string
  readonly text: string
}

export interface EmbeddedSearch extends SearchProvider {
  /** Resolves when searches will answer without waiting. */
  readonly ready: Promise<void>
}

/**
 * @param load fetches the two files; the texts are asked for once the index stands, and results do not wait for them
 */
export function createEmbeddedSearch(load: {
  index: () => Promise<SearchIndexFile>
  texts: () => Promise<SearchTextsFile>
}): EmbeddedSearch {
  let texts: SearchTextsFile = []
  const opened = load.index().then(async (file) => ({ file, engine: await openIndex(file) }))
  const ready = opened.then(() => undefined)
  // Excerpts come when they come; without them a result still has its title, heading and link.
  const complete = ready.then(load.texts).then(
    (loaded) => {
      texts = loaded
    },
    () => undefined,
  )
  ready.catch(() => undefined)
  return {
    ready,
    get complete() {
      return texts.length > 0 ? undefined : complete
    },
    async search(query) {
      const { file, engine } = await opened
      return runQuery(query, engine, file, texts)
    },
  }
}

async function openIndex(file: SearchIndexFile): Promise<MiniSearch<IndexedDocument>> {
  const vocabulary = file.terms.split(' ')
  const engine = new MiniSearch<IndexedDocument>({
    fields: ['title', 'heading', 'route', 'text'],
    // Text terms come decoded and normalized; the other fields are as written.
    tokenize: (text, field) => (field === 'text' ? text.split(' ') : tokenize(text)),
    processTerm: (term) => term,
  })
  const documents = file.sections.map(([page, , heading, terms], id): IndexedDocument => {
    const { title, route } = file.pages[page]!
    return { id, title, heading, route: route.slice(1), text: decodeTerms(terms, vocabulary).join(' ') }
  })
  await engine.addAllAsync(documents, { chunkSize: CHUNK })
  return engine
}

function runQuery(
  query: string,
  engine: MiniSearch<IndexedDocument>,
  file: SearchIndexFile,
  texts: SearchTextsFile,
): SearchResults {
  const words = queryWords(query)
  if (words.length === 0) return { query, groups: [], count: 0, suggestions: [] }
  const options = {
    boost: BOOST,
    boostDocument: (id: number) => boostOf(file, id, words),
  }
  const all = engine.search({ combineWith: 'AND', queries: words.map(wordQuery) }, options)
  const results =
    all.length > 0 ? all : engine.search({ combineWith: 'OR', queries: words.map(wordQuery) }, options)
  const terms = words.flatMap(({ whole, parts }) => [whole, ...parts])
  return {
    query,
    groups: groupByPage(results, terms, file, texts),
    count: results.length,
    suggestions: results.length > 0 ? [] : suggestionsFor(query, engine),
  }
}

/** One typed word: itself whole or in parts, its beginnings, its misspellings, its synonyms. */
function wordQuery({ whole, parts }: { whole: string; parts: readonly string[] }): Query {
  const exact: Query = {
    queries: [whole],
    prefix: whole.length > 1,
    fuzzy: whole.length > 4 ? 0.2 : false,
    maxFuzzy: 2,
    weights: { prefix: PREFIX_WEIGHT, fuzzy: FUZZY_WEIGHT },
  }
  const inParts: Query[] = parts.length > 1 ? [{ combineWith: 'AND', queries: [...parts], prefix: true }] : []
  const synonyms = [...new Set([whole, ...parts].flatMap(synonymsOf))]
  const others: Query[] =
    synonyms.length > 0
      ? [{ queries: synonyms, boostTerm: () => SYNONYM_WEIGHT, prefix: false, fuzzy: false }]
      : []
  return { combineWith: 'OR', queries: [exact, ...inParts, ...others] }
}

function boostOf(file: SearchIndexFile, id: number, words: ReturnType<typeof queryWords>): number {
  const [page, anchor, heading] = file.sections[id]!
  const { title, route, kind } = file.pages[page]!
  let boost = kind === 'category' ? CATEGORY_BOOST : kind === 'reference' ? REFERENCE_BOOST : 1
  const typed = words
    .flatMap(({ whole, parts }) => (parts.length > 1 ? [whole, ...parts] : [whole]))
    .join(' ')
  if (anchor !== '') return tokenize(heading).join(' ') === typed ? boost * EXACT_HEADING_BOOST : boost
  boost *= PAGE_TOP_BOOST
  const name = tokenize(title).join(' ')
  const lastSegment = tokenize(route.slice(route.lastIndexOf('/') + 1)).join(' ')
  if (name === typed || lastSegment === typed) return boost * EXACT_NAME_BOOST
  return name.startsWith(`${typed} `) ? boost * NAME_BEGINS_BOOST : boost
}

function groupByPage(
  results: readonly SearchResult[],
  terms: readonly string[],
  file: SearchIndexFile,
  texts: SearchTextsFile,
): SearchGroup[] {
  const groups = new Map<number, SearchHit[]>()
  for (const { id } of results) {
    const [page, anchor, heading] = file.sections[id as number]!
    const hits = groups.get(page) ?? []
    if (!groups.has(page)) {
      if (groups.size === MOST_GROUPS) continue
      groups.set(page, hits)
    }
    if (hits.length === MOST_HITS_A_GROUP) continue
    const { route, title } = file.pages[page]!
    hits.push({
      href: anchor ? `${route}#${anchor}` : route,
      external: false,
      heading: markTerms(heading || title, terms),
      excerpt: excerptOf(texts[id as number] ?? '', terms),
    })
  }
  return [...groups].map(([page, hits]) => ({ title: file.pages[page]!.title, hits }))
}

function suggestionsFor(query: string, engine: MiniSearch<IndexedDocument>): string[] {
  const words = query.split(/\s+/).filter(Boolean)
  const found = words
    .flatMap((word) => engine.autoSuggest(normalize(word), { fuzzy: 0.34, prefix: true }).slice(0, 2))
    .map(({ suggestion }) => suggestion)
  return [...new Set(found)].slice(0, 3)
}
