/**
 * Makes the two font files of the site from their npm packages: Latin and the symbols that the pages use,
 * weights 400 to 700. Symbols that the packages' Latin files lack, such as arrows, come from the reader's system.
 * Run `npx tsx site/src/fonts/subset.ts` after changing the character list.
 */

import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import subsetFont from 'subset-font'

const resolve = createRequire(import.meta.url).resolve

const ASCII = Array.from({ length: 0x7e - 0x20 + 1 }, (_, index) => String.fromCharCode(0x20 + index)).join(
  '',
)
const TEXT_SYMBOLS = '\u00a0\u00ad©®°±·×÷«»¡¿ÀÁÂÄÅÆÇÈÉÊËÍÎÏÑÓÔÖØÚÛÜßàáâäåæçèéêëíîïñóôöøúûüÿ–—‘’“”„•…‹›€™−'
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
  },
]

for (const font of FONTS) {
  const source = await readFile(resolve(font.from))
  const file = await subsetFont(source, font.characters, {
    targetFormat: 'woff2',
    variationAxes: { wght: { ...font.weights, default: 400 } },
  })
  await writeFile(new URL(font.to, import.meta.url), file)
  process.stdout.write(`${font.to} ${file.length} bytes\n`)
}
