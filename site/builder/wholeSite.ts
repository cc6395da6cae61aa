/** This site, read and rendered. Cached per process, because it takes many seconds. */
import type { LoadedSite } from './content/builtPage.ts'
import { loadPages } from './content/loadPages.ts'
import { formatProblems, ProblemList } from './problems.ts'
import { loadSite, type SiteSource } from './site.ts'

export interface WholeSite extends LoadedSite {
  readonly site: SiteSource
}

let loading: Promise<WholeSite> | undefined

/** Skips the build's checks. @throws Error if a page can't be rendered */
export const wholeSite = (): Promise<WholeSite> => (loading ??= load())

async function load(): Promise<WholeSite> {
  const site = await loadSite()
  const problems = new ProblemList()
  const loaded = loadPages(site, problems)
  if (problems.count('error') > 0) throw new Error(formatProblems(problems.all))
  return { site, ...loaded }
}
