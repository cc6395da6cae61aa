/** Resolves the configured sidebars of each docs version. */

import type { Sidebar, SidebarItem } from '../../src/config/model.ts'
import type { AuthoredCategory, AuthoredItem, SiteMap } from '../../src/config/sidebars.ts'
import type { DocsVersion } from '../../src/config/types.ts'
import type { Reporter } from '../problems.ts'
import { suggestion } from '../suggest.ts'
import { versionedRoute } from './routes.ts'

export interface ResolvedSidebars {
  readonly sidebars: readonly Sidebar[]
  /** Route → id of its sidebar. */
  readonly sidebarOf: Readonly<Record<string, string>>
  /** Categories by the route of their index page. */
  readonly categories: ReadonlyMap<string, Extract<SidebarItem, { kind: 'category' }>>
}

/**
 * Resolves the sidebars of one docs version.
 *
 * @param labels labels by route inside the version
 * @param report reports unknown and duplicate routes. Older versions just omit unknown ones.
 */
export function resolveSidebars(
  map: SiteMap,
  version: DocsVersion,
  labels: ReadonlyMap<string, string>,
  report: Reporter,
): ResolvedSidebars {
  const isLatest = version.path === ''
  const sidebarOf: Record<string, string> = {}
  const categories = new Map<string, Extract<SidebarItem, { kind: 'category' }>>()

  function resolvePage(route: string, sidebar: string): SidebarItem[] {
    const label = labels.get(route)
    if (label === undefined) {
      if (isLatest)
        report.error(`sidebar \`${sidebar}\`: no page at \`${route}\`${suggestion(route, labels.keys())}`)
      return []
    }
    const href = versionedRoute(version.path, route)
    if (href in sidebarOf) report.error(`\`${route}\` is already in sidebar \`${sidebarOf[href]}\``)
    sidebarOf[href] = sidebar
    return [{ kind: 'link', label, href }]
  }

  function resolveCategory(category: AuthoredCategory, sidebar: string): SidebarItem[] {
    const [index] = category.index === undefined ? [] : resolvePage(category.index, sidebar)
    const items = category.items.flatMap((item) => resolve(item, sidebar))
    if (items.length === 0) {
      if (isLatest) report.error(`sidebar \`${sidebar}\`: category \`${category.label}\` has no pages`)
      return []
    }
    const href = index?.kind === 'link' ? index.href : undefined
    const resolved = { kind: 'category' as const, label: category.label, ...(href && { href }), items }
    if (href !== undefined) categories.set(href, resolved)
    return [resolved]
  }

  function resolve(item: AuthoredItem, sidebar: string): SidebarItem[] {
    if (typeof item === 'string') return resolvePage(item, sidebar)
    if ('href' in item) return [{ kind: 'link', label: item.label, href: item.href }]
    return resolveCategory(item, sidebar)
  }

  const sidebars = Object.entries(map.sidebars).map(([id, items]) => {
    const own = isLatest ? id : `version-${version.name}/${id}`
    return { id: own, name: id, items: items.flatMap((item) => resolve(item, own)) }
  })
  return { sidebars, sidebarOf, categories }
}
