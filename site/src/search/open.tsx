/** Opens the search dialog over whatever page is open. One at a time. */
import { createRoot } from 'react-dom/client'
import { SearchDialog } from './SearchDialog.tsx'
import './search.css'
import { openProvider, readSearchSettings } from './settings.ts'

let close: (() => void) | undefined

/** Fetches the index before the dialog is asked for: call it on the first sign of intent. */
export function warmSearch(): void {
  const settings = readSearchSettings()
  if (!settings.hosted) openProvider(settings)
}

export async function openSearch({ text = '' }: { text?: string } = {}): Promise<void> {
  if (close) return
  const settings = readSearchSettings()
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  close = () => {
    close = undefined
    root.unmount()
    host.remove()
  }
  const open = () => openProvider(settings)
  root.render(
    <SearchDialog
      initialText={text}
      settings={settings}
      openProvider={open}
      storage={storage()}
      onClose={() => close?.()}
    />,
  )
}

function storage(): Storage | undefined {
  try {
    return window.localStorage
  } catch {
    return undefined
  }
}
