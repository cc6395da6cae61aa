/** Renders SVG to PNG with the site's text font. Cached. */
import { join } from 'node:path'
import { renderAsync } from '@resvg/resvg-js'
import { fileFor, keep, readKept } from '../kept.ts'
import { siteDir } from '../site.ts'
import { encodePng } from './png.ts'

/** Name in the font files. */
export const FONT_FAMILY = 'Hanken Grotesk'

const FONT_FILES = ['card-title.ttf', 'card-text.ttf'].map((name) => join(siteDir, 'src/styles/fonts', name))

/** @param width of the image in pixels. The height follows from the aspect ratio. */
export async function drawPng(svg: string, width: number): Promise<Uint8Array> {
  const file = fileFor('pictures', String(width), svg)
  const kept = readKept(file)
  if (kept) return kept
  const drawn = await renderAsync(svg, {
    fitTo: { mode: 'width', value: width },
    font: { loadSystemFonts: false, fontFiles: FONT_FILES, defaultFontFamily: FONT_FAMILY },
  })
  return keep(file, encodePng(drawn.pixels, drawn.width))
}
