/** Opens the search dialog, one at a time. */
import { keepFocus } from '@keywright/ui/keepFocus'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { openAnswers, openProvider } from './openProvider.ts'
import { SearchDialog } from './SearchDialog.tsx'
import './search.css'
import { readSearchSettings } from './settings.ts'

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
  const settings = readSearchSettings()
  const open = () => openProvider(settings)
  const answers = () => openAnswers(settings)
  const host = document.body.appendChild(document.createElement('div'))
  // As in `mountIsland.tsx`.
  host.setAttribute('translate', 'no')
  const letFocusGo = keepFocus(host)
  const shown = new AbortController()
  const close = () => {
    shown.abort()
    letFocusGo()
    letKeyGo()
    root.unmount()
    host.remove()
    if (closeOpened === close) closeOpened = undefined
    // The browser restores the focus, but the previous element may be in a menu that has closed.
    if (document.activeElement === document.body) focusButton()
  }
  // An error outside the dialog's own boundary removes the dialog but keeps the keys that open it.
  const root = createRoot(host, {
    onUncaughtError(error) {
      reportError(error)
      setTimeout(close)
    },
  })
  // Synchronously, so that no letter typed in between is lost.
  flushSync(() =>
    root.render(
      <SearchDialog
        initialText={text}
        settings={settings}
        openProvider={open}
        openAnswers={answers}
        onClose={close}
      />,
    ),
  )
  // Close on navigation to another page. The menu below has its own history entry.
  const { pathname } = location
  const leave = () => location.pathname !== pathname && host.querySelector('dialog')?.close()
  addEventListener('popstate', leave, { signal: shown.signal })
  return close
}

/** Ignores a key that is still held down, such as Enter, which would open search again. */
function letKeyGo(): void {
  const released = new AbortController()
  const until = { capture: true, signal: released.signal }
  const ignore = (event: KeyboardEvent) => (event.repeat ? event.preventDefault() : released.abort())
  addEventListener('keydown', ignore, until)
  addEventListener('keyup', () => released.abort(), until)
}

function focusButton(): void {
  const buttons = [...document.querySelectorAll<HTMLElement>('[data-search-open]')]
  buttons.find((button) => button.checkVisibility())?.focus()
}
