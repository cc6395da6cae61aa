/**
 * Islands that wait for a click, or stand on one page. Apart from the others, so that the script of a page that is only
 * read does not say which files they are made of.
 */
import type { IslandModule } from './shell/island.ts'

export const islandsApart = {
  assistant: () => import('./assistant/island.tsx'),
  gallery: () => import('./gallery/island.tsx'),
  inspector: () => import('./inspector/island.tsx'),
  notFound: () => import('./notFound/island.tsx'),
  offline: () => import('./offline/island.tsx'),
  playground: () => import('./playground/island.tsx'),
  search: () => import('./search/island.tsx'),
  runner: () => import('./runner/island.tsx'),
  tour: () => import('./tour/island.tsx'),
} satisfies Readonly<Record<string, () => Promise<IslandModule>>>
