import { useCallback, useMemo, useSyncExternalStore } from 'react'
import { parseSlot, readSlot, type StoredValue, watchSlot, writeSlot } from './stored.ts'

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
