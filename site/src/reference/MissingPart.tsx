/** Stands for what a part of the description has to say while it is on its way, and where it could not be loaded. */
import type { PartState } from './loadParts.ts'

export interface MissingPartProps {
  /** What it is about. */
  readonly what: string
  readonly state: PartState
  readonly onRetry: () => void
}

export function MissingPart({ what, state, onRetry }: MissingPartProps) {
  if (state === undefined) return <p className="field-none">Loading {what}…</p>
  return (
    <p className="call-missing" role="alert">
      {what} could not be loaded:{' '}
      {state instanceof Error ? state.message : 'the site has changed since this page was opened. Reload it.'}{' '}
      <button type="button" className="button" onClick={onRetry}>
        Retry
      </button>
    </p>
  )
}
