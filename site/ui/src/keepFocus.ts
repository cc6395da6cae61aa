/** Moves the focus to a neighbor when its element goes away. Otherwise Tab would start at the top of the document. */

import { ignoreHeldKey } from './keys.ts'

const FOCUSABLE = 'a[href], button, input, select, textarea, summary, [tabindex]'

/**
 * Works within `host`. Code that moves the focus itself takes precedence.
 *
 * @returns a function that stops it
 */
export function keepFocus(host: HTMLElement): () => void {
  const { document } = host.ownerDocument.defaultView!
  const ended = new AbortController()
  const { signal } = ended
  /** The element that has the focus, or had it when it went away. */
  let held: HTMLElement | undefined
  /** Its index among the focusable elements. After its removal, the next one has this index. */
  let place = 0

  const all = () => [...host.querySelectorAll<HTMLElement>(FOCUSABLE)]
  const hold = (target: Element | null) => {
    const element = target?.closest<HTMLElement>(FOCUSABLE)
    if (!element) return
    held = element
    place = all().indexOf(element)
  }
  const note = ({ target }: Event) => hold(target as Element)
  if (host.contains(document.activeElement)) hold(document.activeElement)
  host.addEventListener('focusin', note, { signal })
  // Capture, to record the index before the click changes the document.
  host.addEventListener('click', note, { signal, capture: true })
  host.addEventListener(
    'focusout',
    ({ target }) => {
      // The reader moved on if the element still exists.
      queueMicrotask(() => {
        if (held === target && document.activeElement !== target && !isGone(held as HTMLElement))
          held = undefined
      })
    },
    { signal },
  )

  const watcher = new MutationObserver(() => {
    const { activeElement, body } = document
    if (!held || !host.isConnected || !isGone(held)) return
    if (activeElement !== body && activeElement !== held && activeElement !== null) return
    const left = all()
    const next = [...left.slice(place), ...left.slice(0, place).reverse()].find(takesFocus)
    held = undefined
    if (!next) return
    ignoreHeldKey()
    next.focus()
  })
  watcher.observe(host, { subtree: true, childList: true, attributeFilter: ['hidden', 'disabled'] })
  signal.addEventListener('abort', () => watcher.disconnect())
  return () => ended.abort()
}

const isGone = (element: HTMLElement): boolean => !element.isConnected || !isShown(element)
const isShown = (element: HTMLElement): boolean =>
  !element.matches(':disabled') && !element.closest('[inert]') && element.checkVisibility()
const takesFocus = (element: HTMLElement): boolean => element.tabIndex >= 0 && isShown(element)
