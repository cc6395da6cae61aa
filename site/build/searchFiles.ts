/** Files of the embedded search, one index per language. */
import { join } from 'node:path'
import { encodeSearch } from '@keywright/search'
import type { Page } from '../src/model.ts'
import { INDEX_PATH, textsPath } from '../src/search/files.ts'
import { readAsked, readElsewhere } from './content/asked.ts'
import { sectionsOf } from './sections.ts'
import type { SiteSource } from './site.ts'

/** Returns files by path. The index of a language also contains the originals of untranslated pages. */
export function searchFiles(pages: readonly Page[], { config, dir }: SiteSource): Record<string, string> {
  const { language: main, locales } = config
  const contentDir = join(dir, 'content')
  const { phrases } = readAsked(contentDir)
  const elsewhere = readElsewhere(contentDir)
  const files = locales.flatMap(({ code: language, path: base }) => {
    const sections = pages
      .filter((page) => (page.language ?? main) === language)
      .flatMap((page) => sectionsOf(page, phrases))
    const { index, texts } = encodeSearch(sections, { language, elsewhere })
    return [
      [`${base}${INDEX_PATH}`, index] as const,
      ...[...texts].flatMap(([route, own]) =>
        own.map((text, file) => [`${base}${textsPath(route, file)}`, text] as const),
      ),
    ]
  })
  return Object.fromEntries(files.map(([path, content]) => [path.slice(1), JSON.stringify(content)]))
}
