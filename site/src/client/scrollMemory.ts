/** Stores the scroll position of each history entry, so that back and reload return there. */

import type { StorageSlot } from '../shell/services.ts'
import { writeEntry } from './historyEntry.ts'

const KEY = 'scroll'

export interface EntryState {
  /** Identifies the history entry. */
  readonly key: string
  /** The entry exists only so that "back" closes the menu. */
  readonly menu?: true
}

export function createScrollMemory(history: History, tab: StorageSlot) {
  const positions = readPositions(tab.read(KEY))
  /** The entry of the shown page. During navigation, the URL changes before the page. */
  let shownKey: string | undefined

  const currentKey = () => (history.state as EntryState | null)?.key

  /** Call it when the page of the current entry is shown and scrolled. New entries have no key yet. */
  function arrive(): void {
    if (!currentKey()) writeEntry(history, 'replace', { key: newKey() })
    shownKey = currentKey()
  }

  function remember(): void {
    const key = currentKey()
    if (key && key === shownKey) positions.set(key, scrollY)
  }

  return {
    arrive,
    remember,
    remembered: (): number | undefined => positions.get(currentKey() ?? ''),
    start(): void {
      history.scrollRestoration = 'manual'
      arrive()
      addEventListener('scroll', remember, { passive: true })
      addEventListener('pagehide', () => {
        // Scroll events fire with the next frame, which may never come.
        remember()
        tab.write(KEY, JSON.stringify(Object.fromEntries(positions)))
      })
    },
  }
}

/** Ignores damaged data. */
function readPositions(stored: string | null): Map<string, number> {
  try {
    const entries = Object.entries(JSON.parse(stored ?? '{}') ?? {})
    return new Map(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
  } catch {
    return new Map()
  }
}

export function newKey(): string {
  return Math.random().toString(36).slice(2)
}
