import { Component, type ReactNode } from 'react'
import { useMessages } from '../messages/useMessages.ts'
import { causeMessages } from './causeMessages.ts'
import { ErrorBox } from './ErrorBox.tsx'

/**
 * Catches what breaks while rendering and offers to try again. Stands around every React root of the site.
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

function CrashNotice({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { crashed, tryAgain } = useMessages()
  const text = causeMessages(error).join('\n\nCause:\n')
  return <ErrorBox title={crashed} text={text} action={tryAgain} onAction={onRetry} />
}
