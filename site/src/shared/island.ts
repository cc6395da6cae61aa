/**
 * Interface between the page, the script that loads islands, and an island's React root.
 *
 * The page contains `<div data-island="name">` with a fallback that is readable without scripts. The script
 * (`frame/script/islands.ts`) loads the island's chunk and React on the trigger from the registry (`src/frame/script/islandRegistry.ts`).
 * `mountIsland.tsx` renders it in the element, which keeps its height until then. An island that only adds to its HTML
 * has an element `data-root` for what React renders, and portals.
 */
import type { ComponentType } from 'react'

/** When an island loads and mounts. */
export type IslandTrigger =
  /** It comes near the viewport. */
  | 'visible'
  /** Hover, focus or touch. */
  | 'intent'
  /** A click on a control with `data-opens="<name>"`, in the fallback or elsewhere. */
  | 'click'

export interface IslandEntry {
  readonly on: IslandTrigger
  /** Name in messages about loading, with its article. */
  readonly label: string
  /** @param name of the island */
  readonly load: (name: string) => Promise<IslandModule>
}

/** Exports of an island's module. */
export interface IslandModule {
  // biome-ignore lint/suspicious/noExplicitAny: each island says what its own `prepare` gives it
  readonly default: ComponentType<IslandProps<any>>
  /**
   * Fetches required data while the fallback stays readable. A failure shows an error box with a retry button above the
   * element.
   */
  readonly prepare?: (host: HTMLElement) => Promise<unknown>
  /** For islands that mount on click: prepares on first intent. Never rejects. */
  readonly ahead?: (host: HTMLElement) => Promise<void>
}

export interface IslandProps<Data = undefined> {
  /** The island's element. Its `dataset` has the page's parameters. */
  readonly host: HTMLElement
  /** Result of `prepare`. */
  readonly data: Data
}

/** Dispatched on a mounted island's element when the reader clicks a control with `data-opens`. */
export const ISLAND_OPEN = 'island:open'

/** Detail of that event: the control, to return the focus to. */
export interface IslandOpenDetail {
  readonly opener: HTMLElement
}
