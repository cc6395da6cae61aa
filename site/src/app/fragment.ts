import type { ResolvedNavbar } from '../config/resolveNavbar.ts'
import type { PageKind } from '../model.ts'

/** What in-site navigation swaps in: one page without the shell around it. */
export interface Fragment {
  readonly route: string
  readonly kind: PageKind
  readonly version: string
  /** The document title, site name included. */
  readonly title: string
  /** The page's own title, announced to assistive technology. */
  readonly heading: string
  readonly description: string
  /** Inner HTML of `<main>`. */
  readonly main: string
  /** Inner HTML of the contents column; empty when the page has no headings. */
  readonly toc: string
  readonly sidebar: { readonly id: string; readonly label: string; readonly html: string } | null
  readonly navbar: ResolvedNavbar
}

/** What the shell's scripts know about the page that was loaded; stands in the document as JSON. */
export interface ShellModel {
  readonly route: string
  readonly kind: PageKind
  readonly version: string
  readonly siteTitle: string
  readonly logo: {
    readonly href: string
    readonly alt: string
    readonly src?: string
    readonly srcDark?: string
  } | null
  readonly navbarTitle: string
  readonly hasColorSwitch: boolean
  readonly hideOnScroll: boolean
  readonly navbar: ResolvedNavbar
  readonly versions: readonly { readonly pluginId: string; readonly names: readonly string[] }[]
  readonly rememberVersions: boolean
}
