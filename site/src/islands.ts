/**
 * The interactive parts of pages: each a React root of its own, on an element `data-island="<name>"` that was rendered
 * at build. To add one, write its module (`shell/island.ts` says what it exports) and name it here, in one line.
 */
import type { IslandEntry } from './shell/island.ts'

export const islands: Readonly<Record<string, IslandEntry>> = {
  assistant: { on: 'click', label: 'The assistant', load: () => import('./assistant/island.tsx') },
  element: { on: 'visible', label: 'The interactive element', load: () => import('./elements/island.tsx') },
  gallery: { on: 'visible', label: 'The gallery', load: () => import('./gallery/island.tsx') },
  inspector: { on: 'click', label: 'The console', load: () => import('./inspector/island.tsx') },
  offline: { on: 'click', label: 'Reading offline', load: () => import('./offline/island.tsx') },
  'policy-playground': {
    on: 'visible',
    label: 'The policy playground',
    load: () => import('./playground/island.tsx'),
  },
  reference: { on: 'visible', label: 'The API description', load: () => import('./reference/island.tsx') },
  runner: { on: 'click', label: 'The example', load: () => import('./runner/island.tsx') },
  tour: { on: 'click', label: 'The live example', load: () => import('./tour/island.tsx') },
  search: { on: 'visible', label: 'The search page', load: () => import('./search/island.tsx') },
}
