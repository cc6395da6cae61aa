/** A part whose code loads when it is first shown. A failure is shown in its place, and the page around it stays. */

import { type ComponentType, type ReactNode, useEffect, useReducer, useState } from 'react'
import { fill, messages } from '../config/messages.ts'
import { LoadFailure } from './LoadFailure.tsx'

interface Meanwhile {
  /** Shown while the code loads. */
  readonly loading?: ReactNode
  /** Shown until the part is there, also below a failure. */
  readonly fallback?: ReactNode
}

/**
 * Never reloads the page, which would lose what the reader typed elsewhere on it.
 *
 * @param what its name in messages
 */
export function lazyPart<Props extends object>(
  what: string,
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
): ComponentType<Props & Meanwhile> {
  let Loaded: ComponentType<Props> | undefined
  let failures = 0
  return function Part({ loading, fallback, ...props }) {
    const [error, setError] = useState<unknown>()
    const [, showLoaded] = useReducer((count: number) => count + 1, 0)
    useEffect(() => {
      if (error !== undefined || Loaded) return
      load().then(
        (module) => {
          Loaded = module.default
          showLoaded()
        },
        (reason: unknown) => {
          failures++
          setError(reason)
        },
      )
    }, [error])
    if (Loaded) return <Loaded {...(props as unknown as Props)} />
    return (
      <>
        {error === undefined ? (
          loading
        ) : (
          <LoadFailure
            title={fill(messages.partFailed, { part: what })}
            error={error}
            onRetry={() => setError(undefined)}
            // Firefox and Safari request a failed script only once per document.
            advice={failures > 1 && messages.reloadYourself}
          />
        )}
        {fallback}
      </>
    )
  }
}
