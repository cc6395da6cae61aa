/** Opens the search dialog, one at a time. */
import { keepFocus } from '@keywright/ui/keepFocus'
import { ignoreHeldKey, isShortcut } from '@keywright/ui/keys'
import { type KeyboardEvent, type MouseEvent, useLayoutEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { messages } from '../config/messages.ts'
import { CrashBoundary } from '../shared/CrashBoundary.tsx'
import { SearchPanel } from './SearchPanel.tsx'
import './search.css'

let closeOpened: (() => void) | undefined

/** @param text initial text of the field */
export function openSearch({ text = '' }: { text?: string } = {}): void {
  const field = document.querySelector<HTMLElement>('.search-dialog input')
  if (field) field.focus()
  else {
    // It may have crashed.
    closeOpened?.()
    closeOpened = showDialog(text)
  }
}

/** @returns a function that closes it */
function showDialog(text: string): () => void {
  const host = document.body.appendChild(document.createElement('div'))
  // As in `mountIsland.tsx`.
  host.setAttribute('translate', 'no')
  const letFocusGo = keepFocus(host)
  const shown = new AbortController()
  const close = () => {
    shown.abort()
    letFocusGo()
    // Such as Enter, which would open search again.
    ignoreHeldKey()
    root.unmount()
    host.remove()
    if (closeOpened === close) closeOpened = undefined
    // The browser restores the focus, but the previous element may be in a menu that has closed.
    if (document.activeElement !== document.body) return
    const buttons = [...document.querySelectorAll<HTMLElement>('[data-search-open]')]
    buttons.find((button) => button.checkVisibility())?.focus()
  }
  // An error outside the dialog's own boundary removes the dialog but keeps the keys that open it.
  const root = createRoot(host, {
    onUncaughtError(error) {
      reportError(error)
      setTimeout(close)
    },
  })
  // Synchronously, so that no letter typed in between is lost.
  flushSync(() => root.render(<SearchDialog initialText={text} onClose={close} />))
  // Close on navigation to another page. The menu below has its own history entry.
  const { pathname } = location
  const leave = () => location.pathname !== pathname && host.querySelector('dialog')?.close()
  addEventListener('popstate', leave, { signal: shown.signal })
  return close
}

const GOES_ON = /^(?:.|Backspace|Enter|Arrow(?:Up|Down))$/u

/** A native dialog, which traps and restores the focus and closes on Escape. Its content may crash: it stays closable. */
function SearchDialog({ initialText, onClose }: { initialText: string; onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  const close = () => dialog.current?.close()
  /** Not on a click, because a selection of text may end outside. */
  const onMouseDown = (event: MouseEvent) => {
    if (event.target !== dialog.current || event.button !== 0) return
    event.preventDefault()
    close()
  }
  /** A click on text gives the focus to the dialog, but keys go on in the field. */
  const onKeyDown = ({ target, nativeEvent: press }: KeyboardEvent<HTMLElement>) => {
    if (target !== dialog.current || isShortcut(press) || !GOES_ON.test(press.key)) return
    const field = dialog.current!.querySelector('input')
    field?.focus()
    field?.dispatchEvent(new globalThis.KeyboardEvent('keydown', press))
  }
  return (
    <dialog
      ref={dialog}
      className="search-dialog"
      aria-label={messages.search}
      onClose={onClose}
      onMouseDown={onMouseDown}
      onKeyDown={onKeyDown}
    >
      <div className="search-box">
        <CrashBoundary>
          <SearchPanel initialText={initialText} onOpen={close} />
        </CrashBoundary>
        <button type="button" className="button search-close" onClick={close}>
          {messages.close}
        </button>
      </div>
    </dialog>
  )
}
