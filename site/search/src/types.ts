/** What is searched, what is found, and the interface of a provider, embedded or hosted. */

/** A searchable piece of the site: the text of one page below one heading. */
export interface SearchSection {
  /** The exact route of the page. */
  readonly route: string
  readonly pageTitle: string
  /** The heading that the text stands under; empty for the text before the first heading. */
  readonly heading: string
  /** The heading's id; empty for the page itself. */
  readonly anchor: string
  /** Sentences, table rows and lines of code, each whole: an excerpt is one of them. */
  readonly passages: readonly string[]
  /** The words that find the section. Default: those of its passages. */
  readonly words?: string
  /** Names that the section defines: whoever types one wants this section first. */
  readonly names?: readonly string[]
  readonly kind: 'doc' | 'category' | 'reference'
}

/** A written answer. */
export interface SearchAnswer {
  readonly question: string
  /** Other ways of asking it. */
  readonly asks: readonly string[]
  /** Its words, without markup. */
  readonly text: string
  readonly html: string
  /** Pages, or sections of them, that it links to; one reads on at the last. */
  readonly links: readonly string[]
}

export interface SearchProvider {
  /**
   * Finds sections for a text. Without `all`, returns about as many as a dialog shows.
   * @throws if the results can't be fetched
   */
  search(query: string, options?: { signal?: AbortSignal; all?: boolean }): Promise<SearchResults>
}

export interface SearchResults {
  readonly query: string
  /** Pages, best first, each with its sections, best first. */
  readonly groups: readonly SearchGroup[]
  /** Number of sections found, shown or not. */
  readonly count: number
  /** Other queries, for an empty result. */
  readonly suggestions: readonly string[]
  /** Fetches the answer to the query, if it has one. @throws if it can't be fetched */
  readonly answer?: () => Promise<Answer | undefined>
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
  /**
   * Returns an available excerpt immediately, otherwise fetches it. Never rejects: a hit without an excerpt is still
   * a hit.
   */
  readonly excerpt: () => Excerpt | Promise<Excerpt>
}

/** Text in segments; marked ones match the query. */
export type Excerpt = readonly { readonly text: string; readonly marked: boolean }[]

export const countHits = (groups: readonly SearchGroup[]): number =>
  groups.reduce((sum, { hits }) => sum + hits.length, 0)

/** A section of the site. */
export interface Source {
  readonly href: string
  readonly title: string
  /** Empty for the whole page. */
  readonly heading: string
}

/** The answer to a question. */
export interface Answer {
  /** A written one: the question that it answers, and HTML of the build. */
  readonly written?: { readonly question: string; readonly html: string }
  /** That of a hosted assistant. */
  readonly text?: string
  readonly sources: readonly Source[]
}
