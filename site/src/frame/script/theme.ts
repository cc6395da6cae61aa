/**
 * Runs before the first paint to set color mode, fonts, and attributes for the style sheet, and to remember presses. Blocks rendering, so it is
 * small and imports only rules.
 */

import { COLOR_MODE_KEY, resolveColorMode } from './colorModeRules.ts'
import { rememberPresses } from './earlyPresses.ts'
import { read } from './earlyStorage.ts'
import { FONTS_KEY } from './fontRules.ts'
import { watchScript } from './scriptFailure.ts'

const root = document.documentElement
const { colorMode, fontFiles } = root.dataset
/** Whether the browser's cache has the fonts of this build. */
const hasFonts = read(FONTS_KEY) === (fontFiles ?? '')
/**
 * Highest round trip of a fast line, in ms. On a slower line, the font would delay the first paint. Only Chromium
 * estimates it, and assumes 100 ms in a new profile. Its first estimate of the bandwidth is that of a slow line.
 */
const FAST = 100

root.dataset.js = ''
rememberPresses(document)
watchScript(document)
if (/Mac|iPhone|iPad/.test(navigator.platform)) root.dataset.platform = 'mac'

const { connection } = navigator as { connection?: { readonly rtt: number } }
// An optional font that isn't preloaded comes too late for the first paint, even from the cache, and text that waits for
// it isn't painted. So a document only uses preloaded fonts.
const fonts = hasFonts || (connection?.rtt ?? FAST) <= FAST ? ['text', 'code'] : []
root.dataset.fonts = fonts.join(' ')
for (const font of fontFiles?.split(' ').slice(0, fonts.length) ?? [])
  document.head.insertAdjacentHTML('beforeend', `<link rel=preload as=font crossorigin href=${font}>`)

root.dataset.theme = resolveColorMode(
  JSON.parse(colorMode!),
  read(COLOR_MODE_KEY),
  matchMedia('(prefers-color-scheme: dark)').matches,
)
