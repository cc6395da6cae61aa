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

export function startScrollMemory(): void {
  positions = JSON.parse(readForTab(KEY) ?? '{}')
  history.scrollRestoration = 'manual'
  if (!currentKey()) history.replaceState({ key: newKey() }, '')
  addEventListener('scroll', rememberScroll, { passive: true })
  addEventListener('pagehide', () => writeForTab(KEY, JSON.stringify(positions)))
}

export function rememberScroll(): void {
  const key = currentKey()
  if (key) positions[key] = scrollY
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
