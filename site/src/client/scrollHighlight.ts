/** Marks in the contents which heading the reader is under. */

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

let links: HTMLAnchorElement[] = []
let headings: HTMLElement[] = []
let frame = 0

export function startScrollHighlight(): void {
  addEventListener('scroll', schedule, { passive: true })
  addEventListener('resize', schedule, { passive: true })
}

/** Takes up the contents of the page that is now shown. */
export function readContents(): void {
  links = [...document.querySelectorAll<HTMLAnchorElement>('.toc a')]
  headings = links.flatMap((link) => document.getElementById(decodeURIComponent(link.hash.slice(1))) ?? [])
  schedule()
}

function schedule(): void {
  if (headings.length > 0) frame ||= requestAnimationFrame(mark)
}

function mark(): void {
  frame = 0
  const atBottom = scrollY > 0 && innerHeight + scrollY >= document.documentElement.scrollHeight - 2
  const tops = headings.map((heading) => heading.getBoundingClientRect().top)
  const hash = headings[currentHeading(tops, atBottom)]?.id
  for (const link of links) {
    if (hash !== undefined && decodeURIComponent(link.hash.slice(1)) === hash)
      link.setAttribute('aria-current', 'true')
    else link.removeAttribute('aria-current')
  }
}
