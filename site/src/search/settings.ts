/** What the built document tells the search code, as a JSON block that never runs. */

export const SEARCH_SETTINGS_ID = 'search-settings'

export interface SearchSettings {
  /** Route of the search page, when one is configured. */
  readonly searchPagePath: string | false
  /** Where readers report a query that should find something. */
  readonly feedbackHref: string
  /** What to try where nothing is found. */
  readonly suggestions: readonly string[]
  /** Prefix of the index files; empty at the site's root. */
  readonly base?: string
  /** Present when a hosted assistant is configured. */
  readonly assistant?: { readonly endpoint: string }
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

const DEFAULTS: SearchSettings = { searchPagePath: false, feedbackHref: '/faq', suggestions: [] }

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
