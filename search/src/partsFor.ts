import type { SearchIndexFile } from './indexFormat.ts'
import { partsWith } from './indexFormat.ts'
import { synonymsOf } from './synonyms.ts'
import type { Words } from './tokenize.ts'

/** Parts of the vocabulary in which typed words, their parts and their synonyms stand. */
export function partsFor({ parts: cuts }: Pick<SearchIndexFile, 'parts'>, words: Words): number[] {
  return words.flatMap(({ whole, parts }) => {
    const typed = [whole, ...parts]
    return [
      ...typed.flatMap((word) => partsWith(cuts, word, word.length > 1)),
      ...typed.flatMap(synonymsOf).flatMap((word) => partsWith(cuts, word, false)),
    ]
  })
}
