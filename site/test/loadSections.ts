/** All sections of all pages with their search phrases, for the search index. */
import type { SearchSection } from '@keywright/search'
import { readAsked } from '../builder/content/asked.ts'
import { contentDir } from '../builder/content/pageSources.ts'
import { sectionsOf } from '../builder/sections.ts'
import { wholeSite } from '../builder/wholeSite.ts'

export async function loadSections(): Promise<SearchSection[]> {
  const { phrases } = readAsked(contentDir)
  const { pages } = await wholeSite()
  return pages.flatMap(({ page }) => sectionsOf(page, phrases))
}
