/** Checks `site.config.ts` against the site's content. Each problem names its item. */

import type { Sidebar } from '../model.ts'
import { docRoute, findSidebar, firstLink, versionsOf } from './resolveNavbar.ts'
import { shapeProblems, siteConfig } from './schema.ts'
import { type FooterLink, NAVBAR_ITEM_TYPES, type NavbarItem, type SiteConfig } from './types.ts'

export interface SiteConfigProblem {
  /** Path in the configuration, such as `navbar.items[2]`. */
  readonly path: string
  readonly message: string
  /** The configuration of the offending item, as JSON. */
  readonly item: string
}

export interface SiteContent {
  readonly sidebars: readonly Sidebar[]
  readonly routes: Iterable<string>
}

type Report = (path: string, message: string, item: unknown) => void
type Known = { config: SiteConfig; sidebars: readonly Sidebar[]; routes: ReadonlySet<string> }

/** Returns all problems of a configuration. Never throws. */
export function validateSiteConfig(config: SiteConfig, content: SiteContent): SiteConfigProblem[] {
  // Values of the wrong type can't be checked further.
  const problems: SiteConfigProblem[] = shapeProblems(siteConfig, config)
  if (problems.length > 0) return problems
  const report: Report = (path, message, item) => {
    problems.push({ path, message, item: JSON.stringify(item) })
  }
  const known = { config, sidebars: content.sidebars, routes: new Set(content.routes) }
  for (const [index, item] of config.navbar.items.entries())
    checkNavbarItem(item, `navbar.items[${index}]`, known, report)
  checkFooter(known, report)
  checkVersions(config, report)
  checkAnnouncement(config, report)
  checkSearch(config, report)
  if (!URL.canParse(config.url) || config.url.endsWith('/'))
    report('url', 'must be an origin without a trailing slash', config.url)
  if (!config.locales.some((locale) => locale.code === config.language))
    report('locales', `language \`${config.language}\` is not among the locales`, config.locales)
  return problems
}

/** Formats a problem as one line of the build's output. */
export function formatProblem(problem: SiteConfigProblem): string {
  return `site.config.ts ${problem.path}: ${problem.message}: ${problem.item}`
}

function checkNavbarItem(item: NavbarItem, path: string, known: Known, report: Report): void {
  // The types guarantee this, but the configuration may not be type-checked.
  if (typeof item !== 'object' || item === null) {
    report(path, 'a navbar item must be an object', item)
    return
  }
  const [wrong] = wrongTexts(item)
  if (wrong !== undefined) {
    report(path, `\`${wrong}\` must be a string`, item)
    return
  }
  const type = item.type ?? 'link'
  if (!NAVBAR_ITEM_TYPES.includes(type)) {
    report(path, `unknown navbar item type \`${type}\`; known are ${NAVBAR_ITEM_TYPES.join(', ')}`, item)
    return
  }
  if (item.position !== undefined && item.position !== 'left' && item.position !== 'right')
    report(path, 'position must be `left` or `right`', item)
  switch (item.type) {
    case undefined:
    case 'link':
      checkLink(item, path, known, report)
      break
    case 'doc':
      checkDoc(item, path, known, report)
      break
    case 'docSidebar':
      checkDocSidebar(item, path, known, report)
      break
    case 'html':
      if (!item.value) report(path, 'raw HTML item needs `value`', item)
      break
    case 'dropdown':
      if (!item.label) report(path, 'a dropdown needs a `label`', item)
      if (!Array.isArray(item.items) || item.items.length === 0) report(path, 'dropdown has no items', item)
      for (const [index, child] of (Array.isArray(item.items) ? item.items : []).entries()) {
        const place = `${path}.items[${index}]`
        const nested = ['dropdown', 'localeDropdown', 'docsVersionDropdown', 'search']
        if (nested.includes(child?.type ?? 'link'))
          report(place, `\`${child.type}\` is not allowed in a dropdown`, child)
        else checkNavbarItem(child, place, known, report)
      }
      break
    case 'docsVersionDropdown':
      pluginVersions(item, path, known, report)
      break
  }
}

