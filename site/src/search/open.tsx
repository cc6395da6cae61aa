/** Opens the search dialog over whatever page is open. One at a time. */
import { keepFocus } from '@keywright/inspector/keepFocus'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { openAnswers, openProvider } from './openProvider.ts'
import { SearchDialog } from './SearchDialog.tsx'
import './search.css'
import { readSearchSettings } from './settings.ts'

/** The dialog that is open; `again` is another wish for it. */
let opened: { readonly again: (text: string) => void } | undefined

/** @param text what the field begins with */
export function openSearch({ text = '' }: { text?: string } = {}): void {
  if (opened) opened.again(text)
  else
    opened = showDialog(text, () => {
      opened = undefined
    })
}

function showDialog(text: string, onClosed: () => void) {
  const settings = readSearchSettings()
  const open = () => openProvider(settings)
  const answers = () => openAnswers(settings)
  const host = document.body.appendChild(document.createElement('div'))
  const letFocusGo = keepFocus(host)
  const shown = new AbortController()
  const close = () => {
    shown.abort()
    letFocusGo()
    letKeyGo()
    root.unmount()
    host.remove()
    onClosed()
    // The platform gives it back to what had it, which may be in a menu that closed for the dialog.
    if (document.activeElement === document.body) focusButton()
  }
  // What even the dialog's own boundary cannot hold takes the dialog away, and leaves the keys that open it.
  const root = createRoot(host, {
    onUncaughtError(error) {
      reportError(error)
      setTimeout(close)
    },
  })
  let wish = 0
  const render = (initialText: string) =>
    root.render(
      <SearchDialog
        wish={wish}
        initialText={initialText}
        settings={settings}
        openProvider={open}
        openAnswers={answers}
        onClose={close}
      />,
    )
  // At once, so that no letter falls between the keys that were kept and the field.
  flushSync(() => render(text))
  // Back to another page: who goes there wants to be rid of search. The menu below has an entry of its own.
  const { pathname } = location
  const leave = () => location.pathname !== pathname && host.querySelector('dialog')?.close()
  addEventListener('popstate', leave, { signal: shown.signal })
  return {
    again(nextText: string) {
      const field = host.querySelector('input')
      if (field) return field.focus()
      // It has crashed.
      wish++
      flushSync(() => render(nextText))
    },
  }
}

/** A key that is held down, as Enter on a result, does nothing to what has the focus next: it would open search again. */
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
