/** What an author may write as an element, and which attributes it takes. */
import type { ComponentType } from 'react'

export type Attributes = Readonly<Record<string, string>>

export interface AttributeRule {
  readonly required?: boolean
  /** True for a comma-separated list, each item checked alone. */
  readonly list?: boolean
  /** True when a value may also be the beginning of a known one. */
  readonly prefix?: boolean
  /** Known values; absent when any text will do. */
  readonly values?: (attributes: Attributes) => readonly string[]
}

export interface AuthorElement {
  // biome-ignore lint/suspicious/noExplicitAny: the rules below are what types the attributes of a page
  readonly component: ComponentType<any>
  readonly attributes: Readonly<Record<string, AttributeRule>>
}
