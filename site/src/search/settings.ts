/** Search settings from the document's JSON block. */
import type { AssistantConfig, SearchConfig } from '../config/types.ts'

export const SEARCH_SETTINGS_ID = 'search-settings'

/** The address of a file of the embedded search. */
export const fileOf = (path: string) => `/search/${path}.json`
export const INDEX_PATH = fileOf('index')

/** Examples of what a reader can ask, which the empty search shows. Each has an answer in `site/answers/`. */
export const QUESTIONS = [
  'How do I start?',
  'Why do I get 401 on every request?',
  'Which errors should I retry?',
] as const

/** Room for a line of a log, which ends with its error. */
export const MOST_CHARACTERS = 500

export interface SearchSettings {
  /** Route of the search page, if configured. */
  readonly searchPagePath: string | false
  /** URL to report a query without results. */
  readonly feedbackHref: string
  /** Suggestions if nothing is found. */
  readonly suggestions: readonly string[]
  /** Set if a hosted assistant is configured. */
  readonly assistant?: AssistantConfig
  /** Set if a hosted provider is configured. */
  readonly hosted?: HostedSearch
}

type Credentials = Pick<SearchConfig, 'appId' | 'apiKey' | 'indexName'>

export interface HostedSearch
  extends Required<Credentials>,
    Omit<SearchConfig, keyof Credentials | 'searchPagePath' | 'suggestions'> {
  /** Language and docs version tags of the current page. */
  readonly language: string
  readonly versions: readonly string[]
}

const DEFAULTS: SearchSettings = { searchPagePath: false, feedbackHref: '/faq', suggestions: [] }

/** Reads the document's settings for its current docs version. Falls back to defaults. */
export function readSearchSettings(from: Document = document): SearchSettings {
  const block = from.getElementById(SEARCH_SETTINGS_ID)
  if (!block?.textContent) return DEFAULTS
  const settings = { ...DEFAULTS, ...(JSON.parse(block.textContent) as SearchSettings) }
  const version = from.querySelector<HTMLMetaElement>('meta[name="docsearch:version"]')?.content
  // In-site navigation may have changed the version since the document loaded.
  return settings.hosted && version
    ? { ...settings, hosted: { ...settings.hosted, versions: [version] } }
    : settings
}
