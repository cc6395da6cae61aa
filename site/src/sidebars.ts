/** Types of `sidebars.ts`. */

/** A page by route, a category, or a link with a label. */
export type AuthoredItem = string | AuthoredCategory | { readonly href: string; readonly label: string }

export interface AuthoredCategory {
  readonly label: string
  /** Route of the category's index page, which shows `items` as cards. */
  readonly index?: string
  readonly items: readonly AuthoredItem[]
}

export interface SiteMap {
  /** By sidebar id. */
  readonly sidebars: Readonly<Record<string, readonly AuthoredItem[]>>
  /** Routes outside all sidebars. */
  readonly unlisted: readonly string[]
  /** Routes that must exist, regardless of the sidebars. */
  readonly promised: readonly string[]
}

/** Types the sidebars of a site. The build checks them against the pages. */
export function defineSiteMap(map: SiteMap): SiteMap {
  return map
}
