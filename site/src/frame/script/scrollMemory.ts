/** Stores the reader's place of each history entry, so that back and reload return there. */

import { writeEntry } from '../../shared/historyEntry.ts'
import { hold, letGo } from '../../shared/hold.ts'
import { distanceTo, openAround, type ReadingPlace, readPlace } from '../../shared/readingPlace.ts'
import type { StorageSlot } from '../../shared/services.ts'
import { layOut } from './layOut.ts'
import { revealTarget } from './target.ts'

const KEY = 'places'
/** How long after a scroll to read the place, because reading needs the layout. */
const SETTLED_MS = 100

export interface EntryState {
  /** Identifies the history entry. */
  readonly key: string
  /** The entry exists only so that "back" closes the menu. */
  readonly menu?: true
}

/** @param tab storage that lasts as long as the tab */
export function createScrollMemory(document: Document, history: History, tab: StorageSlot) {
  const places = readPlaces(tab.read(KEY))
  /** The entry of the shown page. During navigation, the URL changes before the page. */
  let shownKey: string | undefined
  let shownHash = ''
  let settling: ReturnType<typeof setTimeout> | undefined

  /** Call it when the page of the current entry is shown. New entries have no key yet. */
  function enter(): void {
    history.scrollRestoration = 'manual'
    if (!keyOf(history)) writeEntry(history, 'replace', { key: newKey() })
    shownKey = keyOf(history)
    shownHash = location.hash
  }

  function remember(): void {
    clearTimeout(settling)
    settling = undefined
    const key = keyOf(history)
    if (key && key === shownKey) places.set(key, readPlace(document, shownHash))
  }

  return {
    /**
     * Scrolls the page of the current entry to a place, or else to the target of a hash. Returns the target if it
     * scrolled there.
     * @param otherwise whether to scroll to the top without a place or target
     */
    arrive(hash: string, place: ReadingPlace | undefined, otherwise?: 'top'): HTMLElement | null {
      letGo()
      // Islands scroll to a target only if no place is restored.
      document.documentElement.toggleAttribute('data-restored', place !== undefined)
      // Open the target even if the place is restored, because it was open before.
      const target = revealTarget(document, hash)
      if (place) openAround(document, place)
      if (place || target) layOut(document)
      if (place) hold(() => distanceTo(document, place))
      else if (target) target.scrollIntoView()
      else if (otherwise) scrollTo(0, 0)
      enter()
      return place ? null : target
    },
    /** Adds or replaces the current entry. Returns whether it was written. */
    write(how: 'push' | 'replace', address: string): boolean {
      remember()
      return writeEntry(history, how, { key: newKey() }, address)
    },
    remember,
    /** Call it when the reader goes back or forward, before the page changes. */
    leave(): void {
      if (settling && shownKey) places.set(shownKey, readPlace(document, shownHash))
      clearTimeout(settling)
      settling = undefined
    },
    remembered: (): ReadingPlace | undefined => places.get(keyOf(history) ?? ''),
    start(): void {
      enter()
      const onScroll = () => void (settling ??= setTimeout(remember, SETTLED_MS))
      addEventListener('scroll', onScroll, { passive: true })
      addEventListener('pagehide', () => {
        // Scroll events fire with the next frame, which may never come.
        remember()
        tab.write(KEY, JSON.stringify(Object.fromEntries(places)))
        // A page from the back/forward cache runs no code before it is shown, and some browsers show its top.
        history.scrollRestoration = 'auto'
      })
      addEventListener('pageshow', ({ persisted }) => {
        if (!persisted) return
        const place = places.get(shownKey ?? '')
        if (place) hold(() => distanceTo(document, place))
        enter()
      })
    },
  }
}

export type ScrollMemory = ReturnType<typeof createScrollMemory>

/** Ignores damaged data. */
function readPlaces(stored: string | null): Map<string, ReadingPlace> {
  try {
    const entries = Object.entries(JSON.parse(stored ?? '{}') ?? {})
    return new Map(entries.filter((entry): entry is [string, ReadingPlace] => isPlace(entry[1])))
  } catch {
    return new Map()
  }
}

function isPlace(value: unknown): value is ReadingPlace {
  const { scrollY: y, top, tag, text, around } = Object(value)
  const isAround = (one: unknown) => {
    const { id, top: start, path } = Object(one)
    return typeof id === 'string' && Array.isArray(path) && [start, ...path].every(Number.isFinite)
  }
  const areTexts = typeof tag === 'string' && typeof text === 'string'
  return [y, top].every(Number.isFinite) && areTexts && Array.isArray(around) && around.every(isAround)
}

const keyOf = ({ state }: History) => (state as EntryState | null)?.key

function newKey(): string {
  return Math.random().toString(36).slice(2)
}
