/** Replaces the current page with another page's fragment. */

import { letGo } from '../../shared/hold.ts'
import type { Fragment } from '../fragment.ts'
import { openAnimated } from './collapse.ts'
import { revealCurrentPage } from './sidebar.ts'

/**
 * Replaces the parts that differ between pages. A sidebar that stays the same keeps its open categories.
 * @param fades whether to use a view transition, if available and motion isn't reduced
 * @param isWanted checked before the swap, because a transition swaps a frame later and another page may be shown by then
 */
export async function swapPage(
  document: Document,
  fragment: Fragment,
  fades: boolean,
  isWanted: () => boolean,
): Promise<void> {
  const swap = () => {
    if (isWanted()) replaceContent(document, fragment)
  }
  try {
    if (fades && !matchMedia('(prefers-reduced-motion: reduce)').matches) {
      const { ready, updateCallbackDone } = document.startViewTransition(swap)
      ready.catch(() => {}) // The next page skips this one's animation.
      return await updateCallbackDone
    }
  } catch {
    // View transitions are unavailable, or the browser won't start one now.
  }
  swap()
}

function replaceContent(document: Document, fragment: Fragment): void {
  const layout = document.querySelector<HTMLElement>('.layout')!
  const drawer = document.getElementById('menu')!
  letGo()
  closeMenu(document)
  replaceHead(document, fragment.head)
  document.getElementById('main')!.innerHTML = fragment.main
  document.querySelector('.toc')!.innerHTML = fragment.toc
  layout.dataset.kind = fragment.kind
  layout.dataset.route = fragment.route
  drawer.dataset.panel = fragment.sidebar ? 'secondary' : 'main'
  if (fragment.sidebar?.id !== layout.dataset.sidebar) replaceSidebar(document, layout, fragment.sidebar)
  else markCurrentPage(document, fragment.route)
  revealCurrentPage(document)
}

function replaceSidebar(document: Document, layout: HTMLElement, sidebar: Fragment['sidebar']): void {
  if (sidebar) layout.dataset.sidebar = sidebar.id
  else delete layout.dataset.sidebar
  document.querySelector('.drawer-sidebar')!.innerHTML = sidebar?.html ?? ''
  document.querySelector('[data-sidebar-label]')!.textContent = sidebar?.label ?? ''
}

/** Removes the metadata of the previous page after a page couldn't load. */
export function leavePage(document: Document, heading: string): void {
  const { dataset } = document.querySelector<HTMLElement>('.layout')!
  const site = document.querySelector<HTMLMetaElement>('[property="og:site_name"]')!.content
  letGo()
  closeMenu(document)
  replaceHead(document, '<title></title><meta name="robots" content="noindex">')
  document.title = `${heading} | ${site}`
  dataset.kind = 'doc'
  dataset.route = ''
  markCurrentPage(document, '')
}

/** The reader may have followed a link of the menu, before `drawer.ts` has loaded too. */
const closeMenu = (document: Document) => document.getElementById('menu')!.hidePopover?.()

/** Replaces the page's own part of the head, from the title to the shared elements. */
function replaceHead({ head }: Document, html: string): void {
  const range = document.createRange()
  range.setStartBefore(head.querySelector('title')!)
  range.setEndBefore(head.querySelector('[name="theme-color"]')!)
  range.deleteContents()
  range.insertNode(range.createContextualFragment(html))
}

/** Moves `aria-current` and opens the categories around it. Closes nothing. */
function markCurrentPage(document: Document, route: string): void {
  for (const link of document.querySelectorAll('.sidebar a')) {
    if (link.getAttribute('href') !== route) {
      link.removeAttribute('aria-current')
      continue
    }
    link.setAttribute('aria-current', 'page')
    // Open outer ones first, because an inner one has no height while it is hidden.
    for (const details of categoriesAround(link)) openAnimated(details)
  }
}

/** Outermost first. The last is the category whose own page is the link. */
function categoriesAround(link: Element): HTMLDetailsElement[] {
  const own = link.parentElement!.querySelector<HTMLDetailsElement>(':scope > details')
  const around = own ? [own] : []
  for (let at = link.closest('details'); at; at = at.parentElement!.closest('details')) around.unshift(at)
  return around
}
