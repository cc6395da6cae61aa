/** Placeholder for content from the description: a button that loads it, or its loading state. */
import type { DescriptionState } from './loadDescription.ts'

export interface MissingProps {
  readonly what: string
  readonly state: DescriptionState
  readonly onOpen: () => void
}

export function Missing({ what, state, onOpen }: MissingProps) {
  if (state.kind === 'loading') return <p className="field-none">Loading {what}…</p>
  const words = {
    unasked: `Show ${what}`,
    failed: 'Retry',
    // The call is missing from the description, which is newer than this page.
    ready: 'Reload the page',
  }[state.kind]
  return (
    <p>
      <button
        type="button"
        className="button"
        onClick={state.kind === 'ready' ? () => location.reload() : onOpen}
      >
        {words}
      </button>
    </p>
  )
}

/** The only notice that the description couldn't be loaded. */
export function Failure({
  state,
  onRetry,
}: {
  readonly state: DescriptionState
  readonly onRetry: () => void
}) {
  if (state.kind !== 'failed') return null
  return (
    <p className="call-missing" role="alert">
      The API description could not be loaded: {state.error.message}.{' '}
      <button type="button" className="button" onClick={onRetry}>
        Retry
      </button>
    </p>
  )
}
