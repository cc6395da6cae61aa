/** Resolves the navbar's configuration for one page: every item with its URL and state. */

import { messages } from './messages.ts'
import type { SidebarItem, SiteModel } from './model.ts'
import { DEFAULT_DOCS_PLUGIN, type DocsVersion, type NavbarItem, type SiteConfig } from './types.ts'

/** A navbar item, ready to render. `current` is the value of `aria-current`. */
export type ResolvedItem = ResolvedLink | ResolvedMenu | ResolvedHtml | { readonly kind: 'search' }

export interface ResolvedLink {
  readonly kind: 'link'
  readonly label: string
  readonly href: string
  readonly current?: 'page' | 'true'
  readonly external?: true
  /** Docs plugin and version that a click on this link stores as preferred. */
  readonly remembers?: { readonly pluginId: string; readonly version: string }
  /** The same link in every docs version, if there are several. */
  readonly inVersion?: Readonly<Record<string, string>>
  readonly pluginId?: string
  /** Language tag of a language link's target. */
  readonly lang?: string
}

export interface ResolvedMenu {
  readonly kind: 'menu'
  readonly label: string
  /** Purpose of the menu, if its label shows only the current choice. */
  readonly purpose?: string
  readonly current?: 'true'
  readonly items: readonly (ResolvedLink | ResolvedHtml)[]
}

export interface ResolvedHtml {
  readonly kind: 'html'
  readonly html: string
}

export interface ResolvedNavbar {
  readonly left: readonly ResolvedItem[]
  readonly right: readonly ResolvedItem[]
}

/** Properties of the page that the navbar depends on. */
export interface NavbarPlace {
  readonly route: string
  readonly version: string
}

type Context = { readonly config: SiteConfig; readonly site: SiteModel; readonly place: NavbarPlace }

/**
 * Resolves every navbar item for one page. Items without a position go left.
 * @throws Error that names the configuration of an unresolvable item, with the reason as its cause
 */
export function resolveNavbar(config: SiteConfig, site: SiteModel, place: NavbarPlace): ResolvedNavbar {
  const context = { config, site, place }
  const resolved = config.navbar.items.map((item) => ({ item, entry: resolveItem(item, context) }))
  // One entry is marked: the page's own rather than the sidebar that the page stands in.
  const isOwn = resolved.some(({ item, entry }) => item.type !== 'docSidebar' && isCurrentPage(entry))
  const on = (side: 'left' | 'right') =>
    resolved
      .filter(({ item }) => (item.position ?? 'left') === side)
      .map(({ item, entry }) => (isOwn && item.type === 'docSidebar' ? unmarked(entry) : entry))
  return { left: folded(on('left'), on('right')), right: on('right') }
}

/** Room for items in a window of 997 px, the narrowest without the menu, in pixels. */
const ROOM = 690

/** Estimates of widths there, in pixels. The browser test of a full navbar fails if they are too small. */
const WIDTH = { letter: 6.6, item: 12, chevron: 16 } as const

function widthOf(item: ResolvedItem): number {
  if (item.kind === 'search') return 0
  const text = item.kind === 'html' ? item.html.replace(/<[^>]*>/g, '') : item.label
  return WIDTH.item + text.length * WIDTH.letter + (item.kind === 'menu' ? WIDTH.chevron : 0)
}

/** Puts the last links of the left side into a menu if the items don't fit. Their order stays. */
function folded(left: readonly ResolvedItem[], right: readonly ResolvedItem[]): readonly ResolvedItem[] {
  const last = left.findLastIndex(({ kind }) => kind === 'link')
  const after = left.slice(last + 1)
  const links = left.slice(0, last + 1)
  const within: ResolvedLink[] = []
  const shown = () => [...links, ...(within.length > 0 ? [moreMenu(within)] : []), ...after]
  const width = () => [...shown(), ...right].reduce((sum, item) => sum + widthOf(item), 0)
  while (width() > ROOM && links.at(-1)?.kind === 'link') within.unshift(links.pop() as ResolvedLink)
  return shown()
}

const moreMenu = (items: readonly ResolvedLink[]): ResolvedMenu => ({
  kind: 'menu',
  label: messages.more,
  items,
  ...(items.some(({ current }) => current !== undefined) && { current: 'true' }),
})

const isCurrentPage = (entry: ResolvedItem): boolean => entry.kind === 'link' && entry.current === 'page'

function unmarked<T extends ResolvedItem>(entry: T): T {
  const { current: _, ...rest } = entry as T & { readonly current?: string }
  return rest as unknown as T
}

/** @throws Error that names the item, with the reason as its cause */
export function resolveItem(item: NavbarItem, context: Context): ResolvedItem {
  try {
    const resolve = resolvers[item.type ?? 'link'] as
      | ((item: NavbarItem, context: Context) => ResolvedItem)
      | undefined
    if (!resolve) throw new Error(`unknown navbar item type \`${item.type}\``)
    return resolve(item, context)
  } catch (cause) {
    throw new Error(`navbar item failed to render: ${JSON.stringify(item)}`, { cause })
  }
}

type Resolvers = {
  [T in NonNullable<NavbarItem['type']>]: (
    item: Extract<NavbarItem, { type?: T | undefined }>,
    context: Context,
  ) => ResolvedItem
}

