/**
 * Runs before the first paint to set color mode, announcement, and attributes for the style sheet. Blocks rendering, so
 * it is small and imports only rules. `storage.ts` reports unavailable storage.
 */

import { ANNOUNCEMENT_DISMISSED_KEY, ANNOUNCEMENT_ID_KEY, resolveAnnouncement } from './announcementRules.ts'
import { COLOR_MODE_KEY, resolveColorMode } from './colorModeRules.ts'
import { FONTS_KEY } from './fontRules.ts'

const root = document.documentElement
const { colorMode, announcement, font } = root.dataset
/** In Mbps. On a slower line, the font would delay the first paint. Only Chromium estimates it. */
const FAST = 5

root.dataset.js = ''
if (read(FONTS_KEY) !== null) root.dataset.fonts = ''
if (/Mac|iPhone|iPad/.test(navigator.platform)) root.dataset.platform = 'mac'

const { connection } = navigator as { connection?: { readonly downlink: number } }
if (font && (connection?.downlink ?? FAST) >= FAST)
  document.head.insertAdjacentHTML('beforeend', `<link rel=preload as=font crossorigin href=${font}>`)

root.dataset.theme = resolveColorMode(
  JSON.parse(colorMode!),
  read(COLOR_MODE_KEY),
  matchMedia('(prefers-color-scheme: dark)').matches,
)

if (announcement) {
  const bar = JSON.parse(announcement)
  // Set from the script, because the content security policy forbids style attributes.
  if (bar.backgroundColor) root.style.setProperty('--announcement-background', bar.backgroundColor)
  if (bar.textColor) root.style.setProperty('--announcement-text', bar.textColor)
  const stored = { id: read(ANNOUNCEMENT_ID_KEY), dismissed: read(ANNOUNCEMENT_DISMISSED_KEY) }
  const { closed, store } = resolveAnnouncement(bar, stored)
  if (closed) root.dataset.announcementClosed = ''
  if (store) {
    write(ANNOUNCEMENT_ID_KEY, store.id)
    write(ANNOUNCEMENT_DISMISSED_KEY, store.dismissed)
  }
}

function read(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {}
}
