/** Types of `site.config.ts`. */

export interface SiteConfig {
  readonly title: string
  readonly tagline: string
  /** Origin of the deployed site, without a trailing slash. */
  readonly url: string
  /** Separates page title and site title. */
  readonly titleDelimiter: string
  readonly language: string
  /** Base URL for "Edit this page", followed by the source path. Omit for no such link. */
  readonly editUrl?: string
  readonly announcementBar?: AnnouncementBar
  readonly colorMode: ColorModeConfig
  readonly navbar: NavbarConfig
  readonly footer: FooterConfig
  readonly docs: DocsConfig
  readonly locales: readonly Locale[]
  readonly search: SearchConfig
  /** Default: the embedded assistant, which answers from the pages in the reader's browser. */
  readonly assistant?: AssistantConfig
  /** Terms whose first use on a page links to their definition. */
  readonly glossary?: GlossaryConfig
}

/** A bar above the navbar. A changed `id` shows it again to readers who dismissed the earlier one. */
export interface AnnouncementBar {
  readonly id: string
  /** Trusted inline HTML. */
  readonly content: string
  readonly backgroundColor?: string
  readonly textColor?: string
  readonly isCloseable: boolean
}

export type ColorMode = 'light' | 'dark'

export interface ColorModeConfig {
  readonly defaultMode: ColorMode
  readonly disableSwitch: boolean
  readonly respectPrefersColorScheme: boolean
}

export interface NavbarConfig {
  readonly title?: string
  readonly logo?: Logo
  readonly items: readonly NavbarItem[]
  readonly hideOnScroll: boolean
  /** `dark` keeps the navbar dark in both color modes, `primary` puts it on the brand color. */
  readonly style?: 'dark' | 'primary'
}

/** Either an image file or, without `src`, the brand's mark. */
export interface Logo {
  readonly alt: string
  readonly src?: string
  readonly srcDark?: string
  readonly href?: string
}

interface ItemBase {
  readonly position?: 'left' | 'right'
  readonly className?: string
}

export interface LinkItem extends ItemBase {
  readonly type?: 'link'
  readonly label: string
  /** A route of this site. */
  readonly to?: string
  /** Any other URL. Opens in the same tab. */
  readonly href?: string
}

export interface DocItem extends ItemBase {
  readonly type: 'doc'
  /** Route without its leading slash, such as `getting-started/quickstart`. */
  readonly docId: string
  readonly label?: string
  readonly docsPluginId?: string
}

export interface DocSidebarItem extends ItemBase {
  readonly type: 'docSidebar'
  readonly sidebarId: string
  readonly label: string
  readonly docsPluginId?: string
}

export interface HtmlItem extends ItemBase {
  readonly type: 'html'
  /** Trusted HTML. */
  readonly value: string
}

export interface DropdownItem extends ItemBase {
  readonly type: 'dropdown'
  readonly label: string
  readonly items: readonly (LinkItem | DocItem | DocSidebarItem | HtmlItem)[]
}

export interface LocaleDropdownItem extends ItemBase {
  readonly type: 'localeDropdown'
}

export interface DocsVersionDropdownItem extends ItemBase {
  readonly type: 'docsVersionDropdown'
  readonly docsPluginId?: string
}

export interface SearchItem extends ItemBase {
  readonly type: 'search'
}

export type NavbarItem =
  | LinkItem
  | DocItem
  | DocSidebarItem
  | HtmlItem
  | DropdownItem
  | LocaleDropdownItem
  | DocsVersionDropdownItem
  | SearchItem

export const NAVBAR_ITEM_TYPES = [
  'link',
  'doc',
  'docSidebar',
  'html',
  'dropdown',
  'localeDropdown',
  'docsVersionDropdown',
  'search',
] as const satisfies readonly NonNullable<NavbarItem['type']>[]

export interface FooterConfig {
  readonly style?: 'dark' | 'light'
  /** Columns with titles, or plain links in one row separated by dots. */
  readonly links: readonly FooterColumn[] | readonly FooterLink[]
  readonly logo?: Logo
  readonly copyright?: string
}

export interface FooterColumn {
  readonly title: string
  readonly items: readonly FooterLink[]
}

export interface FooterLink {
  readonly label: string
  readonly to?: string
  readonly href?: string
}

export interface DocsConfig {
  /** Where the preferred version of each docs plugin is stored. */
  readonly versionPersistence: 'localStorage' | 'none'
  /** Newest first, by docs plugin. */
  readonly versions: readonly DocsVersion[]
}

export interface DocsVersion {
  /** Identifies the version, as in `Page.version`. */
  readonly name: string
  readonly label: string
  /** Route prefix without a trailing slash. Empty for the version at the site's root. */
  readonly path: string
  readonly docsPluginId?: string
}

/** An entry of the language dropdown. Each language is a site of its own. */
export interface Locale {
  readonly code: string
  readonly label: string
  /** Start page of the site in this language. */
  readonly href: string
}

/** Search is embedded unless a hosted application is configured. */
export interface SearchConfig {
  readonly appId?: string
  readonly apiKey?: string
  readonly indexName?: string
  /** Route of the search page with the query in `q`, or false to disable it. */
  readonly searchPagePath: string | false
  /** Suggestions if a search finds nothing. Default: the navbar's pages. */
  readonly suggestions?: readonly string[]
  /** Results with a matching URL open as external links. */
  readonly externalUrlRegex?: string
  readonly replaceSearchResultPathname?: { readonly from: string; readonly to: string }
  /** Restricts results to the page's language and docs version. */
  readonly contextualSearch: boolean
  readonly searchParameters?: Readonly<Record<string, unknown>>
}

export interface GlossaryConfig {
  /** Route and anchor of the definitions. */
  readonly href: string
  readonly terms: readonly {
    /** Matches the term in running text. */
    readonly written: RegExp
    /** Pages below this route define the term and don't link it. */
    readonly home?: string
  }[]
}

/** A hosted assistant: an endpoint that streams its answers (`src/search/hostedAnswers.ts`). */
export interface AssistantConfig {
  /** An https URL or a path of this site. */
  readonly endpoint: string
}

export const DEFAULT_DOCS_PLUGIN = 'default'

/** Types a site's configuration. `validateSiteConfig` checks it against the content. */
export function defineSite(config: SiteConfig): SiteConfig {
  return config
}
