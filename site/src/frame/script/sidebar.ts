/** Marks the current page in the sidebar. */
import { openAnimated } from './collapse.ts'
import type { Site } from './site.ts'

export function sidebar({ document }: Site): void {
  // Wait for the next frame's layout instead of forcing one.
  requestAnimationFrame(() => revealCurrentPage(document))
}

/** Moves `aria-current` and opens the categories around it. Closes nothing. */
export function markCurrentPage(document: Document, route: string): void {
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

/** Scrolls only the sidebar to bring the current page into view. */
export function revealCurrentPage(document: Document): void {
  const link = document.querySelector('.sidebar [aria-current="page"]')
  if (!link) return
  const drawer = link.closest<HTMLElement>('.drawer')!
  if (drawer.getClientRects().length === 0) return
  // On narrow screens the whole drawer scrolls, otherwise only the sidebar.
  const box = getComputedStyle(drawer).position === 'fixed' ? drawer : link.closest('.drawer-sidebar')!
  const { top, bottom } = link.getBoundingClientRect()
  const frame = box.getBoundingClientRect()
  if (top < frame.top || bottom > frame.bottom) box.scrollTop += top - frame.top - frame.height / 2
}
