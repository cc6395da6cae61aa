/** A page's link preview image: title, section, first sentence and key. */
import { bittingOf, bittingPath } from '@keywright/ui/bitting'
import { brand } from '../../brand.ts'
import { CARD } from '../../src/frame/card.ts'
import { escapeHtml } from '../../src/shared/highlight/highlight.ts'
import { textWidth, wrapText } from '../diagram/metrics.ts'
import { FONT_FAMILY } from './draw.ts'

export interface CardText {
  readonly route: string
  readonly title: string
  /** Sidebar and categories around the page, outermost first. */
  readonly trail: readonly string[]
  readonly sentence: string
}

const MARGIN = 80
const INNER = CARD.width - 2 * MARGIN
/** Title sizes, largest first. The first that fits in two lines wins. */
const TITLE_SIZES = [84, 72, 60] as const
const TITLE_LINES = 2
const [ground] = brand.colors.surface
const [ink] = brand.colors.text
const [muted] = brand.colors.muted
const [brass] = brand.colors.accent

/** @param host the site's host name */
export function cardSvg({ route, title, trail, sentence }: CardText, host: string): string {
  const size = TITLE_SIZES.find((one) => wrapText(title, INNER, one, 600).length <= TITLE_LINES) ?? 60
  const titleLines = wrapText(title, INNER, size, 600)
  const top = 214
  const below = top + (titleLines.length - 1) * size * 1.1 + 62
  const about = wrapText(sentence, INNER, 30).slice(0, 3)
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${CARD.width}" height="${CARD.height}" viewBox="0 0 ${CARD.width} ${CARD.height}" font-family="${FONT_FAMILY}">`,
    `<rect width="${CARD.width}" height="${CARD.height}" fill="${ground}"/>`,
    `<rect width="${CARD.width}" height="10" fill="${brass}"/>`,
    markAndName(),
    trail.length > 0 ? rightText(trail.join(' › '), 98, 28, muted) : '',
    ...titleLines.map((line, at) => text(line, MARGIN, top + at * size * 1.1, size, ink, 600)),
    ...about.map((line, at) => text(line, MARGIN, below + at * 42, 30, muted)),
    key(route),
    rightText(host, 562, 26, muted),
    '</svg>',
  ].join('')
}

function markAndName(): string {
  const { bow, blade } = brand.mark
  const drawing = `<circle cx="${bow.cx}" cy="${bow.cy}" r="${bow.r}"/><path d="${blade}"/>`
  return [
    `<g transform="translate(${MARGIN - 3} 62) scale(2.4)" fill="none" stroke="${brass}" stroke-width="2" stroke-linejoin="round" stroke-linecap="round">${drawing}</g>`,
    text(brand.name, MARGIN + 104, 99, 34, ink, 600),
  ].join('')
}

/** The page's own key cuts, after the bow of the mark. */
function key(route: string): string {
  const cuts = bittingOf(route)
  const bow = 7
  const drawing = `<circle cx="${bow}" cy="1" r="${bow}"/><path transform="translate(${2 * bow - 1} 0)" d="${bittingPath(cuts)}"/>`
  return `<g transform="translate(${MARGIN} 530) scale(4.6)" fill="none" stroke="${brass}" stroke-width="1.1" stroke-linejoin="round" stroke-linecap="round">${drawing}</g>`
}

function rightText(value: string, y: number, size: number, color: string): string {
  const width = textWidth(value, size)
  // Widths are upper bounds, so anchor the text at its right edge.
  const shown =
    width > INNER - 330 ? `…${value.slice(-Math.floor((value.length * (INNER - 330)) / width))}` : value
  return `<text x="${CARD.width - MARGIN}" y="${y}" font-size="${size}" fill="${color}" text-anchor="end">${escapeHtml(shown)}</text>`
}

function text(value: string, x: number, y: number, size: number, color: string, weight = 400): string {
  return `<text x="${x}" y="${y}" font-size="${size}" font-weight="${weight}" fill="${color}">${escapeHtml(value)}</text>`
}
