/**
 * Interactive parts of pages. Each has its own React root on a prerendered element `data-island="<name>"`. To add one,
 * write its module (see `shared/island.ts`) and register it here.
 */

import type { IslandEntry, IslandModule, IslandTrigger } from '../../shared/island.ts'
import type { islandsApart } from './islandModules.ts'

/** An island loaded through an extra file, on hover or focus before a click, or in parallel with React (`frame/script/islands.ts`). */
const apart = (on: IslandTrigger, label: string): IslandEntry => ({
  on,
  label,
  load: (name) =>
    import('./islandModules.ts').then<IslandModule>((more) =>
      more.islandsApart[name as keyof typeof islandsApart](),
    ),
})

export const islands: Readonly<Record<keyof typeof islandsApart, IslandEntry>> = {
  element: apart('visible', 'The interactive element'),
  gallery: apart('visible', 'The gallery'),
  inspector: apart('click', 'The console'),
  'not-found': apart('visible', 'The list of similar addresses'),
  'policy-playground': apart('visible', 'The policy playground'),
  reference: apart('visible', 'The API description'),
  runner: apart('click', 'The example'),
  tour: apart('click', 'The live example'),
  search: apart('visible', 'The search page'),
}
