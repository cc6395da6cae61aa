/** Draws vector pictures as PNG files in the site's text family. A picture that was drawn before is read from the cache. */
import { join } from 'node:path'
import { renderAsync } from '@resvg/resvg-js'
import { fileFor, keep, readKept } from '../kept.ts'
import { siteDir } from '../site.ts'
import { encodePng } from './png.ts'

/** As the font files name it. */
export const FONT_FAMILY = 'Hanken Grotesk'

const FONT_FILES = ['card-title.ttf', 'card-text.ttf'].map((name) => join(siteDir, 'src/fonts', name))

/** @param width of the picture in pixels; its height follows */
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
