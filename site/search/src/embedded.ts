/** The embedded provider: searches and answers with an index of the whole site in the reader's tab. */
import { excerptOf, markTerms } from './excerpt.ts'
import {
  type OpenIndex,
  openIndex,
  pathOf,
  type SearchFilesSource,
  type SearchIndexFile,
  type TextsFile,
} from './indexFormat.ts'
import { createRanker, type Ranker } from './rank.ts'
import { queryWords } from './tokenize.ts'
import type { AnswerProvider, Excerpt, SearchHit, SearchProvider, SearchResults, Source } from './types.ts'

/** Pages that a dialog shows, one section of each. */
const AT_A_GLANCE = 12
/** Sections that cover less of a query aren't listed. */
const LEAST_COVERAGE = 0.2

/**
 * @param fetchFile called when a file is needed; may be called again for it after a failure
 * @param suggestions shown if nothing is found
 */
export function createEmbeddedSearch(
  fetchFile: SearchFilesSource,
  { suggestions = [] }: { readonly suggestions?: readonly string[] } = {},
): SearchProvider & AnswerProvider {
  let opening: Promise<{ readonly index: OpenIndex; readonly rank: Ranker }> | undefined

  function open() {
    opening ??= fetchFile<SearchIndexFile>('index').then((file) => {
      const index = openIndex(file)
      return { index, rank: rememberLatest(createRanker(index)) }
    })
    // The caller gets the error of a failed fetch; the next call retries.
    opening.catch(() => {
      opening = undefined
    })
    return opening
  }

  return {
    async search(query, { signal, all = false } = {}): Promise<SearchResults> {
      if (query.trim() === '') return { query, groups: [], count: 0, suggestions: [] }
      const { index, rank } = await open()
      signal?.throwIfAborted()
      const list = (text: string) => rank(text).sections.filter(({ coverage }) => coverage >= LEAST_COVERAGE)
      const found = list(query)
      const terms = queryWords(query).flatMap(({ whole, parts }) => [whole, ...parts])
      const groups = new Map<string, { readonly title: string; readonly hits: SearchHit[] }>()
      for (const { section } of found) {
        const { route, title, heading, href } = index.sections[section]!
        const hits = groups.get(route)?.hits ?? []
        if (!all && (hits.length > 0 || groups.size === AT_A_GLANCE)) continue
        groups.set(route, { title, hits })
        const excerpt = async (): Promise<Excerpt> => {
          const texts = await fetchFile<TextsFile<readonly string[]>>(pathOf('texts', section)).catch(
            () => ({}),
          )
          return excerptOf(new Map(Object.entries(texts)).get(href) ?? [], terms)
        }
        hits.push({ href, external: false, heading: markTerms(heading || title, terms), excerpt })
      }
      return {
        query,
        groups: [...groups.values()],
        count: found.length,
        suggestions: found.length > 0 ? [] : suggestions.filter((text) => list(text).length > 0),
      }
    },
    async *ask(question) {
      const { index, rank } = await open()
      const { answer } = rank(question)
      if (answer === undefined) return
      const { asks, links } = index.answers[answer.answer]!
      const { [asks[0]!]: html } = await fetchFile<TextsFile<string>>(pathOf('answers', answer.answer))
      if (html === undefined) {
        opening = undefined
        throw new Error('the index and the answers are of different builds')
      }
      yield { written: { question: asks[0]!, html }, sources: [sourceOf(index, links.at(-1)!)] }
    },
  }
}

/** A reader's text is searched, and then answered. */
function rememberLatest(rank: Ranker): Ranker {
  let latest: { readonly query: string; readonly ranked: ReturnType<Ranker> } | undefined
  return (query) => {
    if (latest?.query !== query) latest = { query, ranked: rank(query) }
    return latest.ranked
  }
}

function sourceOf({ sections }: OpenIndex, href: string): Source {
  const section = sections.find((one) => one.href === href)
  const page = section ?? sections.find(({ route }) => route === href.split('#')[0])
  return { href, title: page?.title ?? href, heading: section?.heading ?? '' }
}
