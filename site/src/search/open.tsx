/** Opens the search dialog, one at a time. */
import { keepFocus } from '@keywright/ui/keepFocus'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { openAnswers, openProvider } from './openProvider.ts'
import { SearchDialog } from './SearchDialog.tsx'
import './search.css'
import { readSearchSettings } from './settings.ts'

/** The open dialog. Call `again` to open it again. */
let opened: { readonly again: (text: string) => void } | undefined

/** @param text initial text of the field */
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
    onClosed()
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
  // Synchronously, so that no letter typed in between is lost.
  flushSync(() => render(text))
  // Close on navigation to another page. The menu below has its own history entry.
  const { pathname } = location
  const leave = () => location.pathname !== pathname && host.querySelector('dialog')?.close()
  addEventListener('popstate', leave, { signal: shown.signal })
  return {
    again(nextText: string) {
      const field = host.querySelector('input')
      if (field) return field.focus()
      // It has crashed, so render it again.
      wish++
      flushSync(() => render(nextText))
    },
  }
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
