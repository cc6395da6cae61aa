/**
 * A hosted provider for the Algolia search protocol: one POST to a host derived from the application id, filtered by
 * language and docs version if contextual search is on.
 */
import {
  excerptOf,
  markTerms,
  type SearchGroup,
  type SearchHit,
  type SearchProvider,
  termsOf,
} from '@keywright/search'
import type { HostedSearch } from './settings.ts'

interface HostedHit {
  readonly url: string
  readonly content?: string | null
  /** By level, `lvl0` to `lvl6`. */
  readonly hierarchy?: Readonly<Record<string, string | null>>
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
        groups: groupsOf(results[0].hits, termsOf(query), options),
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
    ...searchParameters,
    ...(facetFilters.length > 0 ? { facetFilters } : {}),
  }
}

function groupsOf(
  hits: readonly HostedHit[],
  terms: readonly string[],
  options: HostedSearch,
): SearchGroup[] {
  const groups = new Map<string, SearchHit[]>()
  for (const { url, content, hierarchy = {} } of hits) {
    const title = hierarchy['lvl1'] ?? hierarchy['lvl0'] ?? url
    const levels = Object.keys(hierarchy)
      .sort()
      .map((level) => hierarchy[level])
    const group = groups.get(title) ?? []
    groups.set(title, group)
    const heading = markTerms(unescapeHtml(levels.findLast(Boolean) ?? title), terms)
    const excerpt = () => excerptOf([unescapeHtml(content ?? '')], terms)
    const address = addressOf(url, options)
    // An index has a record for each paragraph.
    if (group.every(({ href }) => href !== address.href)) group.push({ ...address, heading, excerpt })
  }
  return [...groups].map(([title, found]) => ({ title: unescapeHtml(title), hits: found }))
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

/** Path and hash of a URL, as a link within this site. A link that starts with two slashes would lead to another site. */
export const ownAddress = ({ pathname, hash }: Pick<URL, 'pathname' | 'hash'>): string =>
  `/${pathname.replace(/^\/+/, '')}${hash}`

/** Indexes have the texts of pages as HTML. */
const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" }

const unescapeHtml = (text: string) =>
  text.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name]!)
