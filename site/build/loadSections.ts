/** All sections of all pages with their search phrases, for the search index. */
import { join } from 'node:path'
import type { SearchSection } from '@keywright/search'
import { readAsked } from './content/asked.ts'
import { sectionsOf } from './sections.ts'
import { siteDir } from './site.ts'
import { wholeSite } from './wholeSite.ts'

export const contentDir = join(siteDir, 'content')

export async function loadSections(): Promise<SearchSection[]> {
  const { phrases } = readAsked(contentDir)
  const { pages } = await wholeSite()
  return pages.flatMap(({ page }) => sectionsOf(page, phrases))
}
