/** Puts a page's fragment in the place of the page that is shown. */

import type { Fragment } from '../app/fragment.ts'
import { markCurrentPage, revealCurrentPage } from './sidebar.ts'

/**
 * Replaces what differs between pages; the sidebar keeps its open categories when it stays the same.
 * @param fades shown by a transition, where the browser has them and motion is wanted
 * @param isWanted a transition swaps a frame later, when another page may have been shown at once
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
    if (fades && !matchMedia('(prefers-reduced-motion: reduce)').matches)
      return await document.startViewTransition(swap).updateCallbackDone
  } catch {
    // A browser has none, or starts none now.
  }
  swap()
}

function replaceContent(document: Document, fragment: Fragment): void {
  const layout = document.querySelector<HTMLElement>('.layout')!
  const drawer = document.getElementById('menu')!
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

/** Nothing is said any more about the page that was shown: one that could not be loaded stands in its place. */
export function leavePage(document: Document, heading: string): void {
  const { dataset } = document.querySelector<HTMLElement>('.layout')!
  const site = document.querySelector<HTMLMetaElement>('[property="og:site_name"]')!.content
  replaceHead(document, '<title></title><meta name="robots" content="noindex">')
  document.title = `${heading} | ${site}`
  dataset.kind = 'doc'
  dataset.route = ''
  markCurrentPage(document, '')
}

/** Puts what the head says about a page in the place of what it said about the one before: from the title to what all pages share. */
function replaceHead({ head }: Document, html: string): void {
  const range = document.createRange()
  range.setStartBefore(head.querySelector('title')!)
  range.setEndBefore(head.querySelector('[name="theme-color"]')!)
  range.deleteContents()
  range.insertNode(range.createContextualFragment(html))
}
