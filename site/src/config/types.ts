/** Types of `site.config.ts`, from the shapes in `schema.ts`. */
import type { z } from 'zod'
import type { siteConfig } from './schema.ts'

type Const<T> = unknown extends T ? T : T extends RegExp ? T : { readonly [K in keyof T]: Const<T[K]> }

export type SiteConfig = Const<z.output<typeof siteConfig>>
export type AnnouncementBar = NonNullable<SiteConfig['announcementBar']>
export type ColorModeConfig = SiteConfig['colorMode']
export type ColorMode = ColorModeConfig['defaultMode']
export type NavbarItem = SiteConfig['navbar']['items'][number]
export type Logo = NonNullable<SiteConfig['navbar']['logo']>
export type FooterConfig = SiteConfig['footer']
export type FooterColumn = Extract<FooterConfig['links'][number], { readonly items: unknown }>
export type FooterLink = Exclude<FooterConfig['links'][number], FooterColumn>
export type DocsVersion = SiteConfig['docs']['versions'][number]
export type SearchConfig = SiteConfig['search']
export type AssistantConfig = NonNullable<SiteConfig['assistant']>

export const DEFAULT_DOCS_PLUGIN = 'default'

/** Types a site's configuration. The build checks it. */
export function defineSite(config: SiteConfig): SiteConfig {
  return config
}
