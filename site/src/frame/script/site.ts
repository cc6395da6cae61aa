/** Interface between the shell's script and its parts. */

import type { SiteServices } from '../../shared/services.ts'
import type { Fragment } from '../fragment.ts'
import type { InternalLink } from './internalLink.ts'
import type { Reloads } from './reloads.ts'
import type { ScrollMemory } from './scrollMemory.ts'

/** The page and its shared services. All other state is in the parts' closures. */
export interface Site extends SiteServices {
  readonly document: Document
  readonly history: History
  readonly reloads: Reloads
  readonly scroll: ScrollMemory
  /** In-site navigation. Undefined until it has loaded: links load documents then. */
  visits(): Visits | undefined
  /** Notifies every part of the new content of `<main>`. */
  shown(page: Shown): void
  /** Starts more parts. An error in one part is reported and doesn't stop the others. */
  add(parts: Parts): void
}

/** Content of `<main>`: a page's fragment, or an error notice. */
export type Shown = { readonly fragment: Fragment } | { readonly failed: true }

/** One behavior of the shell. If it throws, the others still work. */
// biome-ignore lint/suspicious/noConfusingVoidType: a part without hooks is a function that returns nothing
export type Part = (site: Site) => PartHooks | void

export type Parts = Readonly<Record<string, Part>>

export interface PartHooks {
  /** Called when the parts have started and after every change of `<main>`. */
  readonly content?: (page: Shown | undefined) => void
  /** Follows an address of the site. Only one part has it. */
  readonly navigate?: (address: string) => void
  /** Only one part has it. */
  readonly visits?: Visits
}

export interface Destination extends InternalLink {
  readonly how: 'push' | 'replace' | 'traverse'
}

/** Shows pages in place of the current one. */
export interface Visits {
  visit(to: Destination): Promise<void>
  isShown(route: string): boolean
}
