/** The embedded provider: searches and answers with an index of the whole site in the reader's tab. */
import { excerptOf, markTerms, termsOf } from './excerpt.ts'
import {
  type OpenIndex,
  openIndex,
  pathOf,
  type SearchFilesSource,
  type SearchIndexFile,
  type TextsFile,
} from './indexFormat.ts'
import { createRanker } from './rank.ts'
import type { Answer, SearchHit, SearchProvider, Source } from './types.ts'

/** Pages that a dialog shows, one section of each. */
const AT_A_GLANCE = 12
/** Sections that cover less of a query aren't listed. */
const LEAST_COVERAGE = 0.2

/**
 * @param fetchFile called when a file is needed, and again for it after a failure
 * @param suggestions shown if nothing is found
 */
export function createEmbeddedSearch(
  fetchFile: SearchFilesSource,
  { suggestions = [] }: { readonly suggestions?: readonly string[] } = {},
): SearchProvider {
  const loaded = new Map<string, Promise<unknown>>()
  function once<T>(path: string, load: () => Promise<T>): Promise<T> {
    const loading = (loaded.get(path) ?? load()) as Promise<T>
    loaded.set(path, loading)
    loading.catch(() => loaded.delete(path))
    return loading
  }
  const open = () =>
    once('index', async () => {
      const index = openIndex(await fetchFile<SearchIndexFile>('index'))
      return { index, rank: createRanker(index) }
    })
  function fetchTexts<Text>(folder: 'texts' | 'answers', at: number) {
    const path = pathOf(folder, at)
    return once(path, () => fetchFile<TextsFile<Text>>(path))
  }

  /** In the latest index: after a failure, that may be another one. */
  async function answerTo(query: string): Promise<Answer | undefined> {
    const { index, rank } = await open()
    const { answer } = rank(query)
    if (answer === undefined) return undefined
    const { asks, links } = index.answers[answer.answer]!
    const { [asks[0]!]: html } = await fetchTexts<string>('answers', answer.answer)
    if (html === undefined) {
      loaded.clear()
      throw new Error('the index and the answers are of different builds')
    }
    return { written: { question: asks[0]!, html }, sources: [sourceOf(index, links.at(-1)!)] }
  }

  return {
    async search(query, { signal, all = false } = {}) {
      if (query.trim() === '') return { query, groups: [], count: 0, suggestions: [] }
      const { index, rank } = await open()
      signal?.throwIfAborted()
      const { sections, answer } = rank(query)
      const found = sections.filter(({ coverage }) => coverage >= LEAST_COVERAGE)
      const terms = termsOf(query)
      const groups = new Map<string, { readonly title: string; readonly hits: SearchHit[] }>()
      for (const { section } of found) {
        const { route, title, heading, href } = index.sections[section]!
        const hits = groups.get(route)?.hits ?? []
        if (!all && (hits.length > 0 || groups.size === AT_A_GLANCE)) continue
        groups.set(route, { title, hits })
        const excerpt = async () => {
          const texts = await fetchTexts<readonly string[]>('texts', section).catch(() => ({}))
          return excerptOf(new Map(Object.entries(texts)).get(href) ?? [], terms)
        }
        hits.push({ href, external: false, heading: markTerms(heading || title, terms), excerpt })
      }
      return {
        query,
        groups: [...groups.values()],
        count: found.length,
        suggestions: found.length > 0 ? [] : suggestions,
        ...(answer && { answer: () => answerTo(query) }),
      }
    },
  }
}

function sourceOf({ sections }: OpenIndex, href: string): Source {
  const section = sections.find((one) => one.href === href)
  const page = section ?? sections.find(({ route }) => route === href.split('#')[0])
  return { href, title: page?.title ?? href, heading: section?.heading ?? '' }
}