const resolvers: Resolvers = {
  link: (item, { place }) => {
    const href = item.to ?? item.href
    if (href === undefined) throw new Error('a link needs `to` or `href`')
    return {
      kind: 'link',
      label: item.label,
      href,
      ...(item.to === undefined ? { external: true } : {}),
      ...(item.to === place.route ? { current: 'page' } : {}),
    }
  },
  doc: (item, context) => {
    const versions = versionsOf(item.docsPluginId, context.config)
    const inVersion = Object.fromEntries(
      versions.flatMap((version) => {
        const route = docRoute(item.docId, version)
        return route in context.site.titles ? [[version.name, route] as const] : []
      }),
    )
    const href = inVersion[activeVersion(versions, context).name] ?? Object.values(inVersion)[0]
    if (href === undefined) throw new Error(`doc id \`${item.docId}\` not found`)
    return {
      kind: 'link',
      label: item.label ?? context.site.titles[href]!,
      href,
      ...(href === context.place.route ? { current: 'page' } : {}),
      ...alternatives(inVersion, item.docsPluginId),
    }
  },
  docSidebar: (item, context) => {
    const versions = versionsOf(item.docsPluginId, context.config)
    const inVersion = Object.fromEntries(
      versions.flatMap((version) => {
        const first = firstLink(findSidebar(item.sidebarId, version, context.site)?.items ?? [])
        return first === undefined ? [] : [[version.name, first] as const]
      }),
    )
    const href = inVersion[activeVersion(versions, context).name] ?? Object.values(inVersion)[0]
    if (href === undefined) {
      const exists = versions.some((version) => findSidebar(item.sidebarId, version, context.site))
      throw new Error(
        exists
          ? `sidebar \`${item.sidebarId}\` has nothing to link to`
          : `sidebar id \`${item.sidebarId}\` not found`,
      )
    }
    const shown = context.site.sidebarOf[context.place.route]
    const isShown = versions.some(
      (version) => findSidebar(item.sidebarId, version, context.site)?.id === shown,
    )
    return {
      kind: 'link',
      label: item.label,
      href,
      ...(shown !== undefined && isShown ? { current: href === context.place.route ? 'page' : 'true' } : {}),
      ...alternatives(inVersion, item.docsPluginId),
    }
  },
  html: (item) => ({ kind: 'html', html: item.value }),
  search: () => ({ kind: 'search' }),
  dropdown: (item, context) => {
    const items = item.items.map((child) => resolveItem(child, context) as ResolvedLink | ResolvedHtml)
    const current = items.some((child) => child.kind === 'link' && child.current !== undefined)
    return { kind: 'menu', label: item.label, items, ...(current ? { current: 'true' } : {}) }
  },
  localeDropdown: (_item, { config: { language, locales }, site, place: { route } }) => ({
    kind: 'menu',
    label: locales.find(({ code }) => code === language)?.label ?? language,
    purpose: messages.language,
    items: locales.map(({ code, label, href, routes = [] }) => ({
      kind: 'link',
      label,
      href: (routes === 'all' ? route in site.titles : routes.includes(route))
        ? href.replace(/\/$/, '') + route
        : href,
      lang: code,
      ...(code === language ? { current: 'true' } : { external: true }),
    })),
  }),
  docsVersionDropdown: (item, context) => {
    const versions = versionsOf(item.docsPluginId, context.config)
    const active = activeVersion(versions, context)
    const pluginId = item.docsPluginId ?? DEFAULT_DOCS_PLUGIN
    return {
      kind: 'menu',
      label: active.label,
      purpose: messages.docsVersion,
      items: versions.map((version) => ({
        kind: 'link',
        label: version.label,
        href: sameDocIn(version, active, context),
        remembers: { pluginId, version: version.name },
        ...(version.name === active.name ? { current: 'true' } : {}),
      })),
    }
  },
}

/** The first page in a sidebar, including categories. */
export function firstLink(items: readonly SidebarItem[]): string | undefined {
  for (const item of items) {
    const href = item.href ?? (item.kind === 'category' ? firstLink(item.items) : undefined)
    if (href !== undefined) return href
  }
  return undefined
}

/** Sidebars of a version with a route prefix have the version in their id. */
export function findSidebar(id: string, version: DocsVersion, site: SiteModel) {
  return site.sidebars.find((sidebar) => sidebar.id === (version.path ? `version-${version.name}/${id}` : id))
}

/** The route of a doc id in a version. */
export function docRoute(docId: string, version: DocsVersion): string {
  return `${version.path}/${docId}`
}

/** @throws Error when no version of the docs plugin is configured. */
export function versionsOf(pluginId: string | undefined, config: SiteConfig): readonly DocsVersion[] {
  const wanted = pluginId ?? DEFAULT_DOCS_PLUGIN
  const versions = config.docs.versions.filter(
    (version) => (version.docsPluginId ?? DEFAULT_DOCS_PLUGIN) === wanted,
  )
  if (versions.length === 0) throw new Error(`docs plugin \`${wanted}\` has no versions`)
  return versions
}

function activeVersion(versions: readonly DocsVersion[], { place }: Context): DocsVersion {
  return versions.find((version) => version.name === place.version) ?? versions[0]!
}

/** The current page in another version, or that version's first page. */
function sameDocIn(version: DocsVersion, active: DocsVersion, { site, place }: Context): string {
  const route = `${version.path}${place.route.slice(active.path.length)}`
  if (route in site.titles) return route
  const sidebar = site.sidebars.find((one) => firstLink(one.items)?.startsWith(`${version.path}/`))
  return (sidebar && firstLink(sidebar.items)) ?? `${version.path}/`
}

function alternatives(inVersion: Record<string, string>, pluginId: string | undefined) {
  if (Object.keys(inVersion).length < 2) return {}
  return { inVersion, pluginId: pluginId ?? DEFAULT_DOCS_PLUGIN }
}
