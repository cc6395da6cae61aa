/** Build side of search: all sections in, files out. */

import type { SearchSection } from '@keywright/search'
import { encodeSearch } from '@keywright/search'
import { INDEX_PATH, partPath, textsPath, vocabularyPath } from './files.ts'

/**
 * Paths below the site root → contents of the files that the embedded search fetches.
 * @param base what addresses of the language begin with; empty for the site's own
 */
export function buildSearchFiles(
  sections: readonly SearchSection[],
  language = 'en',
  base = '',
): Record<string, string> {
  const { index, parts, vocabulary, texts } = encodeSearch(sections, language)
  const files: [path: string, content: unknown][] = [
    [INDEX_PATH, index],
    ...vocabulary.map((words, at): [string, unknown] => [vocabularyPath(at), words]),
    ...parts.map((part, at): [string, unknown] => [partPath(at), part]),
    ...[...texts].flatMap(([route, files]) =>
      files.map((text, file): [string, unknown] => [textsPath(route, file), text]),
    ),
  ]
  return Object.fromEntries(
    files.map(([path, content]) => [`${base}${path}`.slice(1), JSON.stringify(content)]),
  )
}
