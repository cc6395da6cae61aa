/** Definition of an element for authors and its attributes. */
import type { ComponentType } from 'react'

export type Attributes = Readonly<Record<string, string>>

export interface AttributeRule {
  readonly required?: boolean
  /** Whether the value is a comma-separated list. Each item is checked. */
  readonly list?: boolean
  /** Whether prefixes of known values are allowed. */
  readonly prefix?: boolean
  /** Known values. Undefined allows any text. */
  readonly values?: (attributes: Attributes) => readonly string[]
}

export interface AuthorElement {
  // biome-ignore lint/suspicious/noExplicitAny: the rules below are what types the attributes of a page
  readonly component: ComponentType<any>
  readonly attributes: Readonly<Record<string, AttributeRule>>
}
