import { Boundary } from '@keywright/ui/boundary'
import type { ReactNode } from 'react'
import { messages } from '../config/messages.ts'
import { ErrorBox } from './ErrorBox.tsx'
import { ISLAND_OPEN } from './island.ts'

interface CrashBoundaryProps {
  readonly children: ReactNode
  /** Element of the island. Opening the island again retries. */
  readonly host?: HTMLElement
  /** Shown above the notice, such as a frame's controls. */
  readonly above?: ReactNode
}

/**
 * Catches rendering errors and offers a retry. Wraps every React root of the site.
 */
export function CrashBoundary({ children, host, above }: CrashBoundaryProps) {
  return (
    <Boundary
      retryOn={host && [host, ISLAND_OPEN]}
      notice={(causes, retry) => (
        <>
          {above}
          <CrashNotice causes={causes} onRetry={retry} />
        </>
      )}
    >
      {children}
    </Boundary>
  )
}

function CrashNotice({ causes, onRetry }: { causes: readonly string[]; onRetry: () => void }) {
  const { crashed, tryAgain } = messages
  return <ErrorBox title={crashed} text={causes.join('\n\nCause:\n')} action={tryAgain} onAction={onRetry} />
}
