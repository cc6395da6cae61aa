/** All sections of all pages with their search phrases, for the search index. */
import type { SearchSection } from '@keywright/search'
import { readAsked } from './content/asked.ts'
import { contentDir } from './content/pageSources.ts'
import { sectionsOf } from './sections.ts'
import { wholeSite } from './wholeSite.ts'

export async function loadSections(): Promise<SearchSection[]> {
  const { phrases } = readAsked(contentDir)
  const { pages } = await wholeSite()
  return pages.flatMap(({ page }) => sectionsOf(page, phrases))
}
