/** Text that the reader types before the search field appears. */

export interface TypedAhead {
  readonly text: string
  /** Whether the reader pressed Escape or went elsewhere. */
  readonly isCanceled: boolean
  stop(): void
}

/** Elements whose click means that the reader went elsewhere. */
const ELSEWHERE = 'a, input, textarea'

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
    const { key, ctrlKey, metaKey, altKey, isComposing } = event as KeyboardEvent
    if (ctrlKey || metaKey || altKey || isComposing) return
    if (key === 'Escape') cancel()
    else if (key === 'Backspace') text = [...text].slice(0, -1).join('')
    else if ([...key].length === 1) text += key
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
  }
  target.addEventListener('keydown', onKey, until)
  target.addEventListener('click', (event) => (event.target as Element).closest(ELSEWHERE) && cancel(), until)
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
