/** Text that the reader types before the search field appears. */

import { isComposing, isFromField, isShortcut } from '@keywright/ui/keys'

export interface TypedAhead {
  readonly text: string
  /** Whether the reader pressed Escape or went elsewhere. */
  readonly isCanceled: boolean
  stop(): void
}

/**
 * Collects typed letters until `stop` or until the reader goes elsewhere. Backspace removes the last one.
 */
export function keepTyping(target: EventTarget, text: string): TypedAhead {
  const { pathname } = location
  const listening = new AbortController()
  const until = { capture: true, signal: listening.signal }
  let isCanceled = false
  const cancel = () => {
    isCanceled = true
    listening.abort()
  }
  const onKey = (event: Event) => {
    const press = event as KeyboardEvent
    const { key } = press
    if (isComposing(press) || isShortcut(press)) return
    if (key === 'Escape') cancel()
    else if (key === 'Backspace') text = [...text].slice(0, -1).join('')
    else if ([...key].length === 1) text += key
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  target.addEventListener('keydown', onKey, until)
  target.addEventListener('click', (event) => goesElsewhere(event) && cancel(), until)
  return {
    get text() {
      return text
    },
    // "Back" changes the page without a click.
    get isCanceled() {
      return isCanceled || location.pathname !== pathname
    },
    stop: () => listening.abort(),
  }
}

/** A click on a link or into a field. */
const goesElsewhere = (event: Event): boolean =>
  isFromField(event) || (event.target as Element).closest('a') !== null
