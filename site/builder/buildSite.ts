/** Builds a site into one folder of static files: pages, client, fragments and everything else. */

import { existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { causeMessages } from '@keywright/ui/boundary'
import { brand } from '../brand.ts'
import { brandTouchIcon, TOUCH_ICON } from '../src/config/brandFiles.ts'
import type { Asset, Assets, Page } from '../src/config/model.ts'
import { API_ROUTE, fragmentPath } from '../src/config/routes.ts'
import { needsConfigured, renderPage } from '../src/frame/Document.tsx'
import { twinAddress } from '../src/frame/twinAddress.ts'
import { checkShape } from './checks/checkShape.ts'
import { checkSite } from './checks/checkSite.ts'
import { bundleClient } from './client/bundle.ts'
import { apiFiles } from './content/apiOutline.tsx'
import { type LoadedSite, nameOf } from './content/builtPage.ts'
import { loadPages } from './content/loadPages.ts'
import { documentFileOf } from './content/routes.ts'
import { machineFiles } from './machines/machineFiles.ts'
import { changelogFeed } from './output/changelogFeed.ts'
import { hostFiles } from './output/hostFiles.ts'
import { precompress } from './output/precompress.ts'
import type { OwnHeaders } from './output/securityHeaders.ts'
import { crawlerFiles } from './output/sitemap.ts'
import { copyFolder, stageDir, writeFiles } from './output/write.ts'
import { drawCards } from './pictures/cards.ts'
import { drawPng } from './pictures/draw.ts'
import { type Problem, ProblemList } from './problems.ts'
import { type Progress, silentProgress } from './progress.ts'
import { writeRunner } from './sandbox/runnerFiles.ts'
import { searchFiles } from './searchFiles.ts'
import { configFileOf, type SiteSource, staticDirOf } from './site.ts'

export interface BuildOptions {
  /** Replaced atomically when the build succeeds. */
  readonly outDir: string
  readonly progress?: Progress
  /** URLs of a prebuilt client. Without them, the build bundles the client. */
  readonly assets?: Assets
}

export interface BuildResult {
  readonly pages: readonly Page[]
  readonly problems: readonly Problem[]
  /** URLs of the client, unless the build failed before it. */
  readonly assets?: Assets
}

/**
 * Builds a site next to `outDir` and moves it there if the build succeeds. A failed build leaves `outDir` unchanged.
 * Returns all problems.
 */
export async function buildSite(site: SiteSource, options: BuildOptions): Promise<BuildResult> {
  const staged = stageDir(options.outDir)
  try {
    const { problems, ...built } = await buildInto(staged.path, site, options)
    if (problems.count('error') === 0) staged.swap()
    return { ...built, problems: problems.all }
  } finally {
    staged.discard()
  }
}

async function buildInto(dir: string, site: SiteSource, { progress = silentProgress, assets }: BuildOptions) {
  const problems = new ProblemList()
  if (!checkShape(site, problems)) return { pages: [], problems }
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
  // Every document depends on the configuration, so nothing can be rendered with errors in it.
  if (problems.in(configFileOf(site)).some(({ severity }) => severity === 'error')) return { pages, problems }
  const client = assets ?? (await progress.phase('client', () => bundleClient(dir)))
  // A bundled client also needs the example runner.
  const frames = assets ? {} : await progress.phase('runner', () => writeRunner(dir))
  const documents = await progress.phase(
    'documents',
    () => renderSite(site, loaded, client, problems),
    (files) => `${Object.keys(files).length} files`,
  )
  // What follows finds no problem in a page, and nothing of a failed build is kept.
  if (problems.count('error') > 0) return { pages, problems, assets: client }
  const pictures = await progress.phase(
    'pictures',
    async () => ({
      ...(await drawCards(pages, loaded.model, site.config)),
      [TOUCH_ICON.path]: await drawPng(brandTouchIcon(brand), TOUCH_ICON.size),
    }),
    (files) => `${Object.keys(files).length} files`,
  )
  const search = await progress.phase('search', () => searchFiles(pages))
  const twins = await progress.phase('markdown', () => machineFiles(pages, loaded.model, site.config))
  await progress.phase('files', () => {
    const written = {
      ...documents,
      ...pictures,
      ...filesAround(pages, site, client, frames),
      ...search,
      ...twins,
    }
    for (const file of Object.keys(written).map((path) => join(staticDirOf(site), path)))
      if (existsSync(file))
        problems.about(relative(site.root, file)).error('the build makes a file of this name itself')
    copyFolder(staticDirOf(site), dir)
    writeFiles(dir, written)
  })
  if (problems.count('error') === 0)
    await progress.phase(
      'compression',
      () => precompress(dir),
      (count) => `${count} files`,
    )
  return { pages, problems, assets: client }
}

/** Number of pages with a URL, which excludes the not-found page. */
export const countRoutes = (pages: readonly Page[]): number =>
  pages.filter(({ kind }) => kind !== 'not-found').length

/** Documents and fragments by path. */
function renderSite(
  site: SiteSource,
  loaded: LoadedSite,
  assets: Assets,
  problems: ProblemList,
): Record<string, string> {
  const { pages, model } = loaded
  const files: Record<string, string> = {}
  const routes = pages.map(({ page }) => page.route)
  for (const { page } of pages) {
    const report = problems.about(nameOf(page))
    try {
      const { document, fragment } = renderPage({
        page,
        site: model,
        config: site.config,
        assets,
      })
      // The content security policy would drop it silently, and only in the browser.
      if (/ style="/.test(document)) report.error('the document holds a `style` attribute')
      for (const path of documentFiles(page, routes)) files[path] = document
      if (page.route !== API_ROUTE) files[fragmentPath(page.route).slice(1)] = JSON.stringify(fragment)
    } catch (error) {
      report.error(`could not be rendered: ${causeMessages(error).join(': ')}`)
    }
  }
  return files
}

/** The files where hosts look for a page: two if the route is also a folder. */
function documentFiles({ route, kind }: Page, routes: readonly string[]): string[] {
  if (kind === 'not-found') return ['404.html']
  const isFolder = !route.endsWith('/') && routes.some((other) => other.startsWith(`${route}/`))
  return [documentFileOf(route), ...(isFolder ? [documentFileOf(`${route}/`)] : [])]
}

function filesAround(
  pages: readonly Page[],
  site: SiteSource,
  { styles, configured, theme, announcement }: Assets,
  frames: OwnHeaders,
): Record<string, string> {
  const { config } = site
  const routes = pages.filter(({ kind }) => kind !== 'not-found').map(({ route }) => route)
  const twins = pages.flatMap((page) => twinAddress(page) ?? [])
  const textsOf = (assets: readonly (Asset | undefined)[]) =>
    assets.flatMap((asset) => (asset && 'text' in asset ? [asset.text] : []))
  const inline = {
    styles: textsOf([...Object.values(styles), needsConfigured(config) ? configured : undefined]),
    scripts: textsOf([theme, config.announcementBar && announcement]),
  }
  return {
    ...crawlerFiles(pages, config.url),
    ...changelogFeed(pages, config),
    ...hostFiles(routes, twins, { search: config.search, assistant: config.assistant, inline }, frames),
    ...Object.fromEntries(Object.entries(apiFiles()).map(([address, text]) => [address.slice(1), text])),
  }
}
