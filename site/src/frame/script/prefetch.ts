/** Prefetches the next page on hover, focus or touch, or when a likely next link is in view. */
import { shareDocument } from '../../config/routes.ts'
import type { Fragments } from './fragments.ts'
import { internalLink } from './internalLink.ts'
import { mayPrefetch } from './prefetchPolicy.ts'
import type { Part, PartHooks } from './site.ts'

export const prefetch =
  (fragments: Fragments): Part =>
  ({ document }) =>
    prefetchInto(document, fragments)

function prefetchInto(document: Document, fragments: Fragments): PartHooks {
  const inView = new IntersectionObserver((entries) => {
    for (const entry of entries) if (entry.isIntersecting) prefetchTarget(entry.target)
  })
  for (const type of ['pointerover', 'focusin', 'touchstart'])
    document.addEventListener(type, (event) => prefetchTarget(event.target), { passive: true })

  return {
    /** Watches links that are likely next: previous and next page, next steps. */
    content() {
      inView.disconnect()
      for (const link of document.querySelectorAll('a[data-prefetch]')) inView.observe(link)
    },
  }

  function prefetchTarget(target: EventTarget | null): void {
    const anchor = (target as Element | null)?.closest?.('a')
    const link = anchor && internalLink(anchor)
    if (!link || link.route === location.pathname || link.search) return
    if (!shareDocument(location.pathname, link.route) || !mayPrefetch()) return
    // Ignore a failed prefetch, because the click tries again.
    fragments.load(link.route).catch(() => {})
  }
}
