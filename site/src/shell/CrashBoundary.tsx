import { Boundary } from '@keywright/inspector/boundary'
import type { ReactNode } from 'react'
import { useMessages } from '../messages/useMessages.ts'
import { ErrorBox } from './ErrorBox.tsx'
import { ISLAND_OPEN } from './island.ts'

interface CrashBoundaryProps {
  readonly children: ReactNode
  /** Of an island: asked for again, it renders anew what has crashed. */
  readonly host?: HTMLElement
  /** Stands above the notice: what a frame offers beside what has crashed. */
  readonly above?: ReactNode
}

/**
 * Catches what breaks while rendering and offers to try again. Stands around every React root of the site.
 */
export function CrashBoundary({ children, host, above }: CrashBoundaryProps) {
  return (
    <Boundary
      retryOn={host && [host, ISLAND_OPEN]}
      notice={(messages, retry) => (
        <>
          {above}
          <CrashNotice messages={messages} onRetry={retry} />
        </>
      )}
    >
      {children}
    </Boundary>
  )
}

function CrashNotice({ messages, onRetry }: { messages: readonly string[]; onRetry: () => void }) {
  const { crashed, tryAgain } = useMessages()
  return (
    <ErrorBox title={crashed} text={messages.join('\n\nCause:\n')} action={tryAgain} onAction={onRetry} />
  )
}
