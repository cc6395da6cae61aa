/** Loads `late.ts` when the page is idle, or as soon as a press needs it. */
import { whenIdle } from './idle.ts'
import { addressOf } from './internalLink.ts'
import { loadAddress } from './reloads.ts'
import type { ScrollMemory } from './scrollMemory.ts'
import type { Site } from './site.ts'
import type { Destination, Visits } from './visits.ts'

/** Controls of late parts that work only with their script. */
const PRESSED = '[data-color-switch], [data-copy], [data-copy-page], [data-announcement-close]'

let loading: Promise<typeof import('./late.ts')> | undefined

/** Loads the late parts once. After a failure, the next press asks again. */
function load() {
  loading ??= import('./late.ts')
  loading.catch(() => {
    loading = undefined
  })
  return loading
}

/** Starts the late parts. A press before that is repeated. */
export function lateParts(site: Site): void {
  let isReady = false
  const start = () =>
    load().then(({ startLateParts }) => {
      if (!isReady) startLateParts(site)
      isReady = true
    })
  whenIdle(site.document, () => start().catch(() => {}))
  site.document.addEventListener('click', ({ target }) => {
    const control = (target as Element).closest<HTMLElement>(PRESSED)
    if (control && !isReady)
      start().then(
        () => control.click(),
        () => {},
      )
  })
}

/** Shows pages. If the script that does can't load, the browser loads the page. */
export function lateVisits(site: Site, scroll: ScrollMemory): Visits {
  const first = location.pathname
  let visits: Visits | undefined
  let leaves = 0
  addEventListener('pagehide', () => leaves++)
  return {
    isShown: (route) => (visits ? visits.isShown(route) : route === first),
    async visit(to: Destination) {
      if (!visits) {
        const before = leaves
        const late = await load().catch(() => undefined)
        // Leaving the document cancels the visit, as it does later.
        if (before !== leaves) return
        if (!late) return loadAddress(addressOf(to))
        visits ??= late.createVisits(site, scroll, first)
      }
      return visits.visit(to)
    },
  }
}
