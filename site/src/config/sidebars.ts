/** Types of `sidebars.ts`, whose shapes are those of `config/schema.ts`. */
import type { z } from 'zod'
import type { AuthoredItem, siteMap } from './schema.ts'

export type { AuthoredCategory, AuthoredItem } from './schema.ts'

export interface SiteMap extends Omit<z.output<typeof siteMap>, 'sidebars'> {
  readonly sidebars: Readonly<Record<string, readonly AuthoredItem[]>>
}

/** Types the sidebars of a site. The build checks them against the pages. */
export function defineSiteMap(map: SiteMap): SiteMap {
  return map
}
