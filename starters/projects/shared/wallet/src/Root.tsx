/** Asks the server for the settings of the page, then shows the app. */
import { KeywrightProvider } from '@keywright/react'
import { useEffect, useState } from 'react'
import type { PageSettings } from '../server/handler.ts'
import { App } from './App.tsx'
import { SettingsContext } from './settings.ts'

export function Root() {
  const [settings, setSettings] = useState<PageSettings>()
  const [problem, setProblem] = useState('')
  useEffect(() => {
    fetch('/keywright')
      .then(async (response) => setSettings(await response.json()))
      .catch(() => setProblem('The server does not respond. Load the page again later.'))
  }, [])
  if (!settings) return <p role={problem ? 'alert' : 'status'}>{problem || 'Loading'}</p>
  const { rpcUrl: _, chain: __, ...keywright } = settings
  return (
    <SettingsContext value={settings}>
      <KeywrightProvider {...keywright} serverSignUrl="/keywright">
        <App />
      </KeywrightProvider>
    </SettingsContext>
  )
}
