/**
 * One stored value that several components can show. Stored data may come from another tab, an older release or manual
 * edits, so a parser validates it, and invalid data counts as missing.
 */
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { readStored, writeStored } from './storage.ts'

interface StoredValue<T> {
  readonly key: string
  /** Value if nothing valid is stored. */
  readonly fallback: T
  /** Returns undefined or throws for invalid values. */
  readonly parse: (stored: unknown) => T | undefined
}

/** A slot for one of several names. */
export function storedChoice<const T extends string>(
  key: string,
  choices: readonly T[],
  fallback: NoInfer<T>,
): StoredValue<T> {
  return { key, fallback, parse: (stored) => choices.find((choice) => choice === stored) }
}

/**
 * A stored value as state. Updates every component that shows the slot, in other tabs too. Invalid values read as the
 * fallback.
 *
 * @param slot a constant, defined outside the component
 */
export function useStored<T>(slot: StoredValue<T>): readonly [value: T, store: (value: T) => void] {
  const watch = useCallback((changed: () => void) => watchSlot(slot, changed), [slot])
  // Compare the text between renders, because parsed objects are never identical.
  const text = useSyncExternalStore(
    watch,
    () => readSlot(slot),
    () => null,
  )
  const value = useMemo(() => parseSlot(slot, text), [slot, text])
  const store = useCallback((next: T) => writeSlot(slot, next), [slot])
  return [value, store]
}

/** The raw text of a slot, or null if nothing is stored or storage is unavailable. */
const readSlot = ({ key }: StoredValue<unknown>): string | null => memory.get(key) ?? readStored(key)

function parseSlot<T>({ fallback, parse }: StoredValue<T>, text: string | null): T {
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
  // Without storage, keep the choice in memory until the page closes.
  if (readStored(key) === text) memory.delete(key)
  else memory.set(key, text)
  for (const changed of watchers.get(key) ?? []) changed()
}

/** Calls back when the slot changes in any tab. Returns a function that stops. */
function watchSlot({ key }: StoredValue<unknown>, changed: () => void): () => void {
  const all = watchers.get(key) ?? new Set()
  watchers.set(key, all.add(changed))
  const fromElsewhere = (event: StorageEvent) => {
    // A cleared storage has a null key.
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
