/** Build side of search: all sections in, the two files out. */
import { encodeIndex } from './indexFormat.ts'
import type { SearchSection } from './section.ts'

/** Paths below the site root → contents of the files that the embedded search fetches. */
export function buildSearchFiles(sections: readonly SearchSection[]): Record<string, string> {
  const { index, texts } = encodeIndex(sections)
  return {
    'search/index.json': JSON.stringify(index),
    'search/texts.json': JSON.stringify(texts),
  }
}
