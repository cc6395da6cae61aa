export interface Page {
  readonly html: string
  /** Allows the page's own script and style by their hashes. */
  readonly contentSecurityPolicy: string
  /** Files that it was made of, from the folder of this package. */
  readonly inputs: readonly string[]
}

/** The console as one page that needs nothing else: no file beside it, no network but the server it came from. */
export function buildPage(): Promise<Page>
