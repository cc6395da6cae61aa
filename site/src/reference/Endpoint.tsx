/** Where a call is sent: method and path. */
import type { ReactNode } from 'react'

export function Endpoint({ path, children }: { readonly path: string; readonly children?: ReactNode }) {
  const name = path.lastIndexOf('/') + 1
  return (
    <div className="call-endpoint">
      <p>
        <span className="call-method">POST</span>{' '}
        <code>
          <span>{path.slice(0, name)}</span>
          <span>{path.slice(name)}</span>
        </code>
      </p>
      {children}
    </div>
  )
}
