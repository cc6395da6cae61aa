/**
 * Creates the site's font files from their npm packages: two for pages, with Latin and the used symbols, weights 400 to
 * 700, and two with a single weight each for images that the build draws. Symbols that the packages lack, such as arrows,
 * come from the reader's system.
 * Run `npx tsx site/src/styles/fonts/subset.ts` after changing the character list.
 */

import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const resolve = createRequire(import.meta.url).resolve

const ASCII = Array.from({ length: 0x7e - 0x20 + 1 }, (_, index) => String.fromCharCode(0x20 + index)).join(
  '',
)
const TEXT_SYMBOLS = '\u00a0\u00ad©§°±·×–—‘’“”•…‹›™−'
const CODE_SYMBOLS = '\u00a0©·×àäéöüß–—‘’“”…↑↓'

const FONTS = [
  {
    from: '@fontsource-variable/hanken-grotesk/files/hanken-grotesk-latin-wght-normal.woff2',
    to: 'text.woff2',
    characters: ASCII + TEXT_SYMBOLS,
    weights: { min: 400, max: 700 },
  },
  {
    from: '@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2',
    to: 'code.woff2',
    characters: ASCII + CODE_SYMBOLS,
    weights: { min: 400, max: 600 },
    // Ligatures are off in code, and take most of the file.
    features: [],
  },
]

/** The SVG renderer supports only TrueType fonts without axes. */
const DRAWN = [
  { to: 'card-title.ttf', weight: 600 },
  { to: 'card-text.ttf', weight: 400 },
]

for (const font of FONTS) {
  const source = await readFile(resolve(font.from))
  const file = await subsetFont(source, font.characters, {
    targetFormat: 'woff2',
    variationAxes: { wght: { ...font.weights, default: 400 } },
    ...(font.features && { keepFeatures: font.features }),
  })
  await write(font.to, file)
}

for (const { to, weight } of DRAWN) {
  const source = await readFile(resolve(FONTS[0]!.from))
  const file = await subsetFont(source, FONTS[0]!.characters, {
    targetFormat: 'sfnt',
    variationAxes: { wght: weight },
  })
  await write(to, file)
}

async function write(name: string, file: Uint8Array): Promise<void> {
  await writeFile(new URL(name, import.meta.url), file)
  process.stdout.write(`${name} ${file.length} bytes\n`)
}
