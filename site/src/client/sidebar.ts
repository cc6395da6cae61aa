/** The present page in the sidebar. */
import { openAnimated } from './collapse.ts'
import type { Site } from './site.ts'

export function sidebar({ document }: Site): void {
  // With the next frame's own layout, and not with one of its own.
  requestAnimationFrame(() => revealCurrentPage(document))
}

/** Moves `aria-current` and opens the categories around it. Nothing is closed. */
export function markCurrentPage(document: Document, route: string): void {
  for (const link of document.querySelectorAll('.sidebar a')) {
    if (link.getAttribute('href') !== route) {
      link.removeAttribute('aria-current')
      continue
    }
    link.setAttribute('aria-current', 'page')
    // The outer ones first: an inner one has no height to grow to while it lies in one that is closed.
    for (const details of categoriesAround(link)) openAnimated(details)
  }
}

/** Outermost first; the category that the link is the page of is the last. */
function categoriesAround(link: Element): HTMLDetailsElement[] {
  const own = link.parentElement!.querySelector<HTMLDetailsElement>(':scope > details')
  const around = own ? [own] : []
  for (let at = link.closest('details'); at; at = at.parentElement!.closest('details')) around.unshift(at)
  return around
}

/** Scrolls the sidebar, and nothing else, so that the present page is in view. */
export function revealCurrentPage(document: Document): void {
  const link = document.querySelector('.sidebar [aria-current="page"]')
  if (!link) return
  const drawer = link.closest<HTMLElement>('.drawer')!
  if (drawer.getClientRects().length === 0) return
  // In the menu of narrow screens the whole drawer scrolls, beside the text only the sidebar.
  const box = getComputedStyle(drawer).position === 'fixed' ? drawer : link.closest('.drawer-sidebar')!
  const { top, bottom } = link.getBoundingClientRect()
  const frame = box.getBoundingClientRect()
  if (top < frame.top || bottom > frame.bottom) box.scrollTop += top - frame.top - frame.height / 2
}
