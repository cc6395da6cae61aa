/** The search dialog: the platform's own, which traps focus, closes on Escape and gives the focus back. */
import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { useMessages } from '../messages/useMessages.ts'
import { CrashBoundary } from '../shell/CrashBoundary.tsx'
import { SearchPanel, type SearchPanelProps } from './SearchPanel.tsx'

export interface SearchDialogProps extends Omit<SearchPanelProps, 'close'> {
  /** Another number starts anew what has crashed. */
  readonly wish: number
  readonly onClose: () => void
}

/** What it shows may crash; the dialog around it stays, with its ways out. */
export function SearchDialog({ wish, onClose, ...panel }: SearchDialogProps) {
  const words = useMessages()
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])

  const onBackdrop = (event: MouseEvent) => {
    if (event.target === dialog.current) dialog.current.close()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way out, handled by the platform
    <dialog
      ref={dialog}
      className="search-dialog"
      aria-label={words.search}
      onClose={onClose}
      onClick={onBackdrop}
    >
      <CrashBoundary key={wish}>
        <SearchPanel {...panel} close={() => dialog.current?.close()} />
      </CrashBoundary>
      <button type="button" className="search-close" onClick={() => dialog.current?.close()}>
        {words.close}
      </button>
    </dialog>
  )
}
