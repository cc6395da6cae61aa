/** A part whose code loads when it is first shown. */

import { type ComponentType, lazy } from 'react'

/** As `lazy` of React, which never forgets a failure. Here, "Try again" of the boundary loads the code again. */
export function lazyPart<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): ComponentType<Props> {
  let failures = 0
  function create(): ComponentType<Props> {
    const part = lazy(() =>
      load().catch((error: unknown) => {
        failures++
        // Not before the reader asks: React renders a part that failed once more by itself.
        const forget = () => {
          // Another place may have asked before, and show it already.
          if (current.Part !== part) return
          // Firefox and Safari request a failed script only once per document.
          if (failures > 1 && navigator.onLine) location.reload()
          current.Part = create()
        }
        throw Object.assign(error as Error, { forget })
      }),
    ) as unknown as ComponentType<Props>
    return part
  }
  const current = { Part: create() }
  return (props) => <current.Part {...props} />
}
