/** The cards of all pages. */
import { CARD, cardAddress } from '../../src/app/card.ts'
import { sidebarLabel } from '../../src/app/Document.tsx'
import { findPagePlace } from '../../src/app/pagePlace.ts'
import type { SiteConfig } from '../../src/config/types.ts'
import type { Page, SiteModel } from '../../src/model.ts'
import { cardSvg } from './cardSvg.ts'
import { drawPng } from './draw.ts'

/** PNG files by path below the site, one per page with a URL. */
export async function drawCards(
  pages: readonly Page[],
  site: SiteModel,
  config: SiteConfig,
): Promise<Record<string, Uint8Array>> {
  const files = await Promise.all(
    pages
      .filter(({ kind }) => kind !== 'not-found')
      .map(async (page): Promise<[string, Uint8Array]> => {
        const { host } = new URL(config.url)
        const svg = cardSvg({ ...page, ...wordsOf(page, site, config) }, host)
        return [cardAddress(page.route).slice(1), await drawPng(svg, CARD.width)]
      }),
  )
  return Object.fromEntries(files)
}

/** The card of the home page shows the tagline, because the name is already next to the mark. */
function wordsOf(
  page: Page,
  site: SiteModel,
  config: SiteConfig,
): { title: string; trail: readonly string[] } {
  const { sidebar, trail } = findPagePlace(page.route, site)
  return {
    title: page.kind === 'home' ? config.tagline : page.title,
    trail: sidebar ? [sidebarLabel(sidebar, config), ...trail.map(({ label }) => label)] : [],
  }
}
