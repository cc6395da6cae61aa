/** Interface between the shell's script and its parts. */

import type { SiteServices } from '../../shared/services.ts'
import type { Fragment } from '../fragment.ts'
import type { Fragments } from './fragments.ts'
import type { Reloads } from './reloads.ts'

/** The page and its shared services. All other state is in the parts' closures. */
export interface Site extends SiteServices {
  readonly document: Document
  readonly history: History
  readonly fragments: Fragments
  readonly reloads: Reloads
  /** Notifies every part of the new content of `<main>`. */
  shown(page: Shown): void
}

/** Content of `<main>`: a page's fragment, or an error notice. */
export type Shown = { readonly fragment: Fragment } | { readonly failed: true }

/** One behavior of the shell. If it throws, the others still work. */
// biome-ignore lint/suspicious/noConfusingVoidType: a part without hooks is a function that returns nothing
export type Part = (site: Site) => PartHooks | void

export interface PartHooks {
  /** Called when all parts have started and after every change of `<main>`. */
  readonly content?: (page: Shown | undefined) => void
  /** Navigates within the site. Only one part has it. */
  readonly navigate?: (address: string) => void
}
