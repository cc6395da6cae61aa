/** Types of a built site, from the pipeline to the shell. */
import type { Root } from 'hast'

/** A heading of level 2 or 3 for the table of contents. */
export interface Heading {
  readonly level: 2 | 3
  readonly id: string
  readonly text: string
}

export type PageKind = 'doc' | 'home' | 'category' | 'reference' | 'search' | 'not-found'

/** One route with its content. `body` is the article below the title, trusted build output. `frame/tree.ts` serializes it. */
export interface Page {
  /** The exact route: `/`, `/concepts/wallets`, `/api/`. */
  readonly route: string
  readonly kind: PageKind
  readonly title: string
  readonly description: string
  readonly type: 'tutorial' | 'how-to' | 'reference' | 'explanation'
  readonly sidebarLabel: string
  readonly body: Root
  readonly toc: readonly Heading[]
  /** The author's next-step links with titles. */
  readonly next: readonly PageLink[]
  /** ISO date of the last change from Git. Undefined if unknown. */
  readonly lastUpdated?: string
  /** Path of the source below the repository root. Undefined for generated pages. */
  readonly source?: string
  readonly noindex?: boolean
  /** Whether sections of level 3 start as one line each. */
  readonly folds?: boolean
  /** The page's docs version. */
  readonly version: string
}

export interface PageLink {
  readonly href: string
  readonly label: string
  readonly description?: string
}

/** One entry of a resolved sidebar. A category with `href` has an index page. */
export type SidebarItem =
  | { readonly kind: 'link'; readonly label: string; readonly href: string }
  | {
      readonly kind: 'category'
      readonly label: string
      readonly href?: string
      readonly items: readonly SidebarItem[]
    }

export interface Sidebar {
  /** Unique across docs versions. */
  readonly id: string
  /** Name in the sidebars file and the navbar. */
  readonly name: string
  readonly items: readonly SidebarItem[]
}

/** Data about the whole site that the shell needs on each page. */
export interface SiteModel {
  readonly sidebars: readonly Sidebar[]
  /** Route → id of its sidebar. */
  readonly sidebarOf: Readonly<Record<string, string>>
  /** Route → title, for breadcrumbs, previous and next. */
  readonly titles: Readonly<Record<string, string>>
}

/** The built client, as referenced by documents. */
export interface Assets {
  /** The inline style sheet per kind of page, chosen by `pageStyleOf`. */
  readonly styles: Readonly<Record<PageStyle, Asset>>
  /** Inline styles that only some configurations need. */
  readonly configured?: Asset
  /** URLs of the other styles, linked at the end of documents. Undefined if `styles` contain everything. */
  readonly lateStyles?: Readonly<Record<PageStyle, string>>
  /** The small script that sets the color mode before the first paint. */
  readonly theme: Asset
  /** The script that hides a dismissed announcement before the first paint. Only sites with an announcement need it. */
  readonly announcement?: Asset
  /** URLs of the text font and the code font, which the theme script preloads. */
  readonly fonts?: readonly string[]
  /** URL of the boot module. */
  readonly boot: string
  /** URL of the module of the list of calls, which the API reference requests together with the boot module. */
  readonly calls?: string
}

/** Inline style sheets, in `src/styles/`. */
export const PAGE_STYLES = ['home', 'reference', 'page'] as const
export type PageStyle = (typeof PAGE_STYLES)[number]

/** Builds a value per style sheet. */
export const pageStyles = <Value>(of: (name: PageStyle) => Value): Record<PageStyle, Value> => ({
  home: of('home'),
  reference: of('reference'),
  page: of('page'),
})

export const pageStyleOf = (kind: PageKind): PageStyle =>
  kind === 'home' || kind === 'reference' ? kind : 'page'

/** Inline in builds, linked on the dev server. */
export type Asset = { readonly text: string } | { readonly href: string }
