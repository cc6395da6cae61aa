/** What a page says of an interactive element at build: `places.tsx` lists them. */
import type { ComponentType } from 'react'
import type { AttributeRule } from '../mdx/authorElement.ts'

export interface Place {
  /** Also the name of its region. */
  readonly title: string
  /** Heights of the style sheet, kept from the first paint on; what is longer scrolls inside. */
  readonly height: 'low' | 'middle' | 'high'
  /** What an author may choose; the element reads it from its `dataset`. */
  readonly attributes?: Readonly<Record<string, AttributeRule>>
  /** The same facts to read, without scripts. It is given the author's attributes. */
  // biome-ignore lint/suspicious/noExplicitAny: the rules above are what types the attributes of a page
  readonly Fallback: ComponentType<any>
}
