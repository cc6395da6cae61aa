/** Which key presses open search. */
import { isComposing, isFromField, isShortcut } from '@keywright/ui/keys'

export const SEARCH_BUTTON = '[data-search-open]'

type Key = Pick<
  KeyboardEvent,
  | 'key'
  | 'code'
  | 'ctrlKey'
  | 'metaKey'
  | 'altKey'
  | 'shiftKey'
  | 'isComposing'
  | 'keyCode'
  | 'getModifierState'
>

/** Returns the initial query if a key press opens search, or else undefined. */
export const searchRequest = (event: KeyboardEvent): string | undefined =>
  requestOf(event, {
    button: (event.target as Element).closest?.(SEARCH_BUTTON) != null,
    editable: isFromField(event),
  })

export function requestOf(event: Key, on: { button: boolean; editable: boolean }): string | undefined {
  const { key } = event
  if (isComposing(event)) return undefined
  // With Shift, the shortcut is the browser's.
  if (isShortcut(event)) return isK(event) && !event.shiftKey && !event.altKey ? '' : undefined
  if (on.editable) return undefined
  if (key === '/') return ''
  return on.button && /^[\p{L}\p{N}]$/u.test(key) ? key : undefined
}

/** By letter, or by place on layouts that write other scripts there. */
export const isK = ({ key, code }: Key): boolean =>
  /^[a-z]$/i.test(key) ? key.toLowerCase() === 'k' : code === 'KeyK'
