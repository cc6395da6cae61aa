/** "Did you mean": the known word nearest to the one written. */
import { editsBetween } from './edits.ts'

/** Two edits find a swapped or forgotten letter; three already turn `to` into anything. */
const MOST_EDITS = 2
/** Longer words are not compared: they are not misspellings of a name. */
const LONGEST_WORD = 48

/**
 * Finds the known word that is nearest to `word`, ignoring letter case.
 *
 * @param mostEdits more than this, and it is another word; two, or fewer for a short word, unless said otherwise
 * @returns undefined when nothing is near enough to be a slip of the same word.
 */
export function nearestWord(
  word: string,
  known: Iterable<string>,
  mostEdits = word.length > LONGEST_WORD ? 0 : Math.min(MOST_EDITS, Math.floor(word.length / 2)),
): string | undefined {
  let nearest: string | undefined
  let fewest = mostEdits + 1
  for (const candidate of known) {
    const edits = editsBetween(word.toLowerCase(), candidate.toLowerCase(), fewest - 1)
    if (edits < fewest) {
      fewest = edits
      nearest = candidate
    }
  }
  return nearest
}

/** The hint for an unknown word: the nearest one, else the list of what exists, if it is short. */
export function suggestWord(word: string, known: readonly string[]): string | undefined {
  const nearest = nearestWord(word, known)
  if (nearest !== undefined) return `did you mean \`${nearest}\`?`
  if (known.length === 0 || known.length > 12) return undefined
  return `known here: ${known.map((name) => `\`${name}\``).join(', ')}`
}
