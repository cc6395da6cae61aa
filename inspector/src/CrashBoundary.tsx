import { Component, type ReactNode } from 'react'
import { messageOf } from './parts/texts.tsx'

/** Catches what breaks while one section renders: the others go on. */
export class CrashBoundary extends Component<
  { readonly what: string; readonly children: ReactNode },
  { error: unknown }
> {
  override state = { error: undefined as unknown }

  static getDerivedStateFromError(error: unknown) {
    return { error: error ?? new Error('unknown error') }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return (
      <section role="alert" className="kwi-trouble">
        <h2>{this.props.what} crashed</h2>
        <p>{messageOf(error)}</p>
        <button type="button" onClick={() => this.setState({ error: undefined })}>
          Try again
        </button>
      </section>
    )
  }
}
