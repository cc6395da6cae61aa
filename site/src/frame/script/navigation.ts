/** Follows links, back and forward: within the page, to other pages by `visits.ts`, or with a page load. */

import { normalizePath, shareDocument } from '../../config/routes.ts'
import { writeEntry } from '../../shared/historyEntry.ts'
import { letGo } from '../../shared/hold.ts'
import { type InternalLink, internalLink } from './internalLink.ts'
import { layOut } from './layOut.ts'
import type { EntryState } from './scrollMemory.ts'
import type { PartHooks, Site } from './site.ts'
import { focusWithoutScroll, meantId, revealTarget } from './target.ts'

export function navigation(site: Site): PartHooks {
  const { document, history, reloads, scroll } = site
  normalizeAddress(site)
  const ownRoute = location.pathname
  scroll.start()
  document.addEventListener('click', followLink)
  addEventListener('popstate', traverse)

  return {
    /** After all parts have handled the first page, because tabs and islands may have moved the target. */
    content(page) {
      if (page) return
      // The page loaded, so a later failure of its fragment may reload again.
      reloads.forget(location.pathname)
      const meant = meantId(document, location.hash)
      // As a navigation, so that the style sheet knows the target.
      if (meant) location.replace(`#${meant}`)
      scroll.arrive(location.hash, scroll.remembered())
    },
    navigate(address) {
      const link = internalLink(Object.assign(document.createElement('a'), { href: address }))
      if (link) follow(link)
      else location.assign(address)
    },
  }

  function followLink(event: MouseEvent): void {
    const anchor = isPlainClick(event) && (event.target as Element).closest?.('a')
    const link = anchor && internalLink(anchor)
    if (!link) return
    // The browser handles links within a page, but with manual scroll restoration it doesn't store the old position.
    if (isShown(link.route) && link.hash && link.search === location.search) {
      scroll.remember()
      letGo()
      document.documentElement.removeAttribute('data-restored')
      layOut(document)
      revealTarget(document, link.hash)
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
    const visits = site.visits()
    if (visits && shareDocument(location.pathname, link.route)) void visits.visit({ ...link, how })
    else location[how === 'push' ? 'assign' : 'replace'](link.route + link.search + link.hash)
  }

  function traverse(): void {
    scroll.leave()
    const visits = site.visits()
    const route = normalizePath(location.pathname)
    const place = scroll.remembered()
    // The page shows a target again that a filter hid, so it shows more than what was read.
    if (isShown(route)) scroll.arrive(location.hash, place?.withoutTarget ? undefined : place)
    else if (visits)
      void visits.visit({ route, search: location.search, hash: location.hash, how: 'traverse' })
    else location.reload()
  }

  function isShown(route: string): boolean {
    return site.visits()?.isShown(route) ?? route === ownRoute
  }
}

const isPlainClick = (event: MouseEvent) =>
  !(event.defaultPrevented || event.button !== 0) &&
  !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey)

/**
 * Replaces the URL with the page's route if the host served it under another URL, with `.html`, escapes, extra
 * slashes or other letter case. The not-found page tries the normalized URL.
 */
function normalizeAddress({ document, history }: Site): void {
  const { kind, route } = document.querySelector<HTMLElement>('.layout')!.dataset
  const isFound = kind !== 'not-found'
  const wanted = isFound ? route! : normalizePath(location.pathname)
  if (wanted === location.pathname) return
  const address = wanted + location.search + location.hash
  if (isFound) writeEntry(history, 'replace', history.state, address)
  else location.replace(address)
}
