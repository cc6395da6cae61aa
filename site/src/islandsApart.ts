/** Island imports in a separate file, which keeps their file lists out of the page's main script. */
import type { IslandModule } from './shell/island.ts'

export const islandsApart = {
  element: () => import('./elements/island.tsx'),
  gallery: () => import('./gallery/island.tsx'),
  inspector: () => import('./inspector/island.tsx'),
  'not-found': () => import('./notFound/island.tsx'),
  'policy-playground': () => import('./playground/island.tsx'),
  search: () => import('./search/island.tsx'),
  reference: () => import('./reference/island.tsx'),
  runner: () => import('./runner/island.tsx'),
  tour: () => import('./tour/island.tsx'),
} satisfies Readonly<Record<string, () => Promise<IslandModule>>>
