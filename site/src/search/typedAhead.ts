/** What a reader types between asking for search and its field being there. */

export interface TypedAhead {
  readonly text: string
  /** Whether the reader has changed their mind (Escape). */
  readonly isCancelled: boolean
  stop(): void
}

/**
 * Keeps the letters from the page until `stop`; Backspace takes the last one back.
 * @param onText is told the text after each of them
 */
export function keepTyping(
  target: EventTarget,
  start: string,
  onText: (text: string) => void = () => {},
): TypedAhead {
  let text = start
  let isCancelled = false
  const onKey = (event: Event) => {
    const { key, ctrlKey, metaKey, altKey, isComposing } = event as KeyboardEvent
    if (ctrlKey || metaKey || altKey || isComposing) return
    if (key === 'Escape') isCancelled = true
    else if (key === 'Backspace') text = [...text].slice(0, -1).join('')
    else if ([...key].length === 1) text += key
    else return
    event.preventDefault()
    event.stopImmediatePropagation()
    onText(text)
  }
  target.addEventListener('keydown', onKey, { capture: true })
  return {
    get text() {
      return text
    },
    get isCancelled() {
      return isCancelled
    },
    stop: () => target.removeEventListener('keydown', onKey, { capture: true }),
  }
}
