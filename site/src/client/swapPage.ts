/** Puts a page's fragment in the place of the page that is shown. */

import type { Fragment } from '../app/fragment.ts'
import { markCurrentPage, revealCurrentPage } from './sidebar.ts'

/**
 * Replaces what differs between pages; the sidebar keeps its open categories when it stays the same. A page that was
 * waited for fades in. One that was there already is shown at once: the transition alone would take longer.
 * @param isWanted a transition swaps a frame later, when another page may have been shown at once
 */
export async function swapPage(fragment: Fragment, waited: boolean, isWanted: () => boolean): Promise<void> {
  const still = !waited || matchMedia('(prefers-reduced-motion: reduce)').matches
  if (still || !document.startViewTransition) {
    replaceContent(fragment)
    return
  }
  const swap = () => {
    if (isWanted()) replaceContent(fragment)
  }
  await document.startViewTransition(swap).updateCallbackDone
}

function replaceContent(fragment: Fragment): void {
  const layout = document.querySelector<HTMLElement>('.layout')!
  const drawer = document.getElementById('menu')!
  document.title = fragment.title
  setMeta('meta[name="description"]', 'content', fragment.description)
  setMeta('meta[name="docsearch:version"]', 'content', fragment.version)
  setMeta('link[rel="canonical"]', 'href', canonicalOf(fragment.route))
  document.getElementById('main')!.innerHTML = fragment.main
  document.querySelector('.toc')!.innerHTML = fragment.toc
  layout.dataset.kind = fragment.kind
  layout.dataset.route = fragment.route
  drawer.dataset.panel = fragment.sidebar ? 'secondary' : 'main'
  if (fragment.sidebar?.id !== layout.dataset.sidebar) replaceSidebar(layout, fragment.sidebar)
  else markCurrentPage(fragment.route)
  revealCurrentPage()
}

function replaceSidebar(layout: HTMLElement, sidebar: Fragment['sidebar']): void {
  if (sidebar) layout.dataset.sidebar = sidebar.id
  else delete layout.dataset.sidebar
  document.querySelector('.drawer-sidebar')!.innerHTML = sidebar?.html ?? ''
  document.querySelector('[data-sidebar-label]')!.textContent = sidebar?.label ?? ''
}

function canonicalOf(route: string): string {
  const shown = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  return shown ? new URL(route, shown.href).href : ''
}

function setMeta(selector: string, attribute: string, value: string): void {
  document.querySelector(selector)?.setAttribute(attribute, value)
}
