/** What a search provider offers, embedded or hosted. */

export interface SearchProvider {
  /**
   * Finds pages for a text.
   * @throws when the results cannot be fetched
   */
  search(query: string, options?: { readonly signal?: AbortSignal }): Promise<SearchResults>
  /** While answers lack excerpts: resolves when they have them. Ask again then. */
  readonly complete?: Promise<void> | undefined
}

export interface SearchResults {
  readonly query: string
  /** Pages, best first, each with its sections, best first. */
  readonly groups: readonly SearchGroup[]
  /** How many sections were found in all, shown or not. */
  readonly count: number
  /** Other texts that find something, for an empty result. */
  readonly suggestions: readonly string[]
}

export interface SearchGroup {
  readonly title: string
  readonly hits: readonly SearchHit[]
}

export interface SearchHit {
  readonly href: string
  /** Whether `href` leaves the site. */
  readonly external: boolean
  readonly heading: Excerpt
  readonly excerpt: Excerpt
}

/** Text in pieces; the marked ones match the query. */
export type Excerpt = readonly { readonly text: string; readonly marked: boolean }[]
