/** A page's place in its sidebar: categories and neighbors. */

import type { PageLink, Sidebar, SidebarItem, SiteModel } from '../config/model.ts'

export interface PagePlace {
  readonly sidebar: Sidebar | undefined
  /** The sidebar's first page and the categories around the page, outermost first. */
  readonly trail: readonly { readonly label: string; readonly href?: string }[]
  readonly previous: PageLink | undefined
  readonly next: PageLink | undefined
}

export function findPagePlace(route: string, site: SiteModel): PagePlace {
  const sidebar = site.sidebars.find((one) => one.id === site.sidebarOf[route])
  const order = sidebar ? readingOrder(sidebar.items) : []
  const at = order.findIndex((link) => link.href === route)
  return {
    sidebar,
    trail: sidebar ? [...startOf(route, sidebar), ...(trailTo(route, sidebar.items) ?? [])] : [],
    previous: at > 0 ? order[at - 1] : undefined,
    next: at >= 0 ? order[at + 1] : undefined,
  }
}

/** The page that a sidebar begins with, unless it begins with a category. */
function startOf(route: string, { items: [first] }: Sidebar): PagePlace['trail'] {
  return first?.kind === 'link' && first.href !== route ? [{ label: first.label, href: first.href }] : []
}

/** The pages of a sidebar from top to bottom, each category's page before its entries. */
export function readingOrder(items: readonly SidebarItem[]): PageLink[] {
  return items.flatMap((item) => {
    const own = item.href === undefined ? [] : [{ href: item.href, label: item.label }]
    return item.kind === 'category' ? [...own, ...readingOrder(item.items)] : own
  })
}

function trailTo(route: string, items: readonly SidebarItem[]): PagePlace['trail'] | undefined {
  for (const item of items) {
    if (item.href === route) return []
    if (item.kind !== 'category') continue
    const rest = trailTo(route, item.items)
    if (rest) return [{ label: item.label, ...(item.href ? { href: item.href } : {}) }, ...rest]
  }
  return undefined
}
