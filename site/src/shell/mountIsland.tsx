import { keepFocus } from '@keywright/inspector/keepFocus'
import { type ReactNode, StrictMode, useEffect, useRef } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { CrashBoundary } from './CrashBoundary.tsx'
import type { IslandModule, IslandProps } from './island.ts'
import { SiteContext, type SiteServices } from './services.ts'

/**
 * Renders an island in a React root of its own, inside its own error boundary, with the site's services around it.
 *
 * @param onReady called once the island, or the notice of its crash, stands in the place of the fallback
 * @returns how to leave
 */
export function mountIsland(
  Island: IslandModule['default'],
  props: IslandProps<unknown>,
  services: SiteServices,
  onReady: () => void,
): () => void {
  const root = createRoot(props.host)
  // At once: a frame before it would lay out the fallback once more, only to throw it away.
  flushSync(() =>
    root.render(
      <StrictMode>
        <Ready onReady={onReady}>
          <CrashBoundary host={props.host}>
            <SiteContext value={services}>
              <Island {...props} />
            </SiteContext>
          </CrashBoundary>
        </Ready>
      </StrictMode>,
    ),
  )
  const letFocusGo = keepFocus(props.host)
  return () => {
    letFocusGo()
    root.unmount()
  }
}

/** Effects of children run before those of their parents: by then the island listens. */
function Ready({ onReady, children }: { onReady: () => void; children: ReactNode }) {
  const told = useRef(false)
  useEffect(() => {
    if (!told.current) onReady()
    told.current = true
  })
  return children
}
