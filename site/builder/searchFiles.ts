/** Files of the embedded search. */
import { join } from 'node:path'
import { encodeSearch } from '@keywright/search'
import type { Page } from '../src/model.ts'
import { INDEX_PATH, textsPath } from '../src/search/files.ts'
import { readAsked, readElsewhere } from './content/asked.ts'
import { sectionsOf } from './sections.ts'
import type { SiteSource } from './site.ts'

/** Returns files by path. */
export function searchFiles(pages: readonly Page[], { dir }: SiteSource): Record<string, string> {
  const contentDir = join(dir, 'content')
  const { phrases } = readAsked(contentDir)
  const sections = pages.flatMap((page) => sectionsOf(page, phrases))
  const { index, texts } = encodeSearch(sections, { elsewhere: readElsewhere(contentDir) })
  const files: [string, string][] = [
    [INDEX_PATH, jsonLines(index)],
    ...[...texts].flatMap(([route, own]) =>
      own.map((text, file): [string, string] => [textsPath(route, file), JSON.stringify(text)]),
    ),
  ]
  return Object.fromEntries(files.map(([path, content]) => [path.slice(1), content]))
}

/** JSON with a line per element, so that a page can read the first one while it loads. */
const jsonLines = (all: readonly unknown[]) => `[${all.map((one) => JSON.stringify(one)).join(',\n')}]`
