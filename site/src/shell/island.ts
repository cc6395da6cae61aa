/**
 * What an island is: the contract between the page, the script that decides when it comes, and the React root.
 *
 * The page holds `<div data-island="name">` with a text fallback that reads whole without scripts. The script
 * (`client/islands.ts`) loads the island's chunk, and React with it, on the trigger that the registry
 * (`src/islands.ts`) names. `mountIsland.tsx` renders it in the element's place, which keeps its height until then.
 */
import type { ComponentType } from 'react'

/** When an island is loaded and takes over its element. */
export type IslandTrigger =
  /** It comes near the window. */
  | 'visible'
  /** The pointer, the focus or a finger comes to it. */
  | 'intent'
  /** A control with `data-opens="<name>"` is clicked, in the island's own fallback or anywhere else. */
  | 'click'

export interface IslandEntry {
  readonly on: IslandTrigger
  /** What the reader is told is loading, or could not be loaded: a noun with its article. */
  readonly label: string
  /** @param name of the island */
  readonly load: (name: string) => Promise<IslandModule>
}

/** What an island's module exports. */
export interface IslandModule {
  // biome-ignore lint/suspicious/noExplicitAny: each island says what its own `prepare` gives it
  readonly default: ComponentType<IslandProps<any>>
  /**
   * Fetches what the island cannot start without, while its fallback stays readable. A failure is shown
   * above the element with a way to try again.
   */
  readonly prepare?: (host: HTMLElement) => Promise<unknown>
  /** Of an island that waits for a click: does at the first intent what the click would wait for. Never rejects. */
  readonly ahead?: (host: HTMLElement) => Promise<void>
}

export interface IslandProps<Data = undefined> {
  /** The element that the island stands in; its `dataset` carries what the page has to say. */
  readonly host: HTMLElement
  /** What `prepare` answered. */
  readonly data: Data
}

/** Dispatched on the element of a mounted island whenever a control with `data-opens` asks for it. */
export const ISLAND_OPEN = 'island:open'

/** Detail of that event: the control, which is where the focus goes back to. */
export interface IslandOpenDetail {
  readonly opener: HTMLElement
}
