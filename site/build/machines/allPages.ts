/** All pages as Markdown, for who packs them with a program. */
import { wholeSite } from '../wholeSite.ts'
import { machineFiles } from './machineFiles.ts'

/** Content of `llms-full.txt`, without building the site. @throws Error when a page cannot be rendered */
export async function allPages(): Promise<string> {
  const { site, pages, model } = await wholeSite()
  const files = machineFiles(
    pages.map(({ page }) => page),
    model,
    site.config,
  )
  return files['llms-full.txt']!
}
