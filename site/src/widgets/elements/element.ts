/** Types of an interactive element: its place on a page and its module. */
import type { ComponentType } from 'react'
import type { AttributeRule } from '../../shared/authorElement.ts'

export interface Place {
  /** Also the accessible name of its region. */
  readonly title: string
  /** Fixed height from the style sheet. Taller content scrolls. */
  readonly height: 'middle' | 'high'
  /** Attributes for authors. The element reads them from its `dataset`. */
  readonly attributes?: Readonly<Record<string, AttributeRule>>
  /** The same facts as text, for readers without scripts. Gets the author's attributes. */
  // biome-ignore lint/suspicious/noExplicitAny: the rules above are what types the attributes of a page
  readonly Fallback: ComponentType<any>
}

export interface ElementProps {
  /** The author's attributes by name. */
  readonly chosen: Readonly<Record<string, string | undefined>>
}

export interface ElementModule {
  readonly default: ComponentType<ElementProps>
}
