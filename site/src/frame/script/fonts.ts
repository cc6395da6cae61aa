/**
 * Fetches the fonts after the first page has loaded on a slow line, where they would compete with the content. Code takes
 * its face when it arrives, because the fallback has the same widths. Text would wrap elsewhere, so it keeps its fallback
 * until the next document.
 */

import { whenIdle } from '../../shared/idle.ts'
import { FONTS_KEY } from './fontRules.ts'
import { mayPrefetch } from './prefetchPolicy.ts'
import type { Site } from './site.ts'

export function fonts({ document, storage: { kept } }: Site): void {
  const { dataset } = document.documentElement
  const files = dataset.fontFiles ?? ''
  if (kept.read(FONTS_KEY) === files || !mayPrefetch()) return
  // The next page tries again. A browser without the font loading API never gets them.
  whenIdle(document, () => fetchThem().catch(() => {}))

  async function fetchThem(): Promise<void> {
    await Promise.all(['Text', 'Code'].map((name) => document.fonts.load(`1em "Keywright ${name}"`)))
    kept.write(FONTS_KEY, files)
    if (!dataset.fonts?.includes('code')) dataset.fonts = 'code'
  }
}
