/** The search dialog, a native dialog that traps and restores focus and closes on Escape. */
import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { messages } from '../config/messages.ts'
import { CrashBoundary } from '../shared/CrashBoundary.tsx'
import { SearchPanel, type SearchPanelProps } from './SearchPanel.tsx'

export interface SearchDialogProps extends Omit<SearchPanelProps, 'close'> {
  readonly onClose: () => void
}

/** Its content may crash, but the dialog stays closable. */
export function SearchDialog({ onClose, ...panel }: SearchDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])

  /** Where the press began: selected text may end outside. */
  const pressed = useRef<EventTarget>(null)
  const onClick = ({ target }: MouseEvent) => {
    if (target === dialog.current && pressed.current === target) dialog.current.close()
  }
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape is the keyboard's way out, handled by the platform
    <dialog
      ref={dialog}
      className="search-dialog"
      aria-label={messages.search}
      onClose={onClose}
      onPointerDown={({ target }) => {
        pressed.current = target
      }}
      onClick={onClick}
    >
      <CrashBoundary>
        <SearchPanel {...panel} close={() => dialog.current?.close()} />
      </CrashBoundary>
      <button type="button" className="search-close" onClick={() => dialog.current?.close()}>
        {messages.close}
      </button>
    </dialog>
  )
}
