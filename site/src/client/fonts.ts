/**
 * Fetches the fonts after the first page has loaded, so that the next document shows them. On the first page, they would
 * compete with the content for bandwidth, and swapping fonts shifts text.
 */
import { FONTS_KEY } from './fontRules.ts'
import { whenIdle } from './idle.ts'
import { mayPrefetch } from './prefetchPolicy.ts'
import type { Site } from './site.ts'

export function fonts({ document, storage: { kept } }: Site): void {
  const files = document.documentElement.dataset.fontFiles ?? ''
  if (kept.read(FONTS_KEY) === files || !mayPrefetch()) return
  // The next page tries again. A browser without the font loading API never gets them.
  whenIdle(document, () => fetchThem().catch(() => {}))

  async function fetchThem(): Promise<void> {
    await Promise.all(['Text', 'Code'].map((name) => document.fonts.load(`1em "Keywright ${name}"`)))
    kept.write(FONTS_KEY, files)
  }
}
