/** What the built document tells the search code, as a JSON block that never runs. */
import { createEmbeddedSearch } from './embedded.ts'
import { createHostedSearch } from './hosted.ts'
import type { SearchIndexFile, SearchTextsFile } from './indexFormat.ts'
import type { SearchProvider } from './provider.ts'

export const SEARCH_SETTINGS_ID = 'search-settings'

export interface SearchSettings {
  /** Route of the search page, when one is configured. */
  readonly searchPagePath: string | false
  /** Where readers report a query that should find something. */
  readonly feedbackHref: string
  /** Prefix of the index files; empty at the site's root. */
  readonly base?: string
  /** Present when a hosted provider is configured. */
  readonly hosted?: {
    readonly appId: string
    readonly apiKey: string
    readonly indexName: string
    readonly host?: string
    readonly contextualSearch: boolean
    readonly searchParameters?: Readonly<Record<string, unknown>>
    readonly externalUrlRegex?: string
    readonly replaceSearchResultPathname?: { readonly from: string; readonly to: string }
    readonly language: string
    readonly versions: readonly string[]
  }
}

const DEFAULTS: SearchSettings = { searchPagePath: false, feedbackHref: '/faq' }

/** Settings of the document that is open, for the docs version that it shows now; defaults where it has none. */
export function readSearchSettings(from: Document = document): SearchSettings {
  const block = from.getElementById(SEARCH_SETTINGS_ID)
  if (!block?.textContent) return DEFAULTS
  const settings = { ...DEFAULTS, ...(JSON.parse(block.textContent) as SearchSettings) }
  const version = from.querySelector<HTMLMetaElement>('meta[name="docsearch:version"]')?.content
  // In-site navigation may have left the version that the document was loaded for.
  return settings.hosted && version
    ? { ...settings, hosted: { ...settings.hosted, versions: [version] } }
    : settings
}

let embedded: SearchProvider | undefined

/** The configured provider. The embedded one is made once a visit, and again after a failed fetch. */
export function openProvider(settings: SearchSettings): SearchProvider {
  if (settings.hosted) return hostedProvider(settings.hosted)
  return (embedded ??= embeddedProvider(settings.base ?? ''))
}

function hostedProvider({
  language,
  versions,
  ...options
}: NonNullable<SearchSettings['hosted']>): SearchProvider {
  return createHostedSearch({
    ...options,
    context: { language, versions },
    fetch: (...request) => fetch(...request),
    origin: location.origin,
  })
}

function embeddedProvider(base: string): SearchProvider {
  const provider = createEmbeddedSearch({
    index: () => fetchJson<SearchIndexFile>(`${base}/search/index.json`),
    texts: () => fetchJson<SearchTextsFile>(`${base}/search/texts.json`),
  })
  provider.ready.catch(() => {
    embedded = undefined
  })
  return provider
}

async function fetchJson<T>(address: string): Promise<T> {
  const response = await fetch(address)
  if (!response.ok) throw new Error(`${address} answered ${response.status}`)
  return (await response.json()) as T
}
