/** What loading answers and every check between pages reads. */
import type { SiteConfig } from '../../src/config/types.ts'
import type { Page, SiteModel } from '../../src/model.ts'
import type { Fence } from '../markdown/fence.ts'
import type { PageLinkUse } from '../markdown/links.ts'

/** A page with what the checks need to know about its source. */
export interface BuiltPage {
  readonly page: Page
  readonly links: readonly PageLinkUse[]
  readonly fences: readonly Fence[]
  /** Line of each front matter key; empty for generated pages. */
  readonly headLines: Readonly<Record<string, number>>
}

export interface LoadedSite {
  readonly model: SiteModel
  /** Configurations of the languages that are not the site's own, by language. */
  readonly languages: Readonly<Record<string, SiteConfig>>
  readonly pages: readonly BuiltPage[]
}

/** The file that a page comes from; a generated one is named by its route. */
export const nameOf = (page: Page): string => page.source ?? page.route

/** The configuration that a page's shell shows. */
export const configOf = ({ language }: Page, config: SiteConfig, { languages }: LoadedSite): SiteConfig =>
  (language !== undefined && languages[language]) || config
