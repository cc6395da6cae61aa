/** Types of `site.config.ts`, whose shapes are those of `schema.ts`. */
import type { z } from 'zod'
import type { siteConfig } from './schema.ts'

type Const<T> = unknown extends T ? T : T extends RegExp ? T : { readonly [K in keyof T]: Const<T[K]> }
type Shape = Const<z.output<typeof siteConfig>>

export interface SiteConfig extends Omit<Shape, 'navbar'> {
  readonly navbar: Omit<Shape['navbar'], 'items'> & { readonly items: readonly NavbarItem[] }
}

export type AnnouncementBar = NonNullable<Shape['announcementBar']>
export type ColorModeConfig = Shape['colorMode']
export type ColorMode = ColorModeConfig['defaultMode']
export type Logo = NonNullable<Shape['navbar']['logo']>
export type FooterConfig = Shape['footer']
export type FooterColumn = Extract<FooterConfig['links'][number], { readonly items: unknown }>
export type FooterLink = Exclude<FooterConfig['links'][number], FooterColumn>
export type DocsVersion = Shape['docs']['versions'][number]
export type SearchConfig = Shape['search']
export type AssistantConfig = NonNullable<Shape['assistant']>

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

export const DEFAULT_DOCS_PLUGIN = 'default'

/** Types a site's configuration. `validateSiteConfig` checks it against the content. */
export function defineSite(config: SiteConfig): SiteConfig {
  return config
}
