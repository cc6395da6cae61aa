/** Reads and renders all pages of all docs versions, before the checks between pages. */
import { existsSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { causeMessages } from '@keywright/ui/boundary'
import type { Root } from 'hast'
import type { Page, Sidebar, SidebarItem, SiteModel } from '../../src/config/model.ts'
import type { DocsVersion, SiteConfig } from '../../src/config/types.ts'
import { emptyTree } from '../../src/frame/tree.ts'
import { type RenderedBody, renderBody } from '../markdown/render.ts'
import { ProblemList } from '../problems.ts'
import { configFileOf, contentDirOf, mapFileOf, type SiteSource } from '../site.ts'
import type { BuiltPage, LoadedSite } from './builtPage.ts'
import { categoryCards } from './categoryCards.ts'
import { generatedPages } from './generatedPages.ts'
import { readLastUpdated } from './lastUpdated.ts'
import { readContent, type SourcePage } from './readContent.ts'
import { splitHash, versionedRoute } from './routes.ts'
import { resolveSidebars } from './sidebars.ts'

/** Rendered bodies by file, so that a dev server renders only changed pages. */
export type BodyCache = Map<
  string,
  { readonly key: string; readonly body: RenderedBody; readonly problems: ProblemList }
>

/** Reads and renders the content folders of a site. */
export function loadPages(site: SiteSource, problems: ProblemList, cache: BodyCache = new Map()): LoadedSite {
  const versions = site.config.docs.versions.map((version) => loadVersion(site, version, problems, cache))
  const sidebars = versions.flatMap((version) => version.sidebars)
  const pages = [...versions.flatMap((version) => version.pages), ...generatedPages(site.config)]
  const model: SiteModel = {
    sidebars,
    sidebarOf: Object.assign({}, ...versions.map((version) => version.sidebarOf)),
    titles: Object.fromEntries(
      pages.filter(({ page }) => page.kind !== 'not-found').map(({ page }) => [page.route, page.title]),
    ),
  }
  return {
    model,
    pages: pages.map((built) => withNext(built, pages)),
  }
}

function loadVersion(site: SiteSource, version: DocsVersion, problems: ProblemList, cache: BodyCache) {
  const contentDir = contentDirOf(site, version)
  if (!existsSync(contentDir)) {
    problems.about(configFileOf(site)).error(`docs version \`${version.name}\`: ${contentDir} is missing`)
    return { sidebars: [] as Sidebar[], sidebarOf: {}, pages: [] as BuiltPage[] }
  }
  const sources = readContent(contentDir, site.root, problems)
  const labels = new Map(sources.map(({ route, head }) => [route, head.sidebar_label ?? head.title]))
  const { sidebars, sidebarOf, categories } = resolveSidebars(
    site.map,
    version,
    labels,
    problems.about(mapFileOf(site)),
  )
  const dates = readLastUpdated(site.root, [contentDir])
  const routes = new Set(sources.map(({ route }) => route))
  const context = { site, version, sources, routes, dates, problems, cache }
  const built = sources.map((source) => buildPage(source, context))
  const byRoute = new Map(built.map(({ page }) => [page.route, page]))
  const pages = built.map((one): BuiltPage => {
    const category = categories.get(one.page.route)
    if (category === undefined) return one
    const cards = categoryCards(category.items, (route) => byRoute.get(route))
    const repeated = one.page.next.filter(({ href }) => listedIn(category.items).includes(splitHash(href)[0]))
    if (repeated.length > 0) {
      const reporter = problems.about(one.page.source ?? one.page.route)
      reporter.error(`\`next\` repeats cards of the page: ${repeated.map(({ href }) => href).join(', ')}`)
    }
    const body: Root = { type: 'root', children: [...one.page.body.children, ...cards.children] }
    return { ...one, page: { ...one.page, kind: 'category', body } }
  })
  return { sidebars, sidebarOf, pages }
}

/** Targets of a category's cards. */
const listedIn = (items: readonly SidebarItem[]): readonly string[] => items.flatMap(({ href }) => href ?? [])

interface VersionContext {
  readonly site: SiteSource
  readonly version: DocsVersion
  readonly sources: readonly SourcePage[]
  readonly routes: ReadonlySet<string>
  readonly dates: ReadonlyMap<string, string>
  readonly problems: ProblemList
  readonly cache: BodyCache
}

function buildPage(source: SourcePage, context: VersionContext): BuiltPage {
  const { version, routes, dates } = context
  const { head, file } = source
  const rendered = renderSource(source, context)
  const lastUpdated = dates.get(file)
  const page: Page = {
    route: versionedRoute(version.path, source.route),
    kind: head.layout === 'home' ? 'home' : 'doc',
    title: head.title,
    description: head.description,
    type: head.type,
    sidebarLabel: head.sidebar_label ?? head.title,
    body: rendered.body,
    toc: head.layout === 'home' ? [] : rendered.toc,
    next: head.next.map((route) => ({
      href: routes.has(route) ? versionedRoute(version.path, route) : route,
      label: route,
    })),
    ...(lastUpdated !== undefined && { lastUpdated }),
    source: file,
    ...(head.noindex && { noindex: true }),
    ...(head.folds && { folds: true }),
    version: version.name,
  }
  return { page, links: rendered.links, fences: rendered.fences, headLines: head.lines }
}

/** Renders a body, unless cached. A body depends on its text and on the existing routes. */
function renderSource(
  source: SourcePage,
  { site, version, sources, routes, problems, cache }: VersionContext,
) {
  const { head, file, body } = source
  const key = `${head.type}\0${[...routes].join()}\0${body}`
  const place = `${version.path} ${file}`
  const known = cache.get(place)
  const own = known?.key === key ? known.problems : new ProblemList()
  const rendered =
    known?.key === key
      ? known.body
      : renderSafely(
          body,
          {
            path: resolve(site.root, file),
            deepest: head.type === 'reference' ? 4 : 3,
            termLinks: termLinksOf(source.route, site.config, routes),
            routeOfPath: (path) => {
              const target = relative(site.root, path).split(sep).join('/')
              return sources.find((one) => one.file === target)?.route
            },
            toVersion: (href) => {
              const [route, hash] = splitHash(href)
              return routes.has(route) ? versionedRoute(version.path, route) + hash : href
            },
          },
          own.about(file),
        )
  cache.set(place, { key, body: rendered, problems: own })
  problems.all.push(...own.all)
  return rendered
}

/** Turns an unexpected exception into a problem of the file. */
function renderSafely(...[body, options, report]: Parameters<typeof renderBody>): RenderedBody {
  try {
    return renderBody(body, options, report)
  } catch (error) {
    report.error(`could not be read: ${causeMessages(error).join(': ')}`)
    return { body: emptyTree, toc: [], links: [], fences: [] }
  }
}

/** Glossary terms to link on a page, except on the glossary and the term's own page. */
function termLinksOf(route: string, { glossary }: SiteConfig, routes: ReadonlySet<string>) {
  if (!glossary || !routes.has(splitHash(glossary.href)[0]) || route === splitHash(glossary.href)[0])
    return undefined
  const terms = glossary.terms.filter(({ home }) => home === undefined || !route.startsWith(home))
  return { href: glossary.href, terms: terms.map(({ written }) => written) }
}

/** Adds titles and descriptions to the next-step links. Unknown ones keep their URL. */
function withNext(built: BuiltPage, pages: readonly BuiltPage[]): BuiltPage {
  const next = built.page.next.map(({ href }) => {
    const target = pages.find(({ page }) => page.route === splitHash(href)[0])?.page
    return target ? { href, label: target.title, description: target.description } : { href, label: href }
  })
  return { ...built, page: { ...built.page, next } }
}
