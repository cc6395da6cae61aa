/** Remembers for every history entry how far it was scrolled, so that back and reload return there. */

import { readForTab, writeForTab } from './storage.ts'

const KEY = 'scroll'

export interface EntryState {
  /** Names the history entry. */
  readonly key: string
  /** The entry exists only so that "back" closes the menu. */
  readonly menu?: true
}

let positions: Record<string, number> = {}
/** The entry whose page is shown. On the way to another entry, the address is there before the page. */
let shownKey: string | undefined

export function startScrollMemory(): void {
  positions = JSON.parse(readForTab(KEY) ?? '{}')
  history.scrollRestoration = 'manual'
  if (!currentKey()) history.replaceState({ key: newKey() }, '')
  arriveAtEntry()
  addEventListener('scroll', rememberScroll, { passive: true })
  addEventListener('pagehide', () => writeForTab(KEY, JSON.stringify(positions)))
}

/** Call it when the page of the present entry is shown and scrolled. */
export function arriveAtEntry(): void {
  shownKey = currentKey()
}

export function rememberScroll(): void {
  const key = currentKey()
  if (key && key === shownKey) positions[key] = scrollY
}

export function rememberedScroll(): number | undefined {
  return positions[currentKey() ?? '']
}

export function newKey(): string {
  return Math.random().toString(36).slice(2)
}

function currentKey(): string | undefined {
  return (history.state as EntryState | null)?.key
}
