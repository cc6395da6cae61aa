/**
 * A hosted provider for the Algolia search protocol: one POST to a host derived from the application id, filtered by
 * language and docs version if contextual search is on.
 */
import type { Excerpt, SearchGroup, SearchHit, SearchProvider } from '@keywright/search'
import { ownAddress } from './ownAddress.ts'
import type { HostedSearch } from './settings.ts'

interface HostedHit {
  readonly url: string
  readonly content?: string | null
  readonly hierarchy?: Readonly<Record<string, string | null>>
  readonly _highlightResult?: {
    readonly content?: { readonly value: string }
    readonly hierarchy?: Readonly<Record<string, { readonly value: string } | undefined>>
  }
}

/** The protocol's maximum per page. */
const MOST_HITS = 1_000
/** Surely within the protocol's 512 bytes for a query. */
const MOST_LETTERS = 170

/** Derives the host from an application id. */
export const hostOf = (appId: string) => `https://${appId.toLowerCase()}-dsn.algolia.net`

/** @param suggestions shown if nothing is found */
export function createHostedSearch(options: HostedSearch, suggestions: readonly string[]): SearchProvider {
  return {
    async search(query, { signal, all = false } = {}) {
      const response = await fetch(`${hostOf(options.appId)}/1/indexes/*/queries`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-algolia-application-id': options.appId,
          'x-algolia-api-key': options.apiKey,
        },
        body: JSON.stringify({
          requests: [
            {
              indexName: options.indexName,
              query: query.slice(0, MOST_LETTERS),
              ...parametersOf(options),
              ...(all ? { hitsPerPage: MOST_HITS } : {}),
            },
          ],
        }),
        ...(signal ? { signal } : {}),
      })
      if (!response.ok) throw new Error(`the search service returned ${response.status}`)
      const { results } = (await response.json()) as { results: [{ hits: HostedHit[]; nbHits: number }] }
      return {
        query,
        groups: groupsOf(results[0].hits, options),
        count: results[0].nbHits,
        suggestions: results[0].nbHits > 0 ? [] : suggestions,
      }
    },
  }
}

function parametersOf({ contextualSearch, language, versions, searchParameters = {} }: HostedSearch) {
  const own = searchParameters['facetFilters']
  const contextual = contextualSearch
    ? [`language:${language}`, versions.map((version) => `docs_version:${version}`)]
    : []
  const facetFilters = [...contextual, ...(Array.isArray(own) ? own : own === undefined ? [] : [own])]
  return {
    hitsPerPage: 20,
    highlightPreTag: '<mark>',
    highlightPostTag: '</mark>',
    ...searchParameters,
    ...(facetFilters.length > 0 ? { facetFilters } : {}),
  }
}

function groupsOf(hits: readonly HostedHit[], options: HostedSearch): SearchGroup[] {
  const groups = new Map<string, SearchHit[]>()
  for (const hit of hits) {
    const title = hit.hierarchy?.['lvl1'] ?? hit.hierarchy?.['lvl0'] ?? hit.url
    const group = groups.get(title) ?? []
    groups.set(title, group)
    const excerpt = contentOf(hit)
    group.push({ ...addressOf(hit.url, options), heading: headingOf(hit, title), excerpt: () => excerpt })
  }
  return [...groups].map(([title, found]) => ({ title, hits: found }))
}

/** Shortens this site's URLs to paths, so that they open without a page load. */
function addressOf(address: string, options: HostedSearch): { href: string; external: boolean } {
  const { protocol, pathname, hash } = new URL(address, location.origin)
  const isExternal = options.externalUrlRegex && new RegExp(options.externalUrlRegex).test(address)
  if (isExternal && ['https:', 'http:'].includes(protocol)) return { href: address, external: true }
  const replace = options.replaceSearchResultPathname
  const path = replace ? pathname.replace(new RegExp(replace.from, 'g'), replace.to) : pathname
  return { href: ownAddress({ pathname: path, hash }), external: false }
}

function headingOf(hit: HostedHit, title: string): Excerpt {
  const levels = Object.entries(hit._highlightResult?.hierarchy ?? {}).filter(([, level]) => level?.value)
  const deepest = levels.sort(([a], [b]) => (a < b ? 1 : -1))[0]?.[1]?.value
  return deepest ? marksOf(deepest) : [{ text: title, marked: false }]
}

const contentOf = (hit: HostedHit): Excerpt =>
  marksOf(hit._highlightResult?.content?.value ?? hit.content ?? '')

/** Converts `<mark>` to data, so that responses are never interpreted as HTML. */
function marksOf(text: string): Excerpt {
  return text
    .split(/(<mark>.*?<\/mark>)/s)
    .filter(Boolean)
    .map((piece) => {
      const marked = piece.startsWith('<mark>')
      return { text: unescapeHtml(marked ? piece.slice(6, -7) : piece), marked }
    })
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

const unescapeHtml = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]!)
