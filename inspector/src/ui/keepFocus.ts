/** Gives the focus a place where the element that has it goes away: else it falls to the document, and Tab begins at its top. */

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]'

/**
 * Within an element, for as long as it stands. What takes the focus itself where something goes away is left alone.
 *
 * @returns how to end it
 */
export function keepFocus(host: HTMLElement): () => void {
  const { document } = host.ownerDocument.defaultView!
  const ended = new AbortController()
  const { signal } = ended
  /** What has the focus, or had it when it went away. */
  let held: HTMLElement | undefined
  /** Where it stands among all that takes the focus; the next of its kind stands there when it is gone. */
  let place = 0
  /** A key that is held down removes one, not one after the other. */
  let isNew = false

  const all = () => [...host.querySelectorAll<HTMLElement>(FOCUSABLE)]
  const note = ({ target }: Event) => {
    const element = (target as Element).closest<HTMLElement>(FOCUSABLE)
    if (!element) return
    held = element
    place = all().indexOf(element)
  }
  host.addEventListener('focusin', note, { signal })
  // Before what comes of it: much may have come and gone since the focus came.
  host.addEventListener('click', note, { signal, capture: true })
  host.addEventListener(
    'focusout',
    ({ target }) => {
      // It was left, if it is still there.
      queueMicrotask(() => {
        if (held === target && document.activeElement !== target && !isGone(held as HTMLElement))
          held = undefined
      })
    },
    { signal },
  )
  host.addEventListener(
    'keydown',
    (event) => {
      if (isNew && event.repeat) event.preventDefault()
      else isNew = false
    },
    { signal, capture: true },
  )

  const watcher = new MutationObserver(() => {
    const { activeElement, body } = document
    if (!held || !host.isConnected || !isGone(held)) return
    if (activeElement !== body && activeElement !== held && activeElement !== null) return
    const left = all()
    const next = [...left.slice(place), ...left.slice(0, place).reverse()].find(takesFocus)
    held = undefined
    if (!next) return
    isNew = true
    next.focus()
  })
  watcher.observe(host, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['hidden', 'disabled'],
  })
  signal.addEventListener('abort', () => watcher.disconnect())
  return () => ended.abort()
}

const isGone = (element: HTMLElement): boolean => !element.isConnected || !isShown(element)
const isShown = (element: HTMLElement): boolean =>
  !element.matches(':disabled') && !element.closest('[inert]') && element.checkVisibility()
const takesFocus = (element: HTMLElement): boolean => element.tabIndex >= 0 && isShown(element)
