/** Keeps a place in view while the page around it is still arriving, until the reader acts. */

/** Presses and movements by which readers go elsewhere. */
export const ACTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const

const LET_GO = 'keywright-let-go'

/** Ends the current hold, because another page or place is shown. */
export const letGo = (): void => void document.dispatchEvent(new Event(LET_GO))

/** Whether a place is held, so that changes of the page's layout don't move what is read. */
export const isHolding = (): boolean =>
  document.documentElement.style.getPropertyValue('overflow-anchor') === 'none'

/**
 * Scrolls to a place, and again whenever the page changes its size. Replaces an earlier hold.
 * @param distance how far to scroll from here
 * @param onLeave called when the reader goes elsewhere
 * @returns a function that ends it
 */
export function hold(distance: () => number, onLeave: () => void = () => {}): () => void {
  letGo()
  const until = new AbortController()
  const page = new ResizeObserver(show)
  let [top, height] = [0, 0]
  const { style } = document.documentElement

  function show(): void {
    const by = distance()
    // Not smoothly, and not by fractions, which some browsers round.
    if (Math.abs(by) >= 1) scrollBy({ top: by, behavior: 'instant' })
    top = scrollY
    height = document.documentElement.scrollHeight
  }
  function end(): void {
    style.removeProperty('overflow-anchor')
    page.disconnect()
    until.abort()
  }
  function leave(): void {
    end()
    onLeave()
  }

  document.addEventListener(LET_GO, end, { signal: until.signal })
  // The browser would anchor another element a frame later.
  style.setProperty('overflow-anchor', 'none')
  show()
  page.observe(document.body)
  for (const type of ACTS) addEventListener(type, leave, { passive: true, signal: until.signal })
  addEventListener(
    'scroll',
    () => {
      // Scrollbars and assistive technology scroll without an event of their own. A new size also scrolls.
      const isSame = document.documentElement.scrollHeight === height
      if (isSame && Math.abs(scrollY - top) > 2) leave()
    },
    { passive: true, signal: until.signal },
  )
  return end
}
