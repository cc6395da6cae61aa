/** Brings the current page into view in the sidebar. */
import type { Site } from './site.ts'

export function sidebar({ document }: Site): void {
  // Wait for the next frame's layout instead of forcing one.
  requestAnimationFrame(() => revealCurrentPage(document))
}

/** Scrolls only the sidebar to bring the current page into view. */
export function revealCurrentPage(document: Document): void {
  const link = document.querySelector('.sidebar [aria-current="page"]')
  if (!link) return
  const drawer = link.closest<HTMLElement>('.drawer')!
  if (drawer.getClientRects().length === 0) return
  // On narrow screens the whole drawer scrolls, otherwise only the sidebar.
  const box = getComputedStyle(drawer).position === 'fixed' ? drawer : link.closest('.drawer-sidebar')!
  scrollWithin(box, link)
}

/** Scrolls only a box, if the element isn't in view. */
export function scrollWithin(box: Element, element: Element): void {
  const { top, bottom } = element.getBoundingClientRect()
  const frame = box.getBoundingClientRect()
  if (top < frame.top || bottom > frame.bottom) box.scrollTop += top - frame.top - frame.height / 2
}
