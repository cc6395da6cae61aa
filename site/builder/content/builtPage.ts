/** Result of loading a site, for the checks between pages. */
import type { Page, SiteModel } from '../../src/config/model.ts'
import type { Fence } from '../markdown/fence.ts'
import type { PageLinkUse } from '../markdown/links.ts'

/** A page with the facts about its source that checks need. */
export interface BuiltPage {
  readonly page: Page
  readonly links: readonly PageLinkUse[]
  readonly fences: readonly Fence[]
  /** Line of each front matter key. Empty for generated pages. */
  readonly headLines: Readonly<Record<string, number>>
}

export interface LoadedSite {
  readonly model: SiteModel
  readonly pages: readonly BuiltPage[]
}

/** The page's source file, or its route if generated. */
export const nameOf = (page: Page): string => page.source ?? page.route
