import type { PageKind } from '../config/model.ts'
import type { ResolvedNavbar } from '../config/resolveNavbar.ts'

/** One page without the shell, swapped in by in-site navigation. */
export interface Fragment {
  readonly route: string
  readonly kind: PageKind
  /** The page's own part of the head, starting with `<title>`. */
  readonly head: string
  /** The page's title, announced to assistive technology. */
  readonly heading: string
  /** Inner HTML of `<main>`. */
  readonly main: string
  /** Inner HTML of the contents column. Empty without headings. */
  readonly toc: string
  readonly sidebar: { readonly id: string; readonly label: string; readonly html: string } | null
  readonly navbar: ResolvedNavbar
  /** Script of matching documents. Undefined on a development server. */
  readonly shell?: string
}

/** All docs versions by plugin. */
export type DocsVersions = readonly { readonly pluginId: string; readonly names: readonly string[] }[]

/** What the reader's preferred docs version changes in the loaded document, embedded as JSON. */
export interface ShellModel {
  readonly versions: DocsVersions
  readonly navbar: ResolvedNavbar
}
