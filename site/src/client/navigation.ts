/**
 * In-site navigation: fetches the next page's fragment and swaps it in. Falls back to a page load.
 */

import type { Fragment } from '../app/fragment.ts'
import { idOfHash, normalizePath } from '../app/routes.ts'
import { wordOf } from '../shell/errorBoxTemplate.ts'
import { PageMissing, RouteFailure } from './fragments.ts'
import { writeEntry } from './historyEntry.ts'
import { type InternalLink, internalLink } from './internalLink.ts'
import { layOut } from './layOut.ts'
import { showLoadError } from './loadError.ts'
import { createProgress, progressLine } from './progress.ts'
import { loadAddress } from './reloads.ts'
import { createScrollMemory, type EntryState, newKey } from './scrollMemory.ts'
import type { PartHooks, Site } from './site.ts'
import { leavePage, swapPage } from './swapPage.ts'
import { selectPanel } from './tabs.ts'

interface Destination {
  readonly route: string
  readonly search: string
  readonly hash: string
  readonly how: 'push' | 'replace' | 'traverse'
}

/** A page fades in only after a noticeable but short wait. */
const FADE_AFTER_MS = { least: 50, most: 250 } as const

/** Elements that can hide a part of a page. */
const HIDING = 'details, .tabs > [role="tabpanel"]'

