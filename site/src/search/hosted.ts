/**
 * A hosted provider for the Algolia search protocol: one POST to a host derived from the application id, filtered by
 * language and docs version if contextual search is on.
 */
import { excerptOf, markTerms, type SearchHit, type SearchProvider, termsOf } from '@keywright/search'
import { post, textOf, urlOf } from './post.ts'
import type { HostedSearch } from './settings.ts'

/** The used members. */
type HostedHit = Readonly<Record<'url' | 'content' | 'hierarchy', unknown>>
/** Headings in `hierarchy`. */
const LEVELS = ['lvl0', 'lvl1', 'lvl2', 'lvl3', 'lvl4', 'lvl5', 'lvl6']

/** The protocol's maximum per page. */
const MOST_HITS = 1_000
/** Surely within the protocol's 512 bytes for a query. */
const MOST_LETTERS = 170

/** Derives the host from an application id. */
export const hostOf = (appId: string) => `https://${appId.toLowerCase()}-dsn.algolia.net`

/** @param suggestions shown if nothing is found */
export function createHostedSearch(options: HostedSearch, suggestions: readonly string[]): SearchProvider {
  return {
    search(query, { signal, all = false } = {}) {
      const headers = { 'x-algolia-application-id': options.appId, 'x-algolia-api-key': options.apiKey }
      const request = {
        indexName: options.indexName,
        query: query.slice(0, MOST_LETTERS),
        ...parametersOf(options),
        ...(all && { hitsPerPage: MOST_HITS }),
      }
      const address = `${hostOf(options.appId)}/1/indexes/*/queries`
      const read = (value: unknown) => {
        const [{ hits, nbHits }] = (value as { results: [{ hits: HostedHit[]; nbHits: number }] }).results
        const groups = groupsOf(hits, termsOf(query), options)
        if (!Number.isSafeInteger(nbHits) || nbHits > 0 !== groups.length > 0) throw new RangeError('count')
        return { query, groups, count: nbHits, suggestions: nbHits > 0 ? [] : suggestions }
      }
      return post(address, { requests: [request] }, read, signal ? [signal] : [], headers)
    },
  }
}

function parametersOf({ contextualSearch, language, versions, searchParameters = {} }: HostedSearch) {
  const contextual = [`language:${language}`, versions.map((version) => `docs_version:${version}`)]
  const facetFilters = [contextualSearch ? contextual : [], searchParameters['facetFilters'] ?? []].flat()
  return { hitsPerPage: 20, ...searchParameters, ...(facetFilters.length > 0 && { facetFilters }) }
}

function groupsOf(hits: readonly HostedHit[], terms: readonly string[], options: HostedSearch) {
  const groups = new Map<string, SearchHit[]>()
  for (const hit of hits.slice(0, MOST_HITS)) {
    const { url, content, hierarchy } = Object(hit) as HostedHit
    const found = urlOf(url)
    if (!found) continue
    const address = addressOf(found, options)
    const levels = LEVELS.map((level) => textOf(Object(hierarchy)[level]))
    const title = levels[1] ?? levels[0] ?? textOf(url)!
    const heading = markTerms(unescapeHtml(levels.findLast(Boolean) ?? title), terms)
    const excerpt = () => excerptOf([unescapeHtml(textOf(content) ?? '')], terms)
    const group = groups.get(title) ?? []
    groups.set(title, group)
    // An index has a record for each paragraph.
    if (group.every(({ href }) => href !== address.href)) group.push({ ...address, heading, excerpt })
  }
  return [...groups].map(([title, found]) => ({ title: unescapeHtml(title), hits: found }))
}

/** Shortens this site's URLs to paths, so that they open without a page load. */
function addressOf({ href, pathname, hash }: URL, options: HostedSearch) {
  const external = options.externalUrlRegex && new RegExp(options.externalUrlRegex).test(href)
  if (external) return { href, external: true }
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
