/** Rules for key presses that every handler shares. */

export type Modifiers = Pick<KeyboardEvent, 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * Whether a press belongs to a word that an input method is composing. Safari ends the composition before the press of
 * Enter that confirms it, and marks that press only by its key code.
 */
export const isComposing = (press: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  press.isComposing || press.keyCode === 229

/** Whether a press is a shortcut instead of text. Windows reports AltGr, which types letters, as Ctrl and Alt. */
export const isShortcut = (
  press: Omit<Modifiers, 'shiftKey'> & Pick<KeyboardEvent, 'getModifierState'>,
): boolean => (press.ctrlKey || press.metaKey || press.altKey) && !press.getModifierState('AltGraph')

export const hasModifier = ({ ctrlKey, metaKey, altKey, shiftKey }: Modifiers): boolean =>
  ctrlKey || metaKey || altKey || shiftKey

/** Clicks an element with the modifiers of a press, so that Ctrl+Enter opens a link in a new tab, like Ctrl+click. */
export function clickLike({ ctrlKey, metaKey, altKey, shiftKey }: Modifiers, element: HTMLElement): void {
  const modifiers = { ctrlKey, metaKey, altKey, shiftKey }
  element.dispatchEvent(
    new MouseEvent('click', { bubbles: true, cancelable: true, composed: true, ...modifiers }),
  )
}

/** Fields and frames, which take keys themselves. */
const FIELD =
  'input, textarea, select, iframe, object, embed, [contenteditable]:not([contenteditable="false"])'

/**
 * Whether an event comes from a field. Uses the composed path, because outside a shadow root the event's target is the
 * host of the root.
 */
export const isFromField = (event: Event): boolean =>
  event.composedPath().some((one) => one instanceof Element && one.matches(FIELD))

/** Ignores a key that is still held down, so that it doesn't act on what gets the focus meanwhile. */
export function ignoreHeldKey(): void {
  const released = new AbortController()
  const until = { capture: true, signal: released.signal }
  const ignore = (event: KeyboardEvent) => (event.repeat ? event.preventDefault() : released.abort())
  addEventListener('keydown', ignore, until)
  addEventListener('keyup', () => released.abort(), until)
}
