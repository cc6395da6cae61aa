/** The examples as the gallery lists them. */
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
    pages,
    runsIn,
  }))
