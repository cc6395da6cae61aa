/** The embedded provider: searches and answers with an index of the whole site in the reader's tab. */
import { excerptOf, markTerms } from './excerpt.ts'
import { hrefOf, openIndex, placeOfAnswer, type SearchFilesSource } from './indexFormat.ts'
import { createRanker, type RankedSection, type Ranker, SHOWN } from './rank.ts'
import { queryWords } from './tokenize.ts'
import type {
  AnswerProvider,
  Excerpt,
  SearchGroup,
  SearchHit,
  SearchProvider,
  SearchResults,
  Source,
} from './types.ts'

interface Limits {
  readonly groups: number
  readonly hitsOfGroup: number
}
const AT_A_GLANCE: Limits = { groups: 12, hitsOfGroup: 1 }
const EVERYTHING: Limits = { groups: Number.POSITIVE_INFINITY, hitsOfGroup: Number.POSITIVE_INFINITY }
const MOST_SUGGESTIONS = 3
/** Sections that cover less of a query aren't listed. */
const LEAST_COVERAGE = 0.2

export interface EmbeddedSearchOptions {
  /** Shown if nothing is found or similar. */
  readonly suggestions?: readonly string[]
}

/** @param files fetched for the first query */
export function createEmbeddedSearch(
  files: SearchFilesSource,
  { suggestions = [] }: EmbeddedSearchOptions = {},
): SearchProvider & AnswerProvider {
  let opening: Promise<Ranker> | undefined

  function open(): Promise<Ranker> {
    opening ??= files.index().then((file) => createRanker(openIndex(file)))
    // The caller gets the error of a failed fetch; the next call retries.
    opening.catch(() => {
      opening = undefined
    })
    return opening
  }

  return {
    async search(query, { signal, all = false } = {}): Promise<SearchResults> {
      if (query.trim() === '') return { query, groups: [], count: 0, suggestions: [] }
      const ranker = await open()
      signal?.throwIfAborted()
      const found = listed(ranker, query)
      const terms = queryWords(query).flatMap(({ whole, parts }) => [whole, ...parts])
      return {
        query,
        groups: groupByPage(found, terms, ranker, files, all ? EVERYTHING : AT_A_GLANCE),
        count: found.length,
        suggestions: found.length > 0 ? [] : suggestionsFor(query, ranker, suggestions),
      }
    },
    async *ask(question) {
      const { index, answers } = await open()
      const [best] = answers(question)
      if (best === undefined || best.certainty < SHOWN) return
      const { asks, links } = index.answers[best.answer]!
      const [file, at] = placeOfAnswer(best.answer)
      const [asked, html] = (await files.answers(file))[at] ?? []
      if (asked !== asks[0] || html === undefined) {
        opening = undefined
        throw new Error('the index and the answers are of different builds')
      }
      yield { kind: 'answer', question: asks[0]!, html, source: sourceOf(index, links.at(-1)!) }
    },
  }
}

function sourceOf({ pages, sections }: Ranker['index'], href: string): Source {
  const [route, anchor = ''] = href.split('#')
  const page = pages.findIndex((one) => one.route === route)
  const section = sections.find(([own, id]) => own === page && id === anchor)
  return { href, title: pages[page]?.title ?? route!, heading: section?.[2] ?? '' }
}

/** Sections with about the whole query, or without such sections, those with enough of it. */
function listed(ranker: Ranker, query: string): readonly RankedSection[] {
  return ranker.sections(query).filter(({ coverage }) => coverage >= LEAST_COVERAGE)
}

function groupByPage(
  results: readonly RankedSection[],
  terms: readonly string[],
  { index }: Ranker,
  files: SearchFilesSource,
  limits: Limits,
): SearchGroup[] {
  const groups = new Map<number, SearchHit[]>()
  for (const { section } of results) {
    const [page, anchor, heading, textsFile] = index.sections[section]!
    const hits = groups.get(page) ?? []
    if (!groups.has(page)) {
      if (groups.size === limits.groups) continue
      groups.set(page, hits)
    }
    if (hits.length === limits.hitsOfGroup) continue
    const { route, title } = index.pages[page]!
    hits.push({
      href: hrefOf(route, anchor),
      external: false,
      heading: markTerms(heading || title, terms),
      async excerpt(): Promise<Excerpt> {
        try {
          return excerptOf((await files.texts(route, textsFile))[anchor] ?? [], terms)
        } catch {
          return []
        }
      },
    })
  }
  return [...groups].map(([page, hits]) => ({ title: index.pages[page]!.title, hits }))
}

/** Words of the index that resemble the query, otherwise the given suggestions that find something. */
function suggestionsFor(query: string, ranker: Ranker, suggestions: readonly string[]): string[] {
  const typed = query.split(/\s+/).filter(Boolean)
  const similar = typed.flatMap((word) => ranker.suggest(word).slice(0, 2))
  if (similar.length > 0) return [...new Set(similar)].slice(0, MOST_SUGGESTIONS)
  const titles = ranker.index.pages.filter(({ kind }) => kind === 'doc').map(({ title }) => title)
  return [...new Set([...suggestions, ...titles])]
    .filter((text) => listed(ranker, text).length > 0)
    .slice(0, MOST_SUGGESTIONS)
}
