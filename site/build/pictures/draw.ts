/** Draws vector pictures as PNG files, with the site's own text family; each picture once, however often it is built. */
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { renderAsync } from '@resvg/resvg-js'
import { siteDir } from '../site.ts'

/** As the font files name it. */
export const FONT_FAMILY = 'Hanken Grotesk'

const FONT_FILES = ['card-title.ttf', 'card-text.ttf'].map((name) => join(siteDir, 'src/fonts', name))
/** Left out of version control; emptying it costs the time of one build. */
const CACHE = join(siteDir, '.cache/pictures')

/** @param width of the picture in pixels; its height follows */
export async function drawPng(svg: string, width: number): Promise<Uint8Array> {
  const kept = join(
    CACHE,
    `${createHash('sha256').update(`${width}\0${svg}`).digest('hex').slice(0, 32)}.png`,
  )
  if (existsSync(kept)) return readFileSync(kept)
  const drawn = await renderAsync(svg, {
    fitTo: { mode: 'width', value: width },
    font: { loadSystemFonts: false, fontFiles: FONT_FILES, defaultFontFamily: FONT_FAMILY },
  })
  const png = drawn.asPng()
  mkdirSync(dirname(kept), { recursive: true })
  // Builds that run side by side must not read half a picture.
  const unfinished = `${kept}.${process.pid}`
  writeFileSync(unfinished, png)
  renameSync(unfinished, kept)
  return png
}