export function navigation(site: Site): PartHooks {
  const { document, history, fragments, reloads, announce } = site
  const progress = createProgress(progressLine(document))
  const scroll = createScrollMemory(history, site.storage.tab)
  let latest = 0
  /** A page is loading. Until it arrives, the URL and the shown page differ. */
  let isUnderWay = false

  normalizeAddress()
  /** Undefined if a page couldn't load. */
  let shownRoute: string | undefined = location.pathname
  scroll.start()
  document.addEventListener('click', followLink)
  addEventListener('popstate', traverse)
  // Leaving the document cancels loading pages. That isn't a failure.
  addEventListener('pagehide', arrived)

  return {
    /** After all parts have handled the first page, because tabs and islands may have moved the target. */
    content: (page) => page === undefined && takeUpFirst(),
    navigate(address) {
      const anchor = document.createElement('a')
      anchor.href = address
      const link = internalLink(anchor)
      if (link) follow(link)
      else location.assign(address)
    },
  }

  function takeUpFirst(): void {
    // The page loaded, so a later failure of its fragment may reload again.
    reloads.forget(location.pathname)
    restoreScroll()
  }

  /**
   * Replaces the URL with the page's route if the host served it under another URL, with `.html`, escapes, extra
   * slashes or other letter case. The not-found page tries the normalized URL.
   */
  function normalizeAddress(): void {
    const { kind, route } = layoutData()
    const isFound = kind !== 'not-found'
    const wanted = isFound ? route! : normalizePath(location.pathname)
    if (wanted === location.pathname) return
    const address = wanted + location.search + location.hash
    if (isFound) writeEntry(history, 'replace', history.state, address)
    else location.replace(address)
  }

  function layoutData(): DOMStringMap {
    return document.querySelector<HTMLElement>('.layout')!.dataset
  }

  function followLink(event: MouseEvent): void {
    if (event.defaultPrevented || event.button !== 0) return
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    const anchor = (event.target as Element).closest?.('a')
    const link = anchor && internalLink(anchor)
    if (!link) return
    // The browser handles links within a page, but with manual scroll restoration it doesn't store the old position.
    if (isShown(link.route) && link.hash && link.search === location.search) {
      scroll.remember()
      layOut(document)
      targetOf(link.hash)
      return
    }
    event.preventDefault()
    // Skip to the current content, even while a page is loading.
    if (anchor.matches('.skip-link')) focusWithoutScroll(document.getElementById('main')!)
    else follow(link)
  }

  function follow(link: InternalLink): void {
    // Navigating from the menu replaces the menu's history entry.
    const how =
      (history.state as EntryState | null)?.menu || link.route === location.pathname ? 'replace' : 'push'
    void go({ ...link, how })
  }

  function traverse(): void {
    const route = normalizePath(location.pathname)
    if (isShown(route)) restoreScroll()
    else void go({ route, search: location.search, hash: location.hash, how: 'traverse' })
  }

  function isShown(route: string): boolean {
    return route === shownRoute && !isUnderWay
  }

  /** Shows a page. The last of overlapping navigations wins. */
  async function go(to: Destination): Promise<void> {
    const turn = ++latest
    isUnderWay = true
    progress.start()
    const asked = performance.now()
    try {
      const fragment = await fragments.load(to.route)
      if (turn !== latest) return
      if (!enterHistory(to)) return loadAddress(addressOf(to))
      shownRoute = to.route
      const waited = performance.now() - asked
      const fades = waited > FADE_AFTER_MS.least && waited < FADE_AFTER_MS.most
      await swapPage(document, fragment, fades, () => turn === latest)
      // The reader may have gone back during the transition.
      if (turn !== latest) return
      isUnderWay = false
      reloads.forget(to.route)
      site.shown({ fragment })
      settle(fragment, to)
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

  /** Returns whether the history entry was written. */
  function enterHistory(to: Destination): boolean {
    if (to.how === 'traverse') return true
    scroll.remember()
    return writeEntry(history, to.how, { key: newKey() }, addressOf(to))
  }

  /** Sets scroll position, focus and announcement for a new page. */
  function settle(fragment: Fragment, to: Destination): void {
    const remembered = to.how === 'traverse' ? scroll.remembered() : undefined
    // Open the target even if the scroll position is restored, because it was open before.
    const place = targetOf(to.hash)
    const target = remembered === undefined ? place : null
    if (target || remembered) layOut(document)
    if (target) target.scrollIntoView()
    else scrollTo(0, remembered ?? 0)
    scroll.arrive()
    focusWithoutScroll(target ?? document.getElementById('main')!)
    announce(fragment.heading)
  }

  /** Restores the position within the current page. */
  function restoreScroll(): void {
    const remembered = scroll.remembered()
    const target = targetOf(location.hash)
    if (remembered || location.hash) layOut(document)
    if (remembered !== undefined) scrollTo(0, remembered)
    else target?.scrollIntoView()
    scroll.arrive()
  }

  /** Finds the target of a hash, and opens the details and selects the tab that contain it. */
  function targetOf(hash: string): HTMLElement | null {
    const target = hash ? document.getElementById(idOfHash(hash)) : null
    for (let at = target?.closest(HIDING); at; at = at.parentElement!.closest(HIDING))
      if (at instanceof HTMLDetailsElement) at.open = true
      else selectPanel(at)
    return target
  }

  /**
   * Falls back to a page load for a missing page, which shows the not-found page, and once for a failing route. Shows
   * network failures with a Retry button.
   */
  function fail(error: unknown, to: Destination): void {
    const address = addressOf(to)
    if (error instanceof PageMissing) {
      loadAddress(address)
      return
    }
    if (error instanceof RouteFailure && reloads.once(to.route, address)) return
    enterHistory(to)
    shownRoute = undefined
    leavePage(document, wordOf(document, 'pageFailed'))
    // Notify the parts first, so that the menu closes and makes the page reachable again.
    const retry = showLoadError(document, error, () => go({ ...to, how: 'replace' }))
    site.shown({ failed: true })
    scrollTo(0, 0)
    retry.focus()
  }
}

const addressOf = ({ route, search, hash }: Destination): string => route + search + hash

/** Moves the starting point for Tab here. Makes the element focusable until it loses the focus. */
function focusWithoutScroll(element: HTMLElement): void {
  const own = element.getAttribute('tabindex')
  if (own === null && element.tabIndex < 0) {
    element.tabIndex = -1
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.focus({ preventScroll: true })
}
