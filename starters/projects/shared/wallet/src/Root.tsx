/** Shows the app with the settings of the server, which a page without them asks for. */
import { KeywrightProvider } from '@keywright/react'
import { useEffect, useState } from 'react'
import type { PageSettings } from '../server/handler.ts'
import { App, Opening } from './App.tsx'
import { SettingsContext } from './settings.ts'

export function Root(props: { readonly settings?: PageSettings }) {
  const [settings, setSettings] = useState(props.settings)
  const [problem, setProblem] = useState('')
  useEffect(() => {
    if (props.settings) return
    fetch('/keywright')
      .then(async (response) => setSettings(await response.json()))
      .catch(() => setProblem('The server does not respond. Load the page again later.'))
  }, [props.settings])
  if (!settings) return problem ? <p role="alert">{problem}</p> : <Opening />
  const { rpcUrl: _, chain: __, ...keywright } = settings
  return (
    <SettingsContext value={settings}>
      <KeywrightProvider {...keywright} serverSignUrl="/keywright">
        <App />
      </KeywrightProvider>
    </SettingsContext>
  )
}
