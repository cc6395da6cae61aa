/**
 * In-site navigation: fetches the next page's fragment and swaps it in. Whatever it cannot do, an ordinary page
 * load does.
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

/** A page fades in when its wait was noticed, and not when it was long: a transition would only lengthen it. */
const FADE_AFTER_MS = { least: 50, most: 250 } as const

/** What may hide a part of a page until a reader opens it. */
const HIDING = 'details, .tabs > [role="tabpanel"]'

export function navigation(site: Site): PartHooks {
  const { document, history, fragments, reloads, announce } = site
  const progress = createProgress(progressLine(document))
  const scroll = createScrollMemory(history, site.storage.tab)
  let latest = 0
  /** A page is on its way: until it is there, what is shown and what the address says are two things. */
  let isUnderWay = false

  normalizeAddress()
  /** Undefined where a page could not be loaded. */
  let shownRoute: string | undefined = location.pathname
  scroll.start()
  document.addEventListener('click', followLink)
  addEventListener('popstate', traverse)
  // What is on its way when the document is left comes to nothing, and is no failure.
  addEventListener('pagehide', arrived)

  return {
    /** Once every part has taken up the first page: tabs and islands may have moved what an address points to. */
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
    // A document that holds its page has come as an ordinary load: the next failure of its fragment may be one, too.
    reloads.forget(location.pathname)
    restoreScroll()
  }

  /**
   * The address of a document is its page's route, by whatever other address a host gave it: with `.html`, escapes, stray
   * slashes, other letter case. On the not-found page the true address is tried.
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
    // Within a page the browser knows best; it forgets the place that is left, because scrolling is ours to restore.
    if (isShown(link.route) && link.hash && link.search === location.search) {
      scroll.remember()
      layOut(document)
      targetOf(link.hash)
      return
    }
    event.preventDefault()
    // Past what stands there now, whatever is on its way.
    if (anchor.matches('.skip-link')) focusWithoutScroll(document.getElementById('main')!)
    else follow(link)
  }

  function follow(link: InternalLink): void {
    // Leaving through the menu replaces the entry that the menu made.
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

  /** Shows a page. Of navigations that overlap, the last one wins. */
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
      // "Back" may have come while the page was fading in.
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

  /** Answers whether the history has the page's entry. */
  function enterHistory(to: Destination): boolean {
    if (to.how === 'traverse') return true
    scroll.remember()
    return writeEntry(history, to.how, { key: newKey() }, addressOf(to))
  }

  /** Scroll, focus and words for a page that has just been shown. */
  function settle(fragment: Fragment, to: Destination): void {
    const remembered = to.how === 'traverse' ? scroll.remembered() : undefined
    // Opened also where the place is remembered: it was open then.
    const place = targetOf(to.hash)
    const target = remembered === undefined ? place : null
    if (target || remembered) layOut(document)
    if (target) target.scrollIntoView()
    else scrollTo(0, remembered ?? 0)
    scroll.arrive()
    focusWithoutScroll(target ?? document.getElementById('main')!)
    announce(fragment.heading)
  }

  /** Within the page that is shown. */
  function restoreScroll(): void {
    const remembered = scroll.remembered()
    const target = targetOf(location.hash)
    if (remembered || location.hash) layOut(document)
    if (remembered !== undefined) scrollTo(0, remembered)
    else target?.scrollIntoView()
    scroll.arrive()
  }

  /** What an address points to within its page, brought to light where it lies in closed details or another tab. */
  function targetOf(hash: string): HTMLElement | null {
    const target = hash ? document.getElementById(idOfHash(hash)) : null
    for (let at = target?.closest(HIDING); at; at = at.parentElement!.closest(HIDING))
      if (at instanceof HTMLDetailsElement) at.open = true
      else selectPanel(at)
    return target
  }

  /**
   * A page that is missing is loaded the ordinary way, which shows the not-found page; so is, once, a route that fails.
   * A network that fails is shown, and tried again.
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
    // First the parts: the menu that led here closes, and what it made inert can be reached again.
    const retry = showLoadError(document, error, () => go({ ...to, how: 'replace' }))
    site.shown({ failed: true })
    scrollTo(0, 0)
    retry.focus()
  }
}

const addressOf = ({ route, search, hash }: Destination): string => route + search + hash

/** The next Tab goes on from here. What cannot take the focus by itself can until it loses it. */
function focusWithoutScroll(element: HTMLElement): void {
  const own = element.getAttribute('tabindex')
  if (own === null && element.tabIndex < 0) {
    element.tabIndex = -1
    element.addEventListener('blur', () => element.removeAttribute('tabindex'), { once: true })
  }
  element.focus({ preventScroll: true })
}
