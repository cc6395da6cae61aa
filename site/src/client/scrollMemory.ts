/** Stores the scroll position of each history entry, so that back and reload return there. */

import { writeEntry } from './historyEntry.ts'
import { layOut } from './layOut.ts'
import type { Site } from './site.ts'
import { revealTarget } from './target.ts'

const KEY = 'scroll'

export interface EntryState {
  /** Identifies the history entry. */
  readonly key: string
  /** The entry exists only so that "back" closes the menu. */
  readonly menu?: true
}

export function createScrollMemory({
  document,
  history,
  storage: { tab },
}: Pick<Site, 'document' | 'history' | 'storage'>) {
  const positions = readPositions(tab.read(KEY))
  /** The entry of the shown page. During navigation, the URL changes before the page. */
  let shownKey: string | undefined

  const currentKey = () => (history.state as EntryState | null)?.key

  /** Call it when the page of the current entry is shown. New entries have no key yet. */
  function enter(): void {
    if (!currentKey()) writeEntry(history, 'replace', { key: newKey() })
    shownKey = currentKey()
  }

  function remember(): void {
    const key = currentKey()
    if (key && key === shownKey) positions.set(key, scrollY)
  }

  return {
    /**
     * Scrolls the page of the current entry to a position, or else to the target of a hash. Returns the target if it
     * scrolled there.
     * @param otherwise the position without a target. Default: the current one
     */
    arrive(hash: string, position: number | undefined, otherwise?: number): HTMLElement | null {
      // Open the target even if the position is restored, because it was open before.
      const target = revealTarget(document, hash)
      const top = position ?? (target ? undefined : otherwise)
      if (top ?? target) layOut(document)
      if (top !== undefined) scrollTo(0, top)
      else target?.scrollIntoView()
      enter()
      return position === undefined ? target : null
    },
    /** Adds or replaces the current entry. Returns whether it was written. */
    write(how: 'push' | 'replace', address: string): boolean {
      remember()
      return writeEntry(history, how, { key: newKey() }, address)
    },
    remember,
    remembered: (): number | undefined => positions.get(currentKey() ?? ''),
    start(): void {
      history.scrollRestoration = 'manual'
      enter()
      addEventListener('scroll', remember, { passive: true })
      addEventListener('pagehide', () => {
        // Scroll events fire with the next frame, which may never come.
        remember()
        tab.write(KEY, JSON.stringify(Object.fromEntries(positions)))
      })
    },
  }
}

export type ScrollMemory = ReturnType<typeof createScrollMemory>

/** Ignores damaged data. */
function readPositions(stored: string | null): Map<string, number> {
  try {
    const entries = Object.entries(JSON.parse(stored ?? '{}') ?? {})
    return new Map(entries.filter((entry): entry is [string, number] => typeof entry[1] === 'number'))
  } catch {
    return new Map()
  }
}

function newKey(): string {
  return Math.random().toString(36).slice(2)
}
