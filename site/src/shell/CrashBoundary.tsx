import { Component, type ReactNode } from 'react'

/**
 * Catches what breaks while rendering and offers to try again. Stands around every React root of the site:
 * the hydrated shell and each island.
 */
export class CrashBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state = { error: undefined as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown error') }
  }

  override render() {
    if (this.state.error === undefined) return this.props.children
    return <CrashNotice error={this.state.error} onRetry={() => this.setState({ error: undefined })} />
  }
}

export function CrashNotice({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  return (
    <section className="error-box" role="alert">
      <h2>This page crashed.</h2>
      <button type="button" className="button" onClick={onRetry}>
        Try again
      </button>
      <pre>{causeMessages(error).join('\n\nCause:\n')}</pre>
    </section>
  )
}

/** The messages of an error and of its causes, outermost first. Stops where causes go in a circle. */
export function causeMessages(error: unknown): string[] {
  const seen = new Set<unknown>()
  const messages: string[] = []
  for (let at = error; at !== undefined && at !== null && !seen.has(at); at = (at as Error).cause) {
    seen.add(at)
    messages.push(at instanceof Error ? at.message : String(at))
  }
  return messages
}
