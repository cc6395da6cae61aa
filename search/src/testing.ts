/** Sections for tests. */
import type { SearchSection } from './section.ts'

export const section = (
  route: string,
  pageTitle: string,
  heading: string,
  ...passages: string[]
): SearchSection => ({
  route,
  pageTitle,
  heading,
  anchor: heading.toLowerCase().replace(/ /g, '-'),
  passages,
  kind: 'doc',
})
