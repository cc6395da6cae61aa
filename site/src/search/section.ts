/** A searchable piece of the site: the text of one page below one heading. */
export interface SearchSection {
  /** The exact route of the page. */
  readonly route: string
  readonly pageTitle: string
  /** The heading that the text stands under; empty for the text before the first heading. */
  readonly heading: string
  /** The heading's id; empty for the page itself. */
  readonly anchor: string
  readonly text: string
  readonly kind: 'doc' | 'category' | 'reference'
}
