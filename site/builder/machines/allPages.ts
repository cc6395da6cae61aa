/** All pages as Markdown, for packages that bundle them. */
import '../production.ts'
import { wholeSite } from '../wholeSite.ts'
import { machineFiles } from './machineFiles.ts'

/** Content of `llms-full.txt`, without building the site. @throws Error if a page can't be rendered */
export async function allPages(): Promise<string> {
  const { site, pages, model } = await wholeSite()
  const files = machineFiles(
    pages.map(({ page }) => page),
    model,
    site.config,
  )
  return files['llms-full.txt']!
}
