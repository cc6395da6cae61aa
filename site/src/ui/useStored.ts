/**
 * One value in the browser's storage that several components may show. What is stored was written by another tab, an
 * older release or a curious reader: it is read through a parser, and what the parser refuses counts as absent.
 */
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { readStored, writeStored } from '../client/storage.ts'

export interface StoredValue<T> {
  readonly key: string
  /** What stands before anything is chosen, and in place of anything damaged. */
  readonly fallback: T
  /** Returns undefined, or throws, for anything that is not a value of the slot. */
  readonly parse: (stored: unknown) => T | undefined
}

/** A slot for one of a few names. */
export function storedChoice<const T extends string>(
  key: string,
  choices: readonly T[],
  fallback: NoInfer<T>,
): StoredValue<T> {
  return { key, fallback, parse: (stored) => choices.find((choice) => choice === stored) }
}

/**
 * A stored value as state: every component that shows the slot follows, in other tabs too. A damaged value reads as
 * the fallback.
 *
 * @param slot made once, outside the component
 */
export function useStored<T>(slot: StoredValue<T>): readonly [value: T, store: (value: T) => void] {
  const watch = useCallback((changed: () => void) => watchSlot(slot, changed), [slot])
  // The text is what is compared between renders: a parsed object would never be the same twice.
  const text = useSyncExternalStore(
    watch,
    () => readSlot(slot),
    () => null,
  )
  const value = useMemo(() => parseSlot(slot, text), [slot, text])
  const store = useCallback((next: T) => writeSlot(slot, next), [slot])
  return [value, store]
}

/** The raw text of a slot; null when nothing is stored or storage is unavailable. */
const readSlot = ({ key }: StoredValue<unknown>): string | null => memory.get(key) ?? readStored(key)

export function parseSlot<T>({ fallback, parse }: StoredValue<T>, text: string | null): T {
  if (text === null) return fallback
  try {
    return parse(JSON.parse(text)) ?? fallback
  } catch {
    return fallback
  }
}

function writeSlot<T>({ key }: StoredValue<T>, value: T): void {
  const text = JSON.stringify(value)
  writeStored(key, text)
  // Without storage a choice still holds until the page closes.
  if (readStored(key) === text) memory.delete(key)
  else memory.set(key, text)
  for (const changed of watchers.get(key) ?? []) changed()
}

/** Calls back when the slot changes, in this tab or in another. Answers how to stop. */
function watchSlot({ key }: StoredValue<unknown>, changed: () => void): () => void {
  const all = watchers.get(key) ?? new Set()
  watchers.set(key, all.add(changed))
  const fromElsewhere = (event: StorageEvent) => {
    // A cleared storage names no key.
    if (event.key === key || event.key === null) changed()
  }
  addEventListener('storage', fromElsewhere)
  return () => {
    all.delete(changed)
    removeEventListener('storage', fromElsewhere)
  }
}

const watchers = new Map<string, Set<() => void>>()
const memory = new Map<string, string>()
