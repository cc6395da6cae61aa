/** What a search provider offers, embedded or hosted. */

export interface SearchProvider {
  /**
   * Finds sections for a text. Without `all` it answers about as many as a dialog shows.
   * @throws when the results cannot be fetched
   */
  search(query: string, options?: SearchOptions): Promise<SearchResults>
}

export interface SearchOptions {
  readonly signal?: AbortSignal
  readonly all?: boolean
}

export interface SearchResults {
  readonly query: string
  /** Pages, best first, each with its sections, best first. */
  readonly groups: readonly SearchGroup[]
  /** How many sections were found in all, shown or not. */
  readonly count: number
  /** Texts to try instead, those like the query first, for an empty result. */
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
  /** Answers at once what is there, and else fetches it. Never rejects: a hit without an excerpt is a hit. */
  readonly excerpt: () => Excerpt | Promise<Excerpt>
}

/** Text in pieces; the marked ones match the query. */
export type Excerpt = readonly { readonly text: string; readonly marked: boolean }[]

export const countHits = (groups: readonly SearchGroup[]): number =>
  groups.reduce((sum, { hits }) => sum + hits.length, 0)

/** A place of the site. */
export interface Source {
  readonly href: string
  readonly title: string
  /** Empty for the page itself. */
  readonly heading: string
}

export type AnswerPart =
  /** Text of a hosted assistant, in pieces that belong together. */
  | { readonly kind: 'text'; readonly text: string }
  /** Sentences of a page, unchanged. */
  | { readonly kind: 'quote'; readonly passages: readonly string[]; readonly source: Source }
  | { readonly kind: 'sources'; readonly sources: readonly Source[] }
  /** There is no answer; a hosted assistant says why. */
  | { readonly kind: 'unknown'; readonly text?: string }
  /** The question isn't in the language of the documentation. */
  | { readonly kind: 'foreign' }

export interface AnswerProvider {
  /**
   * Answers a question in parts, as they arrive.
   * @throws when nothing can be fetched
   */
  ask(question: string, signal: AbortSignal): AsyncIterable<AnswerPart>
}
