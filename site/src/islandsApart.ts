/** The islands, apart: the script of a page that is only read does not say which files they are made of. */
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
