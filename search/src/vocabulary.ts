/** Words like a typed one: a slip of the hand, in whichever part of the vocabulary it stands. */
import { editsBetween } from '@keywright/policy/edits'
import { partsWith, type SearchFilesSource, vocabularyFileOf } from './indexFormat.ts'

/**
 * Words of all parts.
 * @param beginnings only files that have words with these are fetched
 */
export async function readVocabulary(
  files: SearchFilesSource,
  cuts: readonly string[],
  beginnings: readonly string[] = [''],
): Promise<readonly string[]> {
  const parts = beginnings.flatMap((beginning) => partsWith(cuts, beginning, true))
  const wanted = [...new Set(parts.map(vocabularyFileOf))].sort((a, b) => a - b)
  const found = await Promise.all(wanted.map((file) => files.vocabulary(file)))
  return found.flatMap(({ words }) => words.split(' '))
}

/** Names of the files that have words with a beginning. */
export const vocabularyFilesWith = (cuts: readonly string[], beginning: string): readonly string[] =>
  partsWith(cuts, beginning, true).map((part) => `words ${vocabularyFileOf(part)}`)

/** Who mistypes begins right: how the word that was meant begins. */
export const beginningOf = (word: string): string => word.slice(0, 1)

/** Words like a typed one: those that begin like it, and others only where there are none. */
export async function findAlike(
  files: SearchFilesSource,
  cuts: readonly string[],
  word: string,
  most: number,
): Promise<string[]> {
  if (most === 0) return []
  const near = wordsLike(word, await readVocabulary(files, cuts, [beginningOf(word)]), most)
  return near.length > 0 ? near : wordsLike(word, await readVocabulary(files, cuts), most)
}

/** Those that so many edits make of it, the nearest first. */
export const wordsLike = (word: string, vocabulary: readonly string[], most: number): string[] =>
  (most === 0 ? [] : vocabulary)
    .map((other) => ({ other, edits: editsBetween(word, other, most) }))
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits)
    .map(({ other }) => other)
