/**
 * Fetches the code font after the first page has loaded and uses it from the next document on. On the first page, it would
 * compete with the content and the text font for bandwidth, and swapping fonts shifts text.
 */
import { FONTS_KEY } from './fontRules.ts'
import { whenIdle } from './idle.ts'
import { mayPrefetch } from './prefetchPolicy.ts'
import type { Site } from './site.ts'

export function fonts({ document, storage: { kept } }: Site): void {
  if ('fonts' in document.documentElement.dataset) return
  if (!mayPrefetch()) return
  // The next page tries again. A browser without the font loading API never gets them.
  whenIdle(document, () => fetchThem().catch(() => {}))

  async function fetchThem(): Promise<void> {
    await document.fonts.load('1em "Keywright Code"')
    kept.write(FONTS_KEY, 'fetched')
  }
}
