/** Highlights the current heading in the contents. */
import { hasModifier, isFromField } from '@keywright/ui/keys'
import { idOfHash } from '../../config/routes.ts'
import { layOut } from './layOut.ts'
import { scrollWithin } from './sidebar.ts'
import type { PartHooks, Site } from './site.ts'

/** Presses and movements by which readers go elsewhere. */
const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown']
/** Part of the window above which a heading counts as reached. */
const REACHED_ABOVE = 0.3

/**
 * Index of the last reached heading, from their distances to the top of the window. At the bottom of the page, the
 * last heading, which may be too low to scroll to.
 */
export function currentHeading(tops: readonly number[], atBottom: boolean, height: number): number {
  if (atBottom) return tops.length - 1
  return tops.findLastIndex((top) => top <= REACHED_ABOVE * height)
}

export function contents({ document }: Site): PartHooks {
  let links: readonly HTMLAnchorElement[] = []
  let frame = 0
  /** Id of the heading that the reader followed a link to, until the reader goes elsewhere. It may be too low to reach. */
  let chosen: string | undefined

  for (const type of ACTS)
    addEventListener(
      type,
      () => {
        chosen = undefined
      },
      { passive: true, capture: true },
    )
  // Until everything is laid out, the end of the page is an estimate, and far content with the focus moves out of sight.
  document.addEventListener('keydown', (press) => {
    const toEnd = press.key === 'End' || (press.key === 'ArrowDown' && press.metaKey)
    if (press.key === 'Tab' || (toEnd && !isFromField(press))) layOut(document)
  })
  document.addEventListener('click', (click) => {
    const link = (click.target as Element).closest<HTMLAnchorElement>('a[href*="#"]')
    if (!link || hasModifier(click) || link.pathname !== location.pathname) return
    chosen = idOfHash(link.hash)
    schedule()
  })
  addEventListener('scroll', schedule, { passive: true })
  addEventListener('resize', schedule, { passive: true })
  // Opening details, tabs and islands moves the headings below.
  new ResizeObserver(schedule).observe(document.getElementById('main')!)
  return {
    content() {
      chosen = idOfHash(location.hash)
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
    // Look the headings up each time, because islands may have replaced them.
    const headings = links
      .flatMap((link) => document.getElementById(idOfHash(link.hash)) ?? [])
      // Skip headings in closed details and hidden tabs.
      .filter((heading) => heading.checkVisibility())
    const tops = headings.map((heading) => heading.getBoundingClientRect().top)
    // Back and reload lead to the place where the reader was, not to the target.
    const target = 'restored' in document.documentElement.dataset ? undefined : chosen
    const current =
      headings.find(({ id }, at) => id === target && tops[at]! >= 0 && tops[at]! < innerHeight)?.id ??
      headings[currentHeading(tops, atBottom, innerHeight)]?.id
    for (const link of links) {
      if (idOfHash(link.hash) !== current) link.removeAttribute('aria-current')
      else if (!link.hasAttribute('aria-current')) {
        link.setAttribute('aria-current', 'true')
        // Long contents scroll on their own.
        scrollWithin(link.closest('nav')!, link)
      }
    }
  }
}
