/** Island imports in a separate file, which keeps their file lists out of the page's main script. */
import type { IslandModule } from '../../shared/island.ts'

export const islandsApart = {
  element: () => import('../../widgets/elements/island.tsx'),
  gallery: () => import('../../widgets/gallery/island.tsx'),
  inspector: () => import('../../widgets/inspector/island.tsx'),
  'not-found': () => import('../../widgets/notFound/island.tsx'),
  'policy-playground': () => import('../../widgets/playground/island.tsx'),
  search: () => import('../../search/island.tsx'),
  reference: () => import('../../reference/island.tsx'),
  runner: () => import('../../widgets/runner/island.tsx'),
  tour: () => import('../../widgets/tour/island.tsx'),
} satisfies Readonly<Record<string, () => Promise<IslandModule>>>
