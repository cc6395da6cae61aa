/** Manages the focus of an island's panel when it opens and closes. */
import { useEffect, useRef, useState } from 'react'
import { ISLAND_OPEN, type IslandOpenDetail } from './island.ts'

/**
 * @param host the island's element
 * @param focus moves the focus into the panel. Must be stable.
 * @param findOpener finds a control to return the focus to if the original one is gone with its page
 */
export function useIslandPanel(
  host: HTMLElement,
  focus: () => void,
  findOpener: () => HTMLElement | null,
): { readonly isOpen: boolean; readonly close: () => void } {
  const [isOpen, setOpen] = useState(true)
  const opener = useRef<HTMLElement>(null)
  useEffect(() => {
    const open = (event: Event) => {
      opener.current = (event as CustomEvent<IslandOpenDetail>).detail.opener
      setOpen(true)
      focus()
    }
    host.addEventListener(ISLAND_OPEN, open)
    return () => host.removeEventListener(ISLAND_OPEN, open)
  }, [host, focus])
  useEffect(() => {
    if (isOpen) focus()
  }, [isOpen, focus])
  const close = () => {
    setOpen(false)
    const known = opener.current?.isConnected ? opener.current : undefined
    const target = known ?? findOpener()
    target?.focus()
  }
  return { isOpen, close }
}
