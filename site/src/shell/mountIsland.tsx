import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { CrashBoundary } from './CrashBoundary.tsx'

/**
 * Renders an island in a React root of its own, inside its own error boundary. The element keeps at least the height
 * that its fallback had. Answers how to leave.
 */
export function mountIsland(element: HTMLElement, view: ReactNode): () => void {
  element.style.minHeight = `${element.offsetHeight}px`
  const root = createRoot(element)
  root.render(
    <StrictMode>
      <CrashBoundary>{view}</CrashBoundary>
    </StrictMode>,
  )
  return () => root.unmount()
}
