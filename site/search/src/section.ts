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
  /** The words that find the section; those of its passages, where this is left out. */
  readonly words?: string
  /** What people say who look for it, each a few words; no reader sees them. */
  readonly asked?: readonly string[]
  readonly kind: 'doc' | 'category' | 'reference'
}
