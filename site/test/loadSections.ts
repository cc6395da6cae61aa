/** All sections and answers of the site, for the search index. */
import type { SearchAnswer, SearchSection } from '@keywright/search'
import { answersOf } from '../builder/content/answers.ts'
import { sectionsOf } from '../builder/sections.ts'
import { wholeSite } from '../builder/wholeSite.ts'

export async function loadSections(): Promise<{
  readonly sections: readonly SearchSection[]
  readonly answers: readonly SearchAnswer[]
}> {
  const pages = (await wholeSite()).pages.map(({ page }) => page)
  return { sections: pages.flatMap(sectionsOf), answers: answersOf(pages) }
}
