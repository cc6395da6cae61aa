/** Where a call is sent: method and path. */
import type { ReactNode } from 'react'

export function Endpoint({ path, children }: { readonly path: string; readonly children?: ReactNode }) {
  return (
    <div className="call-endpoint">
      <p>
        <span className="call-method">POST</span> <code>{path}</code>
      </p>
      {children}
    </div>
  )
}
