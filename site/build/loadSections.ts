/** What the search and the assistant read: every section of every page of this site. */
import type { SearchSection } from '@keywright/search'
import { sectionsOf } from './sections.ts'
import { wholeSite } from './wholeSite.ts'

export async function loadSections(): Promise<SearchSection[]> {
  const { pages } = await wholeSite()
  return pages.flatMap(({ page }) => sectionsOf(page))
}
