/** Everything that an author may write in a page: each element with its attributes and what they accept. */
import { type FactName, facts } from '@keywright/contract'
import type { ComponentType } from 'react'
import { Card, Cards, Details, Kbd, Steps } from './elements.tsx'
import { Fact } from './facts/Fact.tsx'
import { Tab, Tabs } from './Tabs.tsx'

export interface AttributeRule {
  readonly required?: boolean
  /** True for a comma-separated list, each item checked alone. */
  readonly list?: boolean
  /** Known values; absent when any text will do. */
  readonly values?: (attributes: Readonly<Record<string, string>>) => readonly string[]
  /** True when a value may also be the beginning of a known one. */
  readonly prefix?: boolean
}

export interface AuthorElement {
  // biome-ignore lint/suspicious/noExplicitAny: the rules below are what types the attributes of a page
  readonly component: ComponentType<any>
  readonly attributes: Readonly<Record<string, AttributeRule>>
}

const text = { required: true } as const

export const authorElements: Readonly<Record<string, AuthorElement>> = {
  Steps: { component: Steps, attributes: {} },
  Tabs: { component: Tabs, attributes: { group: {} } },
  Tab: { component: Tab, attributes: { label: text } },
  Details: { component: Details, attributes: { summary: text } },
  Cards: { component: Cards, attributes: {} },
  Card: { component: Card, attributes: { href: text, title: text } },
  Kbd: { component: Kbd, attributes: {} },
  Fact: { component: Fact, attributes: { of: { required: true, values: () => Object.keys(facts) as FactName[] } } },
}
