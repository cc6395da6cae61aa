/** Files for programs: Markdown twins, their index, and well-known files. */
import { markdownPath } from '../../src/app/routes.ts'
import { twinAddress } from '../../src/app/twinAddress.ts'
import type { SiteConfig } from '../../src/config/types.ts'
import type { Page, SiteModel } from '../../src/model.ts'
import { llmsFiles, type Twin } from './llms.ts'
import { twinOf } from './twin.ts'
import { wellKnownFiles } from './wellKnown.ts'

/** All pages as Markdown, in page order. */
export function twinsOf(pages: readonly Page[], url: string): Twin[] {
  const own = pages.filter((page) => twinAddress(page) !== undefined)
  const originals = pages.flatMap(({ route, fallbackOf, translations = [] }) =>
    translations
      .filter(({ language }) => language === fallbackOf)
      .map((original) => [route, markdownPath(original.route)] as const),
  )
  const twins = new Map([...originals, ...own.map(({ route }) => [route, markdownPath(route)] as const)])
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
      twins: twins.filter(({ page }) => page.language === undefined),
      model,
      title,
      summary,
      url,
    }),
    ...wellKnownFiles(url),
  }
}
