/** All pages as Markdown, for who packs them with a program. */
import { loadPages } from '../content/loadPages.ts'
import { formatProblems, ProblemList } from '../problems.ts'
import { loadSite } from '../site.ts'
import { machineFiles } from './machineFiles.ts'

/** Content of `llms-full.txt`, without building the site. @throws Error when a page cannot be rendered */
export async function allPages(): Promise<string> {
  const site = await loadSite()
  const problems = new ProblemList()
  const { pages, model } = loadPages(site, problems)
  if (problems.count('error') > 0) throw new Error(formatProblems(problems.all))
  const files = machineFiles(
    pages.map(({ page }) => page),
    model,
    site.config,
  )
  return files['llms-full.txt']!
}
