/** The interface of a search provider, embedded or hosted. */

export interface SearchProvider {
  /**
   * Finds sections for a text. Without `all`, returns about as many as a dialog shows.
   * @throws if the results can't be fetched
   */
  search(query: string, options?: SearchOptions): Promise<SearchResults>
}

export interface SearchOptions {
  readonly signal?: AbortSignal
  readonly all?: boolean
  /** Called with preliminary results if the final ones take longer. They stay in place: the final ones follow below. */
  readonly onEarly?: (results: SearchResults) => void
}

export interface SearchResults {
  readonly query: string
  /** Pages, best first, each with its sections, best first. */
  readonly groups: readonly SearchGroup[]
  /** Number of sections found, shown or not. */
  readonly count: number
  /** Alternative queries for an empty result, the most similar ones first. */
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

export type AnswerPart =
  /** Text of a hosted assistant, in segments of one answer. */
  | { readonly kind: 'text'; readonly text: string }
  /** Sentences of a page, unchanged. */
  | {
      readonly kind: 'quote'
      readonly passages: readonly string[]
      /** The one of the passages that answers. Default: the first. */
      readonly lead?: string
      readonly source: Source
    }
  | { readonly kind: 'sources'; readonly sources: readonly Source[] }
  /** No answer found; a hosted assistant explains why. */
  | { readonly kind: 'unknown'; readonly text?: string }
  /** The question isn't in the language of the documentation. */
  | { readonly kind: 'foreign' }

export interface AnswerProvider {
  /** Answers a question in parts, as they arrive. @throws if nothing can be fetched */
  ask(question: string, signal: AbortSignal): AsyncIterable<AnswerPart>
}
