import { Component, type ReactNode } from 'react'
import { causeMessages } from './causeMessages.ts'

export { causeMessages }

interface BoundaryProps {
  readonly children: ReactNode
  /** Renders the fallback from the messages of the error and its causes, and a function to retry. */
  readonly notice: (messages: readonly string[], retry: () => void) => ReactNode
  /** Retries when this element receives this event. */
  readonly retryOn?: readonly [element: EventTarget, event: string] | undefined
}

/** Error boundary of site and console. */
export class Boundary extends Component<BoundaryProps, { error: unknown }> {
  override state = { error: undefined as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown error') }
  }

  readonly #retry = () => {
    if (this.state.error !== undefined) this.setState({ error: undefined })
  }

  override componentDidMount() {
    const { retryOn } = this.props
    retryOn?.[0].addEventListener(retryOn[1], this.#retry)
  }

  override componentWillUnmount() {
    const { retryOn } = this.props
    retryOn?.[0].removeEventListener(retryOn[1], this.#retry)
  }

  override render() {
    const { error } = this.state
    return error === undefined ? this.props.children : this.props.notice(causeMessages(error), this.#retry)
  }
}
