export interface Page {
  readonly html: string
  /** Allows the page's own script and style by their hashes. */
  readonly contentSecurityPolicy: string
  /** Source files, relative to this package. */
  readonly inputs: readonly string[]
}

/** Builds the console as a single HTML file that contacts only its own server. */
export function buildPage(): Promise<Page>
