import { type ReactNode, StrictMode, useEffect } from 'react'
import { createRoot } from 'react-dom/client'
import { CrashBoundary } from './CrashBoundary.tsx'

/**
 * Renders an island in a React root of its own, inside its own error boundary. The element keeps the height of its
 * fallback until the island is there. Answers how to leave.
 */
export function mountIsland(element: HTMLElement, view: ReactNode): () => void {
  element.style.minHeight = `${element.offsetHeight}px`
  const root = createRoot(element)
  root.render(
    <StrictMode>
      <CrashBoundary>
        <Ready onReady={() => void element.style.removeProperty('min-height')}>{view}</Ready>
      </CrashBoundary>
    </StrictMode>,
  )
  return () => root.unmount()
}

function Ready({ onReady, children }: { onReady: () => undefined; children: ReactNode }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: ready once, whatever is passed later
  useEffect(onReady, [])
  return children
}
