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
      ...partsOfTerms(cuts, typed.flatMap(synonymsOf)),
    ]
  })
}

/** The same for words that count as they are, without what begins like them. */
export function exactPartsFor({ parts: cuts }: Pick<SearchIndexFile, 'parts'>, words: Words): number[] {
  return partsOfTerms(
    cuts,
    words.flatMap(({ whole }) => [whole, ...synonymsOf(whole)]),
  )
}

/** Parts in which words stand, or would stand. */
export const partsOfTerms = (cuts: readonly string[], terms: readonly string[]) =>
  terms.flatMap((term) => partsWith(cuts, term, false))
