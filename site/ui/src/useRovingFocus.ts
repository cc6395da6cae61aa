import { type KeyboardEvent, useRef } from 'react'
import { type RovingAxis, rovingTarget } from './roving.ts'

/**
 * One tab stop for a set of controls. Arrow keys, Home and End move within it and wrap around (WAI-ARIA Authoring
 * Practices, "Managing focus within components using a roving tabindex").
 *
 * @param keys of the items, in order
 * @param current the item with the tab stop, or else the first of `keys`
 * @param onMove called with the item that gets the focus
 */
export function useRovingFocus<K extends string>(
  keys: readonly K[],
  current: K | undefined,
  onMove: (key: K) => void,
  axis: RovingAxis = 'horizontal',
) {
  const elements = useRef(new Map<K, HTMLElement>())
  const stop = current !== undefined && keys.includes(current) ? current : keys[0]

  function focus(key: K | undefined): void {
    if (key === undefined) return
    onMove(key)
    elements.current.get(key)?.focus()
  }

  return {
    focus,
    /** Props for each item's element. */
    itemProps: (key: K) => ({
      tabIndex: key === stop ? 0 : -1,
      ref: (element: HTMLElement | null) => {
        if (element) elements.current.set(key, element)
        else elements.current.delete(key)
      },
      onKeyDown: (event: KeyboardEvent) => {
        const target = rovingTarget(event, keys.indexOf(key), keys.length, axis)
        if (target === undefined) return
        event.preventDefault()
        focus(keys[target])
      },
    }),
  }
}
