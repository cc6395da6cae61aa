/** How sidebars are written in `sidebars.ts`. */

/** A page by its route, a category, or a link with a label of its own. */
export type AuthoredItem = string | AuthoredCategory | { readonly href: string; readonly label: string }

export interface AuthoredCategory {
  readonly label: string
  /** Route of the category's index page; its cards are made of `items`. */
  readonly index?: string
  readonly items: readonly AuthoredItem[]
}

export interface SiteMap {
  /** By sidebar id. */
  readonly sidebars: Readonly<Record<string, readonly AuthoredItem[]>>
  /** Routes that belong to no sidebar. */
  readonly unlisted: readonly string[]
  /** Routes that must exist, whatever the sidebars say. */
  readonly promised: readonly string[]
}

/** The map of a site, checked by the compiler; the build checks it against the pages. */
export function defineSiteMap(map: SiteMap): SiteMap {
  return map
}
