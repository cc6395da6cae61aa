/** Puts the index on its way; small, and without the search itself, so that both arrive side by side. */

import { partsFor, queryWords } from '@keywright/search'
import { fetchedFiles } from './files.ts'
import { readSearchSettings } from './settings.ts'

/**
 * Fetches the index, and what a query will ask of it.
 * @param text what is typed so far
 */
export async function warmSearch(text = ''): Promise<void> {
  const { hosted, base = '' } = readSearchSettings()
  if (hosted) return
  const files = fetchedFiles(base)
  try {
    const index = await files.index()
    await Promise.all(partsFor(index, queryWords(text, index.language)).map((part) => files.part(part)))
  } catch {
    // Ahead of time a failure is nobody's concern; the search itself tries again.
  }
}
