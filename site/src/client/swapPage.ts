/** Puts a page's fragment in the place of the page that is shown. */

import type { Fragment } from '../app/fragment.ts'

/** Replaces what differs between pages; the sidebar keeps its open categories when it stays the same. */
export async function swapPage(fragment: Fragment): Promise<void> {
  if (!document.startViewTransition || matchMedia('(prefers-reduced-motion: reduce)').matches) {
    replaceContent(fragment)
    return
  }
  await document.startViewTransition(() => replaceContent(fragment)).updateCallbackDone
}

function replaceContent(fragment: Fragment): void {
  const layout = document.querySelector<HTMLElement>('.layout')!
  const drawer = document.getElementById('menu')!
  document.title = fragment.title
  setMeta('meta[name="description"]', 'content', fragment.description)
  setMeta('link[rel="canonical"]', 'href', canonicalOf(fragment.route))
  document.getElementById('main')!.innerHTML = fragment.main
  document.querySelector('.toc')!.innerHTML = fragment.toc
  layout.dataset.kind = fragment.kind
  layout.dataset.route = fragment.route
  drawer.dataset.panel = fragment.sidebar ? 'secondary' : 'main'
  if (fragment.sidebar?.id !== layout.dataset.sidebar) replaceSidebar(layout, fragment.sidebar)
  else markCurrentPage(fragment.route)
}

function replaceSidebar(layout: HTMLElement, sidebar: Fragment['sidebar']): void {
  if (sidebar) layout.dataset.sidebar = sidebar.id
  else delete layout.dataset.sidebar
  document.querySelector('.drawer-sidebar')!.innerHTML = sidebar?.html ?? ''
  document.querySelector('[data-sidebar-label]')!.textContent = sidebar?.label ?? ''
}

/** Moves `aria-current` and opens the categories around it. Nothing is closed. */
export function markCurrentPage(route: string): void {
  for (const link of document.querySelectorAll('.sidebar a')) {
    if (link.getAttribute('href') !== route) {
      link.removeAttribute('aria-current')
      continue
    }
    link.setAttribute('aria-current', 'page')
    const own = link.parentElement!.querySelector<HTMLDetailsElement>(':scope > details')
    if (own) own.open = true
    for (let at = link.closest('details'); at; at = at.parentElement!.closest('details')) at.open = true
    link.scrollIntoView({ block: 'nearest' })
  }
}

function canonicalOf(route: string): string {
  const shown = document.querySelector<HTMLLinkElement>('link[rel="canonical"]')
  return shown ? new URL(route, shown.href).href : ''
}

function setMeta(selector: string, attribute: string, value: string): void {
  document.querySelector(selector)?.setAttribute(attribute, value)
}
