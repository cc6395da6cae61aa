import { KeywrightProvider } from '@keywright/react'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import './style.css'

declare const __KEYWRIGHT__: { apiBaseUrl: string; defaultOrganizationId: string }

createRoot(document.getElementById('root')!).render(
  <StrictMode>
    <KeywrightProvider {...__KEYWRIGHT__} serverSignUrl="/keywright">
      <App />
    </KeywrightProvider>
  </StrictMode>,
)
