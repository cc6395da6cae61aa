/** Loads pages and shows them in place of the current one. */
import { pageFailed } from '../../config/scriptWords.ts'
import { type Fragments, PageMissing, RouteFailure } from './fragments.ts'
import { errorBox } from './loadError.ts'
import { createProgress, progressLine } from './progress.ts'
import { loadAddress } from './reloads.ts'
import type { ScrollMemory } from './scrollMemory.ts'
import type { Destination, Part, Site, Visits } from './site.ts'
import { leavePage, swapPage } from './swapPage.ts'
import { focusWithoutScroll } from './target.ts'

/** A page fades in only after a noticeable but short wait. */
const FADE_AFTER_MS = { least: 50, most: 250 } as const

export const visits =
  (fragments: Fragments): Part =>
  (site) => ({ visits: createVisits(site, fragments) })

/** The last of overlapping visits wins. */
function createVisits(site: Site, fragments: Fragments): Visits {
  const { document, reloads, scroll } = site
  const progress = createProgress(progressLine(document))
  let latest = 0
  /** A page is loading. Until it arrives, the URL and the shown page differ. */
  let isUnderWay = false
  /** Undefined if a page couldn't load. */
  let shownRoute: string | undefined = location.pathname
  // Leaving the document cancels loading pages. That isn't a failure.
  addEventListener('pagehide', arrived)

  return { visit, isShown: (route: string): boolean => route === shownRoute && !isUnderWay }

  async function visit(to: Destination): Promise<void> {
    const turn = ++latest
    isUnderWay = true
    progress.start()
    const asked = performance.now()
    try {
      const fragment = await fragments.load(to.route)
      if (turn !== latest) return
      if (!enterHistory(scroll, to)) return loadAddress(addressOf(to))
      shownRoute = to.route
      const waited = performance.now() - asked
      const fades = waited > FADE_AFTER_MS.least && waited < FADE_AFTER_MS.most
      await swapPage(document, fragment, fades, () => turn === latest)
      // The reader may have gone back during the transition.
      if (turn !== latest) return
      isUnderWay = false
      reloads.forget(to.route)
      site.shown({ fragment })
      const place = to.how === 'traverse' ? scroll.remembered() : undefined
      focusWithoutScroll(scroll.arrive(to.hash, place, 'top') ?? document.getElementById('main')!)
      site.announce(fragment.heading)
    } catch (error) {
      if (turn === latest) fail(error, to)
    } finally {
      if (turn === latest) arrived()
    }
  }

  function arrived(): void {
    latest++
    isUnderWay = false
    progress.done()
  }

  /** Falls back to a page load for a missing page, which shows the not-found page, and once for a failing route. */
  function fail(error: unknown, to: Destination): void {
    const address = addressOf(to)
    if (error instanceof PageMissing) loadAddress(address)
    else if (!(error instanceof RouteFailure && reloads.once(to.route, address))) {
      enterHistory(scroll, to)
      shownRoute = undefined
      showFailure(site, error, () => visit({ ...to, how: 'replace' }))
    }
  }
}

/** Returns whether the URL is the page's. */
function enterHistory(scroll: ScrollMemory, to: Destination): boolean {
  return to.how === 'traverse' || scroll.write(to.how, addressOf(to))
}

/** Shows a network failure with a Retry button. */
function showFailure(site: Site, error: unknown, retry: () => void): void {
  const { document } = site
  leavePage(document, pageFailed)
  // Notify the parts first, so that the menu closes and makes the page reachable again.
  const box = errorBox(document, pageFailed, error, retry)
  document.getElementById('main')!.replaceChildren(box)
  document.querySelector('.toc')?.replaceChildren()
  site.shown({ failed: true })
  scrollTo(0, 0)
  box.querySelector('button')!.focus()
}

const addressOf = ({ route, search, hash }: Destination): string => route + search + hash
