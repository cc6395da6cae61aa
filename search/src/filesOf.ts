/** The files of the embedded search without a network. */
import { encodeSearch, type SearchFilesSource } from './indexFormat.ts'
import type { SearchSection } from './section.ts'

export function filesOf(sections: readonly SearchSection[]): SearchFilesSource {
  const { index, parts, vocabulary, texts } = encodeSearch(sections)
  return {
    index: async () => index,
    part: async (part) => parts[part]!,
    vocabulary: async (file) => vocabulary[file]!,
    texts: async (route, file) => texts.get(route)![file]!,
  }
}
