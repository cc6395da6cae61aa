/** Words like a typed one: a slip of the hand, in whichever part of the vocabulary it stands. */
import type { SearchFilesSource } from './indexFormat.ts'

/** The words of all parts. */
export const readVocabulary = async (files: SearchFilesSource): Promise<readonly string[]> =>
  (await files.vocabulary()).words.split(' ')

/** Those that so many edits make of it, the nearest first. */
export const wordsLike = (word: string, vocabulary: readonly string[], most: number): string[] =>
  (most === 0 ? [] : vocabulary)
    .map((other) => ({ other, edits: editsBetween(word, other, most) }))
    .filter(({ edits }) => edits <= most)
    .sort((a, b) => a.edits - b.edits)
    .map(({ other }) => other)

/** Damerau's distance (neighbours that change places count once), or more than `most`. */
export function editsBetween(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let [older, old, row]: number[][] = [[], [], Array.from({ length: b.length + 1 }, (_, at) => at)]
  for (let i = 1; i <= a.length; i++) {
    ;[older, old, row] = [old!, row!, [i]]
    let least = i
    for (let j = 1; j <= b.length; j++) {
      let edits = Math.min(old![j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1), old![j]! + 1, row[j - 1]! + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        edits = Math.min(edits, older![j - 2]! + 1)
      row[j] = edits
      least = Math.min(least, edits)
    }
    if (least > most) return most + 1
  }
  return row![b.length]!
}
