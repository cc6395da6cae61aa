import { keepFocus } from '@keywright/ui/keepFocus'
import { type ReactNode, StrictMode, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { CrashBoundary } from './CrashBoundary.tsx'
import type { IslandModule, IslandProps } from './island.ts'
import { SiteContext, type SiteServices } from './services.ts'

/**
 * Renders an island in its own React root and error boundary, with the site's services.
 *
 * @param onReady called when the island or its crash notice has replaced the fallback
 * @returns a function that unmounts it
 */
export function mountIsland(
  Island: IslandModule['default'],
  props: IslandProps<unknown>,
  services: SiteServices,
  onReady: () => void,
): () => void {
  const { host } = props
  // A translator of the browser would replace text that React removes later, which then fails.
  host.setAttribute('translate', 'no')
  // Before rendering, so that the focus moves from the fallback to the control in its place.
  const letFocusGo = keepFocus(host)
  const root = createRoot(host.querySelector('[data-root]') ?? host)
  // Synchronously, to avoid another layout of the fallback.
  flushSync(() =>
    root.render(
      <StrictMode>
        <Ready onReady={onReady}>
          <CrashBoundary host={host}>
            <SiteContext value={services}>
              <Island {...props} />
            </SiteContext>
          </CrashBoundary>
        </Ready>
      </StrictMode>,
    ),
  )
  return () => {
    letFocusGo()
    root.unmount()
  }
}

/** Calls `onReady` after the effects of children, so that the island already listens. */
function Ready({ onReady, children }: { onReady: () => void; children: ReactNode }) {
  const told = useRef(false)
  useEffect(() => {
    if (!told.current) onReady()
    told.current = true
  })
  return children
}
