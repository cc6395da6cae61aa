/** Decides when to load the page's islands and unmounts those of earlier pages. */

import type { IslandEntry } from '../../shared/island.ts'
import { createMounts, type IslandSite, loadIsland, setState, stateOf } from './islandMounts.ts'
import { islands as registry } from './islandRegistry.ts'
import { mayPrefetch } from './prefetchPolicy.ts'
import type { PartHooks } from './site.ts'

/** Distance from the window at which an element counts as near. */
const NEAR = '300px'

/** @param signal removes the listeners, for tests */
export function islandsOfPage(
  site: IslandSite,
  entries: Readonly<Record<string, IslandEntry>> = registry,
  signal?: AbortSignal,
): PartHooks {
  const { document } = site
  const entryOf = (host: HTMLElement) => entries[host.dataset.island!]
  const mounts = createMounts(site, entryOf)
  const near = observeNear(mounts.mount)
  const until = signal ? { signal } : {}
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, intended, { passive: true, ...until })
  document.addEventListener('click', clicked, until)
  document.addEventListener(
    'keydown',
    (event) => event.key === 'Escape' && !event.defaultPrevented && mounts.cancelOpening(),
    until,
  )

  return { content: refresh }

  /** Starts the islands of the current page and unmounts those that are no longer in the document. */
  function refresh(): void {
    mounts.unmountRemoved()
    mounts.cancelOpening()
    near.disconnect()
    for (const host of document.querySelectorAll<HTMLElement>('[data-island]')) {
      const entry = entryOf(host)
      if (stateOf(host) === undefined) {
        if (!entry) console.error(`unknown island \`${host.dataset.island}\``)
        setState(host, 'waiting')
      }
      if (entry?.on === 'visible' && stateOf(host) === 'waiting') near.observe(host)
    }
  }

  function intended(event: Event): void {
    const target = event.target as Element | null
    const opened = hostThatOpens(document, target)
    const host = opened ?? target?.closest?.<HTMLElement>('[data-island-state="waiting"]')
    const entry = host && entryOf(host)
    if (!host || !entry || stateOf(host) !== 'waiting') return
    if (!opened && entry.on === 'intent') void mounts.mount(host)
    else if (entry.on !== 'visible' && mayPrefetch())
      // Ignore a failed prefetch, because the click tries again.
      loadIsland(host, entry).then(
        ([, island]) => island.ahead?.(host),
        () => {},
      )
  }

  function clicked(event: MouseEvent): void {
    const host = hostThatOpens(document, event.target as Element)
    if (!host) return
    const opener = (event.target as Element).closest<HTMLElement>('[data-opens]')!
    // A link to a section also scrolls there.
    if (!opener.getAttribute('href')?.startsWith('#')) event.preventDefault()
    mounts.open(host, opener)
  }
}

/** @param reach called once per observed element that comes near the window */
function observeNear(reach: (host: HTMLElement) => void): IntersectionObserver {
  const observer = new IntersectionObserver(
    (seen) => {
      for (const { isIntersecting, target } of seen) {
        if (!isIntersecting) continue
        observer.unobserve(target)
        reach(target as HTMLElement)
      }
    },
    { rootMargin: NEAR },
  )
  return observer
}

/** The island around the opening control, or else the first with that name. */
function hostThatOpens(document: Document, target: Element | null): HTMLElement | undefined {
  const name = target?.closest?.<HTMLElement>('[data-opens]')?.dataset.opens
  if (!name) return undefined
  // Names are words and hyphens (`src/frame/script/islandRegistry.ts`), so they need no escaping.
  const selector = `[data-island="${name}"]`
  return target!.closest<HTMLElement>(selector) ?? document.querySelector<HTMLElement>(selector) ?? undefined
}
