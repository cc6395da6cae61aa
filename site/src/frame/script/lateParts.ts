/**
 * The parts that the first page doesn't need, loaded when the browser is idle. Until then, links load documents, the menu
 * is a popover, and details open without animation. None has a control whose press could be lost.
 */
import { collapse } from './collapse.ts'
import { contents } from './contents.ts'
import { drawer } from './drawer.ts'
import { fonts } from './fonts.ts'
import { createFragments } from './fragments.ts'
import { prefetch } from './prefetch.ts'
import { problemReport } from './problemReport.ts'
import { patience } from './reloads.ts'
import type { Parts } from './site.ts'
import { visits } from './visits.ts'

/** In start order. */
export function lateParts(document: Document): Parts {
  const fragments = createFragments(
    (address) => fetch(address, { signal: patience() }),
    document.querySelector('script[type=module]')?.getAttribute('src') ?? undefined,
  )
  return {
    drawer,
    problemReport,
    collapse,
    contents,
    visits: visits(fragments),
    prefetch: prefetch(fragments),
    fonts,
  }
}
