/** An interactive element: what its place on a page is built from, and what its module exports. */
import type { ComponentType } from 'react'
import type { AttributeRule } from '../mdx/authorElement.ts'

export interface Place {
  /** Also the name of its region. */
  readonly title: string
  /** Heights of the style sheet, kept from the first paint on. Taller content scrolls inside. */
  readonly height: 'middle' | 'high'
  /** What an author may choose; the element reads it from its `dataset`. */
  readonly attributes?: Readonly<Record<string, AttributeRule>>
  /** The same facts as text, for readers without scripts. Receives the author's attributes. */
  // biome-ignore lint/suspicious/noExplicitAny: the rules above are what types the attributes of a page
  readonly Fallback: ComponentType<any>
}

export interface ElementProps {
  /** What the author of the page chose: attributes by their names. */
  readonly chosen: Readonly<Record<string, string | undefined>>
}

export interface ElementModule {
  readonly default: ComponentType<ElementProps>
}
