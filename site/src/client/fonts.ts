/**
 * Fetches the fonts when the first page is there. They are used from the next document on: on the first one they would
 * share the line with what is read, and text that changes its face moves.
 */
import { FONTS_KEY } from './fontRules.ts'
import { whenIdle } from './idle.ts'
import { mayPrefetch } from './prefetchPolicy.ts'
import type { Site } from './site.ts'

const FACES = ['1em "Keywright Text"', '1em "Keywright Code"']

export function fonts({ document, storage: { kept } }: Site): void {
  if ('fonts' in document.documentElement.dataset) return
  if (!mayPrefetch()) return
  // The next page tries again; a browser that loads fonts for no script never has them.
  whenIdle(document, () => fetchThem().catch(() => {}))

  async function fetchThem(): Promise<void> {
    await Promise.all(FACES.map((face) => document.fonts.load(face)))
    kept.write(FONTS_KEY, 'fetched')
  }
}
