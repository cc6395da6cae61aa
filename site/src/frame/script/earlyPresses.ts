/**
 * Remembers presses on controls that need the page's script while it is still loading, and what is typed for search.
 * Runs before the first paint (`theme.ts`). The script repeats them when it starts (`askAgain.ts`). Links, menus and
 * details work without it.
 */
import { hasModifier, isShortcut } from '@keywright/ui/keys'
import { isK, SEARCH_BUTTON } from './searchRequest.ts'

const CONTROL = 'button:not([popovertarget]), [data-opens]'

interface EarlyDocument extends Document {
  /** Clicks and keys in order, until the script takes them. */
  early?: UIEvent[]
}

export const pressedControl = ({ target }: Event): HTMLElement | null =>
  (target as Element).closest<HTMLElement>(CONTROL)

export function rememberPresses(document: EarlyDocument): void {
  /** Search was asked for, so letters are typed into it. */
  let isSearching = false
  document.early = []
  for (const type of ['click', 'keydown'] as const) document.addEventListener(type, remember)

  function remember(event: MouseEvent | KeyboardEvent): void {
    const control = pressedControl(event)
    const isOfSearch = control?.matches(SEARCH_BUTTON) || isSearching
    const isKey = 'key' in event
    const movesTab = isKey && isOfTab(event)
    if (!document.early || !(movesTab || (isKey ? mayBeForSearch(event, isOfSearch) : control))) return
    isSearching = isOfSearch || (isKey && !movesTab)
    document.early.push(event)
    // A link to a section also scrolls there.
    if (control?.getAttribute('href')?.[0] !== '#') event.preventDefault()
  }
}

/** Rough and small: the script applies its own rules to what it repeats (`searchRequest.ts`, `typedAhead.ts`). */
const mayBeForSearch = (event: KeyboardEvent, isTyping: boolean): boolean =>
  isShortcut(event)
    ? isK(event) && !event.shiftKey && !event.altKey
    : !(event.target as Element).closest('input') &&
      (isTyping ? /^(.|Backspace|Escape)$/u.test(event.key) : event.key === '/')

/** Whether a key moves from the focused tab to another. */
export const isOfTab = (event: KeyboardEvent): boolean =>
  (event.target as Element).matches('[role=tab]') &&
  /^(ArrowL|ArrowR|Home|End)/.test(event.key) &&
  !hasModifier(event)

/** Returns the presses so far, and stops remembering. */
export function takePresses(document: EarlyDocument): UIEvent[] {
  const { early = [] } = document
  delete document.early
  return early
}
