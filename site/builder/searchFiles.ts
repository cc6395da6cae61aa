/** Files of the embedded search. */
import { encodeSearch } from '@keywright/search'
import type { Page } from '../src/config/model.ts'
import { answersPath, INDEX_PATH, textsPath } from '../src/search/files.ts'
import { answersOf } from './content/answers.ts'
import { sectionsOf } from './sections.ts'

/** Returns files by path. */
export function searchFiles(pages: readonly Page[]): Record<string, string> {
  const { index, texts, answers } = encodeSearch(pages.flatMap(sectionsOf), answersOf(pages))
  const files: [string, unknown][] = [
    [INDEX_PATH, index],
    ...[...texts].flatMap(([route, own]) =>
      own.map((text, file): [string, unknown] => [textsPath(route, file), text]),
    ),
    ...answers.map((own, file): [string, unknown] => [answersPath(file), own]),
  ]
  return Object.fromEntries(files.map(([path, content]) => [path.slice(1), JSON.stringify(content)]))
}
