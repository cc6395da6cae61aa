/** The console as a page of the development server. The URL contains the open place. */

import { keepFocus } from '@keywright/ui/keepFocus'
import { StrictMode, useCallback, useSyncExternalStore } from 'react'
import { createRoot } from 'react-dom/client'
import { connectTo } from '../connection.ts'
import { Inspector } from '../Inspector.tsx'
import { formatPlace, parsePlace } from './place.ts'
import './page.css'

const connection = connectTo(location.origin, (request) => fetch(request))

function Page() {
  const hash = useSyncExternalStore(watchHash, () => location.hash)
  const onPlace = useCallback((place: Parameters<typeof formatPlace>[0]) => {
    location.hash = formatPlace(place)
  }, [])
  return (
    <>
      <header className="page-top">
        <h1>Keywright development server</h1>
        <p>
          For development only: keys are printed and stored unencrypted. Routes for scripts:{' '}
          <a href="/dev/openapi.json">openapi.json</a>
        </p>
      </header>
      <main>
        <Inspector connection={connection} place={parsePlace(hash)} onPlace={onPlace} />
      </main>
    </>
  )
}

function watchHash(changed: () => void): () => void {
  addEventListener('hashchange', changed)
  return () => removeEventListener('hashchange', changed)
}

const root = document.getElementById('root')!
keepFocus(root)
createRoot(root).render(
  <StrictMode>
    <Page />
  </StrictMode>,
)
