/**
 * The interactive parts of pages: each a React root of its own, on an element `data-island="<name>"` that was rendered
 * at build. To add one, write its module (`shell/island.ts` says what it exports) and name it here, in one line.
 */
import type { islandsApart } from './islandsApart.ts'
import type { IslandEntry, IslandModule } from './shell/island.ts'

/** One more file on the way, which for a click comes with the pointer or the focus before it (`client/islands.ts`). */
const apart = (name: keyof typeof islandsApart) => () =>
  import('./islandsApart.ts').then<IslandModule>((more) => more.islandsApart[name]())

export const islands: Readonly<Record<string, IslandEntry>> = {
  assistant: { on: 'click', label: 'The assistant', load: apart('assistant') },
  element: { on: 'visible', label: 'The interactive element', load: () => import('./elements/island.tsx') },
  gallery: { on: 'visible', label: 'The gallery', load: apart('gallery') },
  inspector: { on: 'click', label: 'The console', load: apart('inspector') },
  'not-found': { on: 'visible', label: 'The list of similar addresses', load: apart('notFound') },
  offline: { on: 'click', label: 'Reading offline', load: apart('offline') },
  'policy-playground': { on: 'visible', label: 'The policy playground', load: apart('playground') },
  reference: { on: 'visible', label: 'The API description', load: () => import('./reference/island.tsx') },
  runner: { on: 'click', label: 'The example', load: apart('runner') },
  tour: { on: 'click', label: 'The live example', load: apart('tour') },
  search: { on: 'visible', label: 'The search page', load: apart('search') },
}
