/** The embedded provider: searches and answers with an index of the whole site in the reader's tab. */
import { answer } from './answer.ts'
import { excerptOf, markTerms } from './excerpt.ts'
import { isForeign } from './foreign.ts'
import { openIndex, type SearchFilesSource } from './indexFormat.ts'
import {
  type AnswerProvider,
  countHits,
  type Excerpt,
  type SearchGroup,
  type SearchHit,
  type SearchProvider,
  type SearchResults,
} from './provider.ts'
import { isQuestion } from './question.ts'
import { createRanker, type Ranked, type Ranker } from './rank.ts'
import { queryWords } from './tokenize.ts'

interface Limits {
  readonly groups: number
  readonly hitsOfGroup: number
}
const AT_A_GLANCE: Limits = { groups: 12, hitsOfGroup: 4 }
const EVERYTHING: Limits = { groups: Number.POSITIVE_INFINITY, hitsOfGroup: Number.POSITIVE_INFINITY }
const MOST_SUGGESTIONS = 3
/** Sections that cover less of a question aren't listed. */
const LEAST_COVERAGE = 0.2

export interface EmbeddedSearchOptions {
  /** Shown if nothing is found or similar. */
  readonly suggestions?: readonly string[]
  /** Listed for a question in another language without matching words. */
  readonly start?: string
}

/** @param files fetched for the first query */
export function createEmbeddedSearch(
  files: SearchFilesSource,
  { suggestions = [], start = 'quickstart' }: EmbeddedSearchOptions = {},
): SearchProvider & AnswerProvider {
  let opening: Promise<Ranker> | undefined
  /** Ranks with the first part of the index until the rest has arrived. */
  let early: Ranker | undefined
  /** Shows the results of `early` for the latest search. */
  let showEarly = () => {}

  function open(): Promise<Ranker> {
    opening ??= files
      .index((part) => {
        early = createRanker(openIndex([part]))
        showEarly()
      })
      .then((file) => {
        early = undefined
        return createRanker(openIndex(file))
      })
    // The caller gets the error of a failed fetch; the next call retries.
    opening.catch(() => {
      opening = undefined
    })
    return opening
  }

  function find(ranker: Ranker, query: string, limits: Limits): SearchResults {
    const isOther = isForeign(query)
    const own = listed(ranker, query, isOther ? 0 : LEAST_COVERAGE)
    const found = own.length === 0 && isOther ? listed(ranker, start) : own
    const terms = queryWords(query).flatMap(({ whole, parts }) => [whole, ...parts])
    return {
      query,
      groups: groupByPage(found, terms, ranker, files, limits),
      count: found.length,
      suggestions: found.length > 0 ? [] : suggestionsFor(query, ranker, suggestions),
    }
  }

  return {
    async search(query, { signal, all = false, onEarly } = {}) {
      if (queryWords(query).length === 0) return { query, groups: [], count: 0, suggestions: [] }
      let shown: SearchResults | undefined
      showEarly = () => {
        // The first part lacks the phrases that are questions.
        if (!onEarly || early === undefined || isQuestion(query) || signal?.aborted) return
        const results = find(early, query, AT_A_GLANCE)
        if (results.count === 0) return
        shown = results
        onEarly(results)
      }
      showEarly()
      const ranker = await open()
      signal?.throwIfAborted()
      const results = find(ranker, query, all ? EVERYTHING : AT_A_GLANCE)
      return shown ? addBelow(shown, results) : results
    },
    async *ask(question) {
      yield* await answer(await open(), files, question)
    },
  }
}

/** The shown pages stay, because the reader may be about to open one. */
function addBelow(shown: SearchResults, results: SearchResults): SearchResults {
  const titles = new Set(shown.groups.map(({ title }) => title))
  const groups = [...shown.groups, ...results.groups.filter(({ title }) => !titles.has(title))]
  return { ...results, groups, count: Math.max(results.count, countHits(groups)) }
}

/** Sections with every word; for sentences, or without such sections, those with enough of the words. */
function listed(ranker: Ranker, query: string, least = LEAST_COVERAGE): readonly Ranked[] {
  const { sections } = ranker.rank(query)
  const whole = sections.filter(({ isWhole, isDefinition }) => isWhole || isDefinition)
  return whole.length > 0 && !isQuestion(query)
    ? whole
    : sections.filter(({ coverage, isDefinition }) => coverage >= least || isDefinition)
}

function groupByPage(
  results: readonly Ranked[],
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
      href: anchor ? `${route}#${anchor}` : route,
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
