/**
 * Keeps a place in view while the page around it is still arriving. Presses in the place don't end that: only scrolling
 * does, by any means, and then what is in view then is kept instead.
 */
import { distanceTo, readPlace } from './readingPlace.ts'

/** How long a scroll must rest before its place is kept, in ms. */
const RESTED_MS = 100
/** Smallest distance to scroll. Some browsers round fractions. */
const LEAST = 1
const LET_GO = 'keywright-let-go'

/** A place that the page opened at, or one that the reader scrolled to since. */
type Kind = 'arrival' | 'reading'

const heldKind = () => document.documentElement.dataset.held as Kind | undefined

/** Ends the current hold, because another page or place is shown. */
export const letGo = (): void => void document.dispatchEvent(new Event(LET_GO))

/** Whether the page is held where it opened, so that changes after that place don't move what is read. */
export const isHolding = (): boolean => heldKind() === 'arrival'

/** Whether any place is held, so that changes above it don't move it. */
export const isHeld = (): boolean => heldKind() !== undefined

/**
 * Scrolls to a place, and again whenever the page changes its size. Replaces an earlier hold.
 * @param distance how far to scroll from here
 * @param onLeave called when the reader scrolls elsewhere
 * @returns a function that ends it
 */
export function hold(distance: () => number, onLeave: () => void = () => {}): () => void {
  return keep('arrival', distance, onLeave)
}

function keep(kind: Kind, distance: () => number, onLeave: () => void): () => void {
  letGo()
  const until = new AbortController()
  const { signal } = until
  const page = new ResizeObserver(follow)
  // Before the next press or script, which come before the next frame.
  const content = new MutationObserver(follow)
  const { style, dataset } = document.documentElement
  let top = scrollY

  /** A page that became shorter ends where the reader sees it. Any other position is the reader's, or a script's. */
  const hasScrolled = () => Math.abs(scrollY - top) >= LEAST && !(scrollY < top && isAtEnd())
  function show(): void {
    const by = distance()
    if (Math.abs(by) >= LEAST) scrollBy({ top: by, behavior: 'instant' })
    top = scrollY
  }
  function follow(): void {
    if (hasScrolled()) leave()
    else show()
  }
  function end(): void {
    if (signal.aborted) return
    style.removeProperty('overflow-anchor')
    delete dataset.held
    page.disconnect()
    content.disconnect()
    until.abort()
  }
  function leave(): void {
    end()
    onLeave()
    keepWhenRested()
  }

  document.addEventListener(LET_GO, end, { signal })
  // The browser would anchor another element a frame later.
  style.setProperty('overflow-anchor', 'none')
  dataset.held = kind
  show()
  page.observe(document.body)
  content.observe(document.body, {
    childList: true,
    subtree: true,
    attributeFilter: ['hidden', 'open'],
  })
  addEventListener('scroll', () => hasScrolled() && leave(), { passive: true, signal })
  return end
}

const isAtEnd = () => scrollY + innerHeight >= document.documentElement.scrollHeight - LEAST

/** Keeps what is in view after a scroll. Until then, the browser anchors what it can. */
function keepWhenRested(): void {
  const until = new AbortController()
  const { signal } = until
  let resting: ReturnType<typeof setTimeout>
  function rest(): void {
    clearTimeout(resting)
    resting = setTimeout(() => {
      until.abort()
      const place = readPlace(document, location.hash)
      keep(
        'reading',
        () => distanceTo(document, place),
        () => {},
      )
    }, RESTED_MS)
  }
  addEventListener('scroll', rest, { passive: true, signal })
  document.addEventListener(
    LET_GO,
    () => {
      clearTimeout(resting)
      until.abort()
    },
    { signal },
  )
  rest()
}