function checkLink(link: FooterLink, path: string, known: Known, report: Report): void {
  if (!link.label) report(path, 'a link needs a `label`', link)
  if ((link.to === undefined) === (link.href === undefined)) {
    report(path, 'a link needs either `to` or `href`', link)
  } else if (link.to !== undefined && !known.routes.has(link.to.replace(/[?#].*$/, ''))) {
    report(path, `route \`${link.to}\` not found`, link)
  }
}

function checkDoc(
  item: Extract<NavbarItem, { type: 'doc' }>,
  path: string,
  known: Known,
  report: Report,
): void {
  const versions = pluginVersions(item, path, known, report)
  if (versions && !versions.some((version) => known.routes.has(docRoute(item.docId, version))))
    report(path, `doc id \`${item.docId}\` not found`, item)
}

function checkDocSidebar(
  item: Extract<NavbarItem, { type: 'docSidebar' }>,
  path: string,
  known: Known,
  report: Report,
): void {
  const versions = pluginVersions(item, path, known, report)
  if (!versions) return
  const site = { sidebars: known.sidebars, sidebarOf: {}, titles: {} }
  const sidebars = versions.flatMap((version) => findSidebar(item.sidebarId, version, site) ?? [])
  if (sidebars.length === 0) {
    const ids = known.sidebars.map((sidebar) => sidebar.id).join(', ')
    report(path, `sidebar id \`${item.sidebarId}\` not found; known are ${ids}`, item)
  } else if (sidebars.every((sidebar) => firstLink(sidebar.items) === undefined)) {
    report(path, `sidebar \`${item.sidebarId}\` has nothing to link to`, item)
  }
}

function pluginVersions(item: { docsPluginId?: string }, path: string, known: Known, report: Report) {
  try {
    return versionsOf(item.docsPluginId, known.config)
  } catch (cause) {
    report(path, (cause as Error).message, item)
    return undefined
  }
}

function checkFooter(known: Known, report: Report): void {
  const { links } = known.config.footer
  const columns = links.filter((entry) => 'items' in entry).length
  if (columns !== 0 && columns !== links.length)
    report('footer.links', 'must be either all columns or all plain links', links)
  links.forEach((entry, index) => {
    const path = `footer.links[${index}]`
    if (!('items' in entry)) checkLink(entry, path, known, report)
    else
      for (const [row, link] of entry.items.entries()) checkLink(link, `${path}.items[${row}]`, known, report)
  })
}

function checkVersions(config: SiteConfig, report: Report): void {
  const seen = new Set<string>()
  config.docs.versions.forEach((version, index) => {
    const path = `docs.versions[${index}]`
    const key = `${version.docsPluginId ?? ''} ${version.name}`
    if (seen.has(key)) report(path, `version \`${version.name}\` is listed twice`, version)
    seen.add(key)
    if (version.path !== '' && !/^\/.*[^/]$/.test(version.path))
      report(path, 'path must begin with a slash and not end with one', version)
  })
}

const COLOR = /^(#[0-9a-f]{3,8}|[a-z]+|(rgb|hsl|oklch|oklab|lab|lch)\([^;{}]+\))$/i

function checkAnnouncement(config: SiteConfig, report: Report): void {
  const bar = config.announcementBar
  if (!bar) return
  if (!bar.id) report('announcementBar', 'needs an `id`', bar)
  if (!bar.content) report('announcementBar', 'needs `content`', bar)
  for (const key of ['backgroundColor', 'textColor'] as const)
    if (bar[key] !== undefined && !COLOR.test(bar[key]))
      report('announcementBar', `\`${key}\` is not a color`, bar)
}

function checkSearch(config: SiteConfig, report: Report): void {
  const { search } = config
  const hosted = [search.appId, search.apiKey, search.indexName].filter(Boolean).length
  if (hosted !== 0 && hosted !== 3)
    report('search', 'a hosted search needs `appId`, `apiKey` and `indexName`', search)
  const { endpoint } = config.assistant ?? {}
  if (endpoint !== undefined && !/^(?:https:\/\/[^/]|\/(?!\/))/.test(endpoint))
    report(
      'assistant',
      `endpoint \`${endpoint}\` is neither an https address nor a path of this site`,
      endpoint,
    )
  for (const pattern of [search.externalUrlRegex, search.replaceSearchResultPathname?.from]) {
    try {
      new RegExp(pattern ?? '')
    } catch {
      report('search', `\`${pattern}\` is not a regular expression`, search)
    }
  }
}

/** Fields of navbar items that must be strings. */
const ITEM_TEXTS = [
  'type',
  'label',
  'to',
  'href',
  'position',
  'docId',
  'sidebarId',
  'docsPluginId',
  'value',
] as const

/** Names of a navbar item's fields that must be strings but aren't. */
const wrongTexts = (item: object): string[] =>
  ITEM_TEXTS.filter((key) => {
    const value = (item as Record<string, unknown>)[key]
    return value !== undefined && typeof value !== 'string'
  })
