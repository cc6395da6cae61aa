/** Files of the embedded search. */
import { encodeSearch } from '@keywright/search'
import type { Page } from '../src/config/model.ts'
import { fileOf } from '../src/search/settings.ts'
import { answersOf } from './content/answers.ts'
import { sectionsOf } from './sections.ts'

/** Returns files by path. */
export function searchFiles(pages: readonly Page[]): Record<string, string> {
  const files = encodeSearch(pages.flatMap(sectionsOf), answersOf(pages))
  return Object.fromEntries(
    Object.entries(files).map(([path, content]) => [fileOf(path).slice(1), JSON.stringify(content)]),
  )
}
