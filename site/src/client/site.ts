/** What a part of the shell's script is given, and what it may give back. */
import type { Fragment } from '../app/fragment.ts'
import type { SiteServices } from '../shell/services.ts'
import type { Fragments } from './fragments.ts'
import type { Reloads } from './reloads.ts'

/** The page, and what its parts share. All state of the script is held by this and by the parts' closures. */
export interface Site extends SiteServices {
  readonly document: Document
  readonly history: History
  readonly fragments: Fragments
  readonly reloads: Reloads
  /** Tells every part what stands in `<main>` from now on. */
  shown(page: Shown): void
}

/** What `<main>` holds: a page's fragment, or the notice that it could not be loaded. */
export type Shown = { readonly fragment: Fragment } | { readonly failed: true }

/** One behavior of the shell. It may throw: no other is stopped by it. */
// biome-ignore lint/suspicious/noConfusingVoidType: a part without hooks is a function that returns nothing
export type Part = (site: Site) => PartHooks | void

export interface PartHooks {
  /** Takes up the content of the page: called once all parts have started, and after every change of `<main>`. */
  readonly content?: (page: Shown | undefined) => void
  /** Follows an address within the site; one part can. */
  readonly navigate?: (address: string) => void
}
