/** What a reader types between asking for search and its field being there. */

export interface TypedAhead {
  readonly text: string
  /** Whether the reader has changed their mind (Escape), or gone elsewhere. */
  readonly isCanceled: boolean
  stop(): void
}

/** What a reader who clicks it turns to. */
const ELSEWHERE = 'a, input, textarea'

/**
 * Keeps the letters from the page until `stop`, or until the reader turns to something else; Backspace takes the last one back.
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
    // "Back" leads to another page without a click.
    get isCanceled() {
      return isCanceled || location.pathname !== pathname
    },
    stop: () => listening.abort(),
  }
}
