/** The dev server's site. Renders only changed files. */
import { brand } from '../brand.ts'
import { brandFavicon } from '../src/config/brandFiles.ts'
import type { Assets } from '../src/config/model.ts'
import { fragmentPath } from '../src/config/routes.ts'
import { renderFragment, renderPage } from '../src/frame/Document.tsx'
import { checkShape } from './checks/checkShape.ts'
import { checkSite } from './checks/checkSite.ts'
import { apiFiles } from './content/apiOutline.tsx'
import { type BodyCache, loadPages } from './content/loadPages.ts'
import { NOT_FOUND_ROUTE } from './content/routes.ts'
import { machineFiles } from './machines/machineFiles.ts'
import { formatProblems, ProblemList } from './problems.ts'
import { searchFiles } from './searchFiles.ts'
import { loadSite } from './site.ts'

/** Survives content changes. A change of the rendering code reloads this module and clears it. */
const cache: BodyCache = new Map()

/** Depends only on the contract, whose changes reload this module. */
const description = apiFiles()

export interface DevSite {
  /** All problems as text, empty without problems. Checking all pages takes longer than rendering a changed one. */
  problems(): string
  /** The document of an exact route. */
  document(route: string): string | undefined
  notFound(): string
  /** A generated file by URL: fragment, search index, API description, favicon. */
  file(path: string): string | undefined
}

/** @throws Error with the problems if the site can't be rendered */
export async function readDevSite(assets: Assets): Promise<DevSite> {
  const site = await loadSite()
  const problems = new ProblemList()
  if (!checkShape(site, problems)) throw new Error(formatProblems(problems.all))
  const loaded = loadPages(site, problems, cache)
  const pages = new Map(loaded.pages.map(({ page }) => [page.route, page]))
  const fragments = new Map([...pages.values()].map((page) => [fragmentPath(page.route), page]))
  const input = { site: loaded.model, config: site.config }
  return {
    problems() {
      checkSite(site, loaded, problems)
      return formatProblems(problems.all)
    },
    document(route) {
      const page = route === NOT_FOUND_ROUTE ? undefined : pages.get(route)
      return page && renderPage({ ...input, page, assets }).document
    },
    notFound: () => renderPage({ ...input, page: pages.get(NOT_FOUND_ROUTE)!, assets }).document,
    file(path) {
      const page = fragments.get(path)
      if (page !== undefined) return JSON.stringify(renderFragment({ ...input, page }))
      if (path in description) return description[path]
      if (path === '/favicon.svg') return brandFavicon(brand)
      if (isForMachines(path))
        return machineFiles([...pages.values()], loaded.model, site.config)[path.slice(1)]
      if (!path.startsWith('/search/')) return undefined
      return searchFiles([...pages.values()])[path.slice(1)]
    },
  }
}

const isForMachines = (path: string): boolean =>
  path.endsWith('.md') || path.endsWith('.txt') || path.startsWith('/.well-known/')
