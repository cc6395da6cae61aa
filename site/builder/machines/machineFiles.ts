/** Files for programs: Markdown twins, their index, and well-known files. */

import type { Page, SiteModel } from '../../src/config/model.ts'
import { markdownPath } from '../../src/config/routes.ts'
import type { SiteConfig } from '../../src/config/types.ts'
import { twinAddress } from '../../src/frame/twinAddress.ts'
import { llmsFiles, type Twin } from './llms.ts'
import { twinOf } from './twin.ts'
import { wellKnownFiles } from './wellKnown.ts'

/** The page for authors, which no reader's question concerns. */
const FOR_AUTHORS = '/markdown-page'

/** All pages as Markdown, in page order. */
export function twinsOf(pages: readonly Page[], url: string): Twin[] {
  const own = pages.filter((page) => twinAddress(page) !== undefined)
  const twins = new Map(own.map(({ route }) => [route, markdownPath(route)]))
  return own.map((page) => ({ page, markdown: twinOf(page, { url, twins }) }))
}

/** Returns files by path below the site's root. */
export function machineFiles(
  pages: readonly Page[],
  model: SiteModel,
  { url, title, tagline }: Pick<SiteConfig, 'url' | 'title' | 'tagline'>,
): Record<string, string> {
  const twins = twinsOf(pages, url)
  const summary = twins.find(({ page }) => page.route === '/')?.page.description ?? tagline
  return {
    ...Object.fromEntries(twins.map(({ page, markdown }) => [markdownPath(page.route).slice(1), markdown])),
    ...llmsFiles({
      twins: twins.filter(({ page }) => page.route !== FOR_AUTHORS),
      model,
      title,
      summary,
      url,
    }),
    ...wellKnownFiles(url),
  }
}
