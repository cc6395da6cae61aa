/** Checks that need all pages. */
import { existsSync, readdirSync } from 'node:fs'
import { validateSiteConfig } from '../../src/config/validate.ts'
import { API_DESCRIPTION } from '../content/apiOutline.tsx'
import { type BuiltPage, type LoadedSite, nameOf } from '../content/builtPage.ts'
import { NOT_FOUND_ROUTE } from '../content/routes.ts'
import { LLMS_FULL_PATH, LLMS_PATH } from '../machines/llms.ts'
import { SKILL_PATH } from '../machines/wellKnown.ts'
import type { ProblemList } from '../problems.ts'
import { configFileOf, mapFileOf, type SiteSource, staticDirOf } from '../site.ts'
import { checkFences } from './checkFences.ts'
import { checkIds } from './checkIds.ts'
import { checkLinks } from './checkLinks.ts'
import { checkMarkup } from './checkMarkup.ts'

/** Runs every check between pages. */
export function checkSite(site: SiteSource, { pages, model }: LoadedSite, problems: ProblemList): void {
  const routes = new Set(pages.map(({ page }) => page.route).filter((route) => route !== NOT_FOUND_ROUTE))
  checkUnique(pages, problems)
  checkSidebarPlaces(site, pages, model.sidebarOf, problems)
  checkPromises(site, routes, problems)
  checkLinks(pages, routes, listFiles(site), problems)
  for (const { page, fences } of pages) {
    checkFences(fences, problems.about(nameOf(page)))
    checkMarkup(page.body, problems.about(nameOf(page)))
    checkIds(page.body, problems.about(nameOf(page)))
  }
  for (const { path, message, item } of validateSiteConfig(site.config, model))
    problems.about(configFileOf(site)).error(`${path}: ${message}: ${item}`)
}

function checkUnique(pages: readonly BuiltPage[], problems: ProblemList): void {
  for (const key of ['title', 'description'] as const) {
    const first = new Map<string, string>()
    for (const { page, headLines } of pages) {
      // An older version of a page keeps its title.
      const value = `${page.version} ${page[key]}`
      const earlier = first.get(value)
      if (page[key] === '') continue
      if (earlier === undefined) first.set(value, nameOf(page))
      else problems.about(nameOf(page)).error(`${key} is also used by ${earlier}`, headLines[key])
    }
  }
}

function checkSidebarPlaces(
  site: SiteSource,
  pages: readonly BuiltPage[],
  sidebarOf: Readonly<Record<string, string>>,
  problems: ProblemList,
): void {
  const latest = site.config.docs.versions.find(({ path }) => path === '')?.name
  const unlisted = new Set(site.map.unlisted)
  for (const { page } of pages) {
    if (page.kind === 'not-found' || page.kind === 'search' || page.version !== latest) continue
    if (page.route in sidebarOf || unlisted.has(page.route)) continue
    problems.about(nameOf(page)).error(`page \`${page.route}\` is in no sidebar`)
  }
}

function checkPromises(site: SiteSource, routes: ReadonlySet<string>, problems: ProblemList): void {
  for (const route of site.map.promised) {
    if (!routes.has(route))
      problems.about(mapFileOf(site)).error(`no page at the required route \`${route}\``)
  }
}

/** URLs of files, other than pages, that pages can link to. */
function listFiles(site: SiteSource): ReadonlySet<string> {
  const dir = staticDirOf(site)
  const files = existsSync(dir) ? readdirSync(dir, { recursive: true, encoding: 'utf8' }) : []
  return new Set([
    API_DESCRIPTION,
    '/sitemap.xml',
    '/robots.txt',
    ...[LLMS_PATH, LLMS_FULL_PATH, SKILL_PATH].map((path) => `/${path}`),
    ...files.map((file) => `/${file.replaceAll('\\', '/')}`),
  ])
}
