/** What the search and the assistant read: every section of every page of this site. */
import type { SearchSection } from '@keywright/search'
import { loadPages } from './content/loadPages.ts'
import { ProblemList } from './problems.ts'
import { sectionsOf } from './sections.ts'
import { loadSite } from './site.ts'

export async function loadSections(): Promise<SearchSection[]> {
  const { pages } = await loadPages(await loadSite(), new ProblemList())
  return pages.flatMap(({ page }) => sectionsOf(page))
}
