/** The gallery's entries. */
import { readFileSync } from 'node:fs'
import { readExamples } from '@keywright/examples'
import type { GalleryEntry } from './entries.tsx'

export const galleryEntries = (): GalleryEntry[] =>
  readExamples().map(({ id, file, title, about, result, imports, pages, runsIn }) => ({
    id,
    file,
    title,
    about,
    result,
    imports,
    pages: pages.map((route) => ({ route, title: titleOf(route) })),
    runsIn,
  }))

/** @throws Error if the page has no title */
function titleOf(route: string): string {
  // The build generates this page.
  if (route === '/api/') return 'API reference'
  const file = `../../../content/${route.endsWith('/') ? `${route}index` : route}.mdx`
  const title = /^title: "?(.+?)"?$/m.exec(readFileSync(new URL(file, import.meta.url), 'utf8'))?.[1]
  if (title === undefined) throw new Error(`${route} has no title`)
  return title
}
