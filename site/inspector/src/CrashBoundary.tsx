import { Boundary } from '@keywright/ui/boundary'
import type { ReactNode } from 'react'

/** Contains a rendering error to its section. The other sections keep working. */
export function CrashBoundary({ what, children }: { readonly what: string; readonly children: ReactNode }) {
  return (
    <Boundary
      notice={(messages, retry) => (
        <section role="alert" className="kwi-trouble">
          <h2>This page crashed.</h2>
          <p>
            {what}: {messages.join('. Cause: ')}
          </p>
          <button type="button" onClick={retry}>
            Try again
          </button>
        </section>
      )}
    >
      {children}
    </Boundary>
  )
}
