/** What a built site is made of: the types that the pipeline produces and the shell renders. */
import type { Root } from 'hast'

/** A heading of levels 2 to 3, as the table of contents lists it. */
export interface Heading {
  readonly level: 2 | 3
  readonly id: string
  readonly text: string
}

export type PageKind = 'doc' | 'home' | 'category' | 'reference' | 'search' | 'not-found'

/** One route with its rendered content. `body` is the article below the title, trusted build output; `app/tree.ts` makes it HTML. */
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
  /** Closing links named by the author, already resolved to titles. */
  readonly next: readonly PageLink[]
  /** ISO date of the last change, from version control; absent when unknown. */
  readonly lastUpdated?: string
  /** Path of the source below the repository root; absent for generated pages. */
  readonly source?: string
  readonly noindex?: boolean
  /** The docs version that the page belongs to. */
  readonly version: string
  /** Its address stands below that of another language than the site's own. */
  readonly language?: string
  /** The language of its text, where there is none in its own. */
  readonly fallbackOf?: string
  /** The same page in every language that it is written in, its own included; absent where there is one language. */
  readonly translations?: readonly { readonly language: string; readonly route: string }[]
}

export interface PageLink {
  readonly href: string
  readonly label: string
  readonly description?: string
}

/** One entry of a resolved sidebar. A category has an index page when it has an `href`. */
export type SidebarItem =
  | { readonly kind: 'link'; readonly label: string; readonly href: string }
  | {
      readonly kind: 'category'
      readonly label: string
      readonly href?: string
      readonly items: readonly SidebarItem[]
    }

export interface Sidebar {
  /** Unique among all docs versions. */
  readonly id: string
  /** As the site's map and the navbar name it. */
  readonly name: string
  readonly items: readonly SidebarItem[]
}

/** Everything about the site that is not one page: what the shell needs on each. */
export interface SiteModel {
  readonly sidebars: readonly Sidebar[]
  /** Route → id of the sidebar that shows it. */
  readonly sidebarOf: Readonly<Record<string, string>>
  /** Route → title, for breadcrumbs, previous and next. */
  readonly titles: Readonly<Record<string, string>>
}

/** The built client as a document carries it. */
export interface Assets {
  /** The style sheet of each kind of page; `pageStyleOf` says which kind brings which. */
  readonly styles: Readonly<Record<PageStyle, Asset>>
  /** Address of the whole style sheet, which a document loads at its end; absent if `styles` hold everything. */
  readonly wholeStyle?: string
  /** The small script that sets the color mode before the first paint. */
  readonly theme: Asset
  /** Address of the module that enhances the page. */
  readonly boot: string
}

/** The style sheets that documents hold, each in `src/styles/`. */
export const PAGE_STYLES = ['home', 'reference', 'page'] as const
export type PageStyle = (typeof PAGE_STYLES)[number]

/** Something for each of them. */
export const pageStyles = <Value>(of: (name: PageStyle) => Value): Record<PageStyle, Value> => ({
  home: of('home'),
  reference: of('reference'),
  page: of('page'),
})

export const pageStyleOf = (kind: PageKind): PageStyle =>
  kind === 'home' || kind === 'reference' ? kind : 'page'

/** In the document, as a build writes it, or linked, as the dev server does. */
export type Asset = { readonly text: string } | { readonly href: string }
