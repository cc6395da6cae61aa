/**
 * In-site navigation: fetches the next page's fragment and swaps it in. Whatever it cannot do, an ordinary page
 * load does.
 */

import type { Fragment } from '../app/fragment.ts'
import { normalizePath } from '../app/routes.ts'
import { announce } from './announce.ts'
import { loadFragment, RouteFailure } from './fragments.ts'
import { type InternalLink, internalLink } from './internalLink.ts'
import { showLoadError } from './loadError.ts'
import { createProgress, progressLine } from './progress.ts'
import { reloadOnce } from './reloadOnce.ts'
import {
  arriveAtEntry,
  type EntryState,
  newKey,
  rememberedScroll,
  rememberScroll,
  startScrollMemory,
} from './scrollMemory.ts'
import { swapPage } from './swapPage.ts'

/** Runs after each page that was swapped in. */
export type OnArrival = (fragment: Fragment) => void

interface Destination {
  readonly route: string
  readonly search: string
  readonly hash: string
  readonly how: 'push' | 'replace' | 'traverse'
}

/** Readers notice a page that takes longer than this. */
const NOTICEABLE_MS = 50

let onArrival: OnArrival
let shownRoute: string
let latest = 0
let progress: ReturnType<typeof createProgress>

export function startNavigation(arrived: OnArrival): void {
  onArrival = arrived
  progress = createProgress(progressLine())
  normalizeAddress()
  shownRoute = location.pathname
  startScrollMemory()
  restoreScroll()
  document.addEventListener('click', followLink)
  addEventListener('popstate', traverse)
}

/** `.html`, `index.html` and stray slashes leave the address; on the not-found page the true address is tried. */
function normalizeAddress(): void {
  const route = normalizePath(location.pathname)
  if (route === location.pathname) return
  const address = route + location.search + location.hash
  if (document.querySelector('.layout[data-kind="not-found"]')) location.replace(address)
  else history.replaceState(history.state, '', address)
}

function followLink(event: MouseEvent): void {
  if (event.defaultPrevented || event.button !== 0) return
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
  const anchor = (event.target as Element).closest?.('a')
  const link = anchor && internalLink(anchor)
  if (!link) return
  // Within a page the browser knows best; it forgets the place that is left, because scrolling is ours to restore.
  if (link.route === shownRoute && link.hash && link.search === location.search) {
    rememberScroll()
    return
  }
  event.preventDefault()
  follow(link)
}

/** Goes to an address as a click on a link to it would. */
export function goTo(address: string): void {
  const anchor = document.createElement('a')
  anchor.href = address
  const link = internalLink(anchor)
  if (link) follow(link)
  else location.assign(address)
}

function follow(link: InternalLink): void {
  // Leaving through the menu replaces the entry that the menu made.
  const how = (history.state as EntryState | null)?.menu || link.route === shownRoute ? 'replace' : 'push'
  void navigate({ ...link, how })
}

function traverse(): void {
  const route = normalizePath(location.pathname)
  if (route === shownRoute) restoreScroll()
  else void navigate({ route, search: location.search, hash: location.hash, how: 'traverse' })
}

/** Shows a page. Of navigations that overlap, the last one wins. */
export async function navigate(to: Destination): Promise<void> {
  const turn = ++latest
  progress.start()
  const asked = performance.now()
  try {
    const fragment = await loadFragment(to.route)
    if (turn !== latest) return
    enterHistory(to)
    shownRoute = to.route
    await swapPage(fragment, performance.now() - asked > NOTICEABLE_MS, () => turn === latest)
    // "Back" may have come while the page was fading in.
    if (turn !== latest) return
    reloadOnce.forget(to.route)
    settle(fragment, to)
    onArrival(fragment)
  } catch (error) {
    if (turn !== latest) return
    fail(error, to)
  } finally {
    if (turn === latest) progress.done()
  }
}

function enterHistory({ how, route, search, hash }: Destination): void {
  if (how === 'traverse') return
  rememberScroll()
  const address = route + search + hash
  if (how === 'push') history.pushState({ key: newKey() }, '', address)
  else history.replaceState({ key: newKey() }, '', address)
}

/** Focus, scroll and words for a page that has just been shown. */
function settle(fragment: Fragment, to: Destination): void {
  const remembered = to.how === 'traverse' ? rememberedScroll() : undefined
  const target = targetOf(to.hash)
  if (remembered === undefined && target) target.scrollIntoView()
  else scrollTo(0, remembered ?? 0)
  arriveAtEntry()
  document.getElementById('main')!.focus({ preventScroll: true })
  announce(fragment.heading)
}

/** Within the page that is shown. */
function restoreScroll(): void {
  const remembered = rememberedScroll()
  if (remembered !== undefined) scrollTo(0, remembered)
  else targetOf(location.hash)?.scrollIntoView()
  arriveAtEntry()
}

/** What an address points to within its page, brought to light where it lies in closed details. */
function targetOf(hash: string): HTMLElement | null {
  const target = hash ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
  for (let at = target?.closest('details'); at; at = at.parentElement!.closest('details')) at.open = true
  return target
}

/** A route that fails is loaded the ordinary way, once; a network that fails is shown, and tried again. */
function fail(error: unknown, to: Destination): void {
  const address = to.route + to.search + to.hash
  if (error instanceof RouteFailure && reloadOnce(to.route, address)) return
  enterHistory(to)
  shownRoute = to.route
  showLoadError(error, () => navigate({ ...to, how: 'replace' }))
}
