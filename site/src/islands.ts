/**
 * The interactive parts of pages: each a React root of its own, on an element `data-island="<name>"` that was rendered
 * at build. To add one, write its module (`shell/island.ts` says what it exports) and name it here, in one line.
 */
import type { islandsApart } from './islandsApart.ts'
import type { IslandEntry, IslandModule, IslandTrigger } from './shell/island.ts'

/** One more file on the way, which comes with the pointer or the focus before a click, or beside React (`client/islands.ts`). */
const apart = (on: IslandTrigger, label: string): IslandEntry => ({
  on,
  label,
  load: (name) =>
    import('./islandsApart.ts').then<IslandModule>((more) =>
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
