/** The files of the embedded search without a network. */
import { encodeSearch, type SearchFilesSource } from './indexFormat.ts'
import type { SearchSection } from './section.ts'

export function filesOf(sections: readonly SearchSection[]): SearchFilesSource {
  const { index, parts, texts } = encodeSearch(sections)
  return {
    index: async () => index,
    part: async (part) => parts[part]!,
    texts: async (route) => texts.get(route)!,
  }
}
