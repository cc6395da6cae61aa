/** Keeps rows in place while a reader is about to open one. */
import { type PointerEvent, useState } from 'react'

/** The latest value, or while it is held, the one before. */
export function useHeld<T>(value: T, isHeld: boolean): T {
  const [shown, setShown] = useState(value)
  if (!isHeld && shown !== value) setShown(value)
  return isHeld ? shown : value
}

export type PointerHandlers = ReturnType<typeof usePointer>['handlers']

/** Where the pointer is with respect to a list: it moves over it, or presses one of its rows. */
export function usePointer() {
  const [pointer, setPointer] = useState<'away' | 'over' | 'down'>('away')
  const handlers = {
    onPointerMove: ({ buttons }: PointerEvent) => buttons === 0 && setPointer('over'),
    onPointerDown: () => setPointer('down'),
    // A touch that becomes scrolling.
    onPointerCancel: () => setPointer('away'),
    onClick: () => setPointer('over'),
    // A finger is never over the list, and leaves it before the click.
    onPointerLeave: ({ pointerType }: PointerEvent) => pointerType !== 'touch' && setPointer('away'),
  }
  return { pointer, handlers, forget: () => setPointer('away') }
}
