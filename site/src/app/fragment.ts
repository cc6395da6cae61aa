import type { ResolvedNavbar } from '../config/resolveNavbar.ts'
import type { PageKind } from '../model.ts'

/** What in-site navigation swaps in: one page without the shell around it. */
export interface Fragment {
  readonly route: string
  readonly kind: PageKind
  /** What the document's head says about the page, from `<title>` on. */
  readonly head: string
  /** The page's own title, announced to assistive technology. */
  readonly heading: string
  /** Inner HTML of `<main>`. */
  readonly main: string
  /** Inner HTML of the contents column; empty when the page has no headings. */
  readonly toc: string
  readonly sidebar: { readonly id: string; readonly label: string; readonly html: string } | null
  readonly navbar: ResolvedNavbar
  /** Language and script of the document that it fits into; absent on a development server. */
  readonly shell?: string
}

/** The versions that there are, by docs plugin. */
export type DocsVersions = readonly { readonly pluginId: string; readonly names: readonly string[] }[]

/** What the script knows about the document that was loaded; stands in it as JSON. */
export interface ShellModel {
  /** Empty where no version is to be remembered. */
  readonly versions: DocsVersions
  /** Absent where nothing that a reader prefers could change it. */
  readonly navbar?: ResolvedNavbar
}
