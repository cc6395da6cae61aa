import type { Place } from '../place.ts'

export const place: Place = {
  title: 'Changelog filter',
  height: 'middle',
  Fallback: () => (
    <p>
      With scripts, you name the version that you run here, and see what came after it, by package and by
      kind. Without scripts, the releases below stand newest first, each with its packages in the same order.
    </p>
  ),
}
