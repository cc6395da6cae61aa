/** Builds a site: pages, client, fragments and the files around them, into one folder of plain files. */
import { openapi } from '@keywright/contract/reference'
import { renderDocument, renderFragment } from '../src/app/Document.tsx'
import { fragmentPath } from '../src/app/routes.ts'
import type { Assets, Page } from '../src/model.ts'
import { buildSearchFiles } from '../src/search/buildIndex.ts'
import { checkSite, nameOf } from './checks/checkSite.ts'
import { bundleClient } from './client/bundle.ts'
import { API_DESCRIPTION } from './content/apiOutline.tsx'
import { type LoadedSite, loadPages, staticDirOf } from './content/loadPages.ts'
import { documentFileOf } from './content/routes.ts'
import { hostFiles } from './output/hostFiles.ts'
import { crawlerFiles } from './output/sitemap.ts'
import { copyFolder, emptyDir, writeFiles } from './output/write.ts'
import { type Problem, ProblemList } from './problems.ts'
import { type Progress, silentProgress } from './progress.ts'
import { sectionsOf } from './sections.ts'
import type { SiteSource } from './site.ts'

export interface BuildOptions {
  /** Emptied first. */
  readonly outDir: string
  readonly progress?: Progress
  /** Addresses of a client that is built already; without them the client is bundled. */
  readonly assets?: Assets
}

export interface BuildResult {
  readonly pages: readonly Page[]
  readonly problems: readonly Problem[]
}

/** Builds a site and answers what is wrong with it. What could be built is written even so. */
export async function buildSite(site: SiteSource, options: BuildOptions): Promise<BuildResult> {
  const { outDir, progress = silentProgress } = options
  const problems = new ProblemList()
  emptyDir(outDir)
  const loaded = await progress.phase(
    'pages',
    () => loadPages(site, problems),
    ({ pages }) => `${countRoutes(pages.map(({ page }) => page))} routes`,
  )
  const pages = loaded.pages.map(({ page }) => page)
  await progress.phase(
    'checks',
    () => checkSite(site, loaded, problems),
    () => `${problems.all.length} problems`,
  )
  const assets = options.assets ?? (await progress.phase('client', () => bundleClient(outDir)))
  const documents = await progress.phase(
    'documents',
    () => renderSite(site, loaded, assets, problems),
    (files) => `${Object.keys(files).length} files`,
  )
  await progress.phase('files', () => {
    copyFolder(staticDirOf(site), outDir)
    writeFiles(outDir, { ...documents, ...filesAround(pages, site) })
  })
  return { pages, problems: problems.all }
}

/** Pages that have an address of their own; the not-found page stands in for those that have none. */
export const countRoutes = (pages: readonly Page[]): number =>
  pages.filter(({ kind }) => kind !== 'not-found').length

/** Documents and fragments by path. */
function renderSite(
  { config }: SiteSource,
  { pages, model }: LoadedSite,
  assets: Assets,
  problems: ProblemList,
): Record<string, string> {
  const files: Record<string, string> = {}
  for (const { page } of pages) {
    const document = renderDocument({ page, site: model, config, assets })
    // The content policy would drop it silently, in the reader's browser only.
    if (/ style="/.test(document))
      problems.about(nameOf(page)).error('the document holds a `style` attribute')
    if (page.kind === 'not-found') files['404.html'] = document
    else files[documentFileOf(page.route)] = document
    const fragment = renderFragment({ page, site: model, config })
    files[fragmentPath(page.route).slice(1)] = JSON.stringify(fragment)
  }
  return files
}

function filesAround(pages: readonly Page[], { config }: SiteSource): Record<string, string> {
  const routes = pages.filter(({ kind }) => kind !== 'not-found').map(({ route }) => route)
  return {
    ...crawlerFiles(pages, config.url),
    ...hostFiles(routes, config.search),
    ...buildSearchFiles(pages.flatMap(sectionsOf)),
    [API_DESCRIPTION.slice(1)]: JSON.stringify(openapi()),
  }
}
