/** The cards of all pages. */

import type { Page, SiteModel } from '../../src/config/model.ts'
import type { SiteConfig } from '../../src/config/types.ts'
import { CARD, cardAddress } from '../../src/frame/card.ts'
import { sidebarLabel } from '../../src/frame/Document.tsx'
import { findPagePlace } from '../../src/frame/pagePlace.ts'
import { sectionsOf } from '../sections.ts'
import { type CardText, cardSvg } from './cardSvg.ts'
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
        const svg = cardSvg({ route: page.route, ...wordsOf(page, site, config) }, host)
        return [cardAddress(page.route).slice(1), await drawPng(svg, CARD.width)]
      }),
  )
  return Object.fromEntries(files)
}

/** The card of the home page shows the tagline, because the name is already next to the mark. */
function wordsOf(page: Page, site: SiteModel, config: SiteConfig): Omit<CardText, 'route'> {
  const { sidebar, trail } = findPagePlace(page.route, site)
  return {
    title: page.kind === 'home' ? config.tagline : page.title,
    sentence: firstSentence(page),
    trail: sidebar ? [sidebarLabel(sidebar, config), ...trail.map(({ label }) => label)] : [],
  }
}

/** Link previews show the description next to the card, so the card shows the text. */
export function firstSentence(page: Page): string {
  const [start] = sectionsOf(page)
  const isProse = (passage: string) => /[.!?]$/.test(passage) && !passage.includes(' · ')
  return start?.passages.find((one) => isProse(one) && !page.description.includes(one)) ?? page.description
}
