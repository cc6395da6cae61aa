/** This site, read and rendered. It takes many seconds: whoever asks in one process shares what the first one got. */
import type { LoadedSite } from './content/builtPage.ts'
import { loadPages } from './content/loadPages.ts'
import { formatProblems, ProblemList } from './problems.ts'
import { loadSite, type SiteSource } from './site.ts'

export interface WholeSite extends LoadedSite {
  readonly site: SiteSource
}

let loading: Promise<WholeSite> | undefined

/** Without the checks of a build, which say more of what is wrong. @throws Error when a page cannot be rendered */
export const wholeSite = (): Promise<WholeSite> => (loading ??= load())

async function load(): Promise<WholeSite> {
  const site = await loadSite()
  const problems = new ProblemList()
  const loaded = loadPages(site, problems)
  if (problems.count('error') > 0) throw new Error(formatProblems(problems.all))
  return { site, ...loaded }
}
