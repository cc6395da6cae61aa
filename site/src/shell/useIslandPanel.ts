/** A panel of an island that controls with `data-opens` open: where the focus goes when it opens and when it closes. */
import { useEffect, useRef, useState } from 'react'
import { ISLAND_OPEN, type IslandOpenDetail } from './island.ts'

/**
 * @param host of the island
 * @param focus puts the focus into the panel; the same function each time
 * @param findOpener a control to go back to where the one that was used is gone with its page
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
