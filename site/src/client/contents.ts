/** Marks in the contents which heading the reader is under. */
import { idOfHash } from '../app/routes.ts'
import type { PartHooks, Site } from './site.ts'

/** Headings count as reached a little below the navbar. */
const REACHED_BELOW = 100

/**
 * Index of the last heading that has been reached, given each one's distance from the top of the window. At the
 * bottom of the page it is the last heading, which may be too low to be reached.
 */
export function currentHeading(tops: readonly number[], atBottom: boolean): number {
  if (atBottom) return tops.length - 1
  return tops.findLastIndex((top) => top <= REACHED_BELOW)
}

export function contents({ document }: Site): PartHooks {
  let links: readonly HTMLAnchorElement[] = []
  let frame = 0

  addEventListener('scroll', schedule, { passive: true })
  addEventListener('resize', schedule, { passive: true })
  // Details that open, tabs and islands move the headings below them.
  new ResizeObserver(schedule).observe(document.getElementById('main')!)
  return {
    content() {
      links = [...document.querySelectorAll<HTMLAnchorElement>('.toc a')]
      schedule()
    },
  }

  function schedule(): void {
    if (links.length > 0 && frame === 0) frame = requestAnimationFrame(mark)
  }

  function mark(): void {
    frame = 0
    const atBottom = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2
    // Looked up anew, because an island may have put its own headings in the place of the first ones.
    const headings = links
      .flatMap((link) => document.getElementById(idOfHash(link.hash)) ?? [])
      // One in closed details or another tab is nowhere, and counts as not reached.
      .filter((heading) => heading.checkVisibility())
    const tops = headings.map((heading) => heading.getBoundingClientRect().top)
    const current = headings[currentHeading(tops, atBottom)]?.id
    for (const link of links) {
      if (idOfHash(link.hash) === current) link.setAttribute('aria-current', 'true')
      else link.removeAttribute('aria-current')
    }
  }
}
