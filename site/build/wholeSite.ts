/** This site, read and rendered. It takes many seconds: whoever asks in one process shares what the first one got. */
import type { LoadedSite } from './content/builtPage.ts'
import { loadPages } from './content/loadPages.ts'
import { ProblemList } from './problems.ts'
import { loadSite, type SiteSource } from './site.ts'

export interface WholeSite extends LoadedSite {
  readonly site: SiteSource
}

let loading: Promise<WholeSite> | undefined

/** Without the checks of a build, which says what is wrong. */
export const wholeSite = (): Promise<WholeSite> => (loading ??= load())

async function load(): Promise<WholeSite> {
  const site = await loadSite()
  return { site, ...loadPages(site, new ProblemList()) }
}
