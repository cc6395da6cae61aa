/** What an interactive element is to whoever loads it. */
import type { ComponentType } from 'react'

export interface ElementProps {
  /** What the author of the page chose: attributes by their names. */
  readonly chosen: Readonly<Record<string, string | undefined>>
}

export interface ElementModule {
  readonly default: ComponentType<ElementProps>
}
