/** The files of the embedded search without a network, for tests. */
import type { SearchFilesSource } from './files.ts'
import { encodeSearch } from './indexFormat.ts'
import type { SearchSection } from './section.ts'

export function filesOf(sections: readonly SearchSection[]): SearchFilesSource {
  const { index, parts, texts } = encodeSearch(sections)
  return {
    index: async () => index,
    part: async (part) => parts[part]!,
    texts: async (route) => texts.get(route)!,
  }
}
