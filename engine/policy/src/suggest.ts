/** "Did you mean": finds the known word closest to an unknown one. */
import { editsBetween } from './edits.ts'

/** Two edits find a swapped or missing letter; three turn `to` into anything. */
const MOST_EDITS = 2
/** Longer words are not misspelled names. */
const LONGEST_WORD = 48

/**
 * Finds the known word closest to `word`, ignoring letter case.
 *
 * @param mostEdits maximum distance; by default two, or fewer for a short word
 * @returns undefined if no word is close enough
 */
export function nearestWord(
  word: string,
  known: Iterable<string>,
  mostEdits = word.length > LONGEST_WORD ? 0 : Math.min(MOST_EDITS, Math.floor(word.length / 2)),
): string | undefined {
  const wanted = word.toLowerCase()
  let nearest: string | undefined
  let fewest = mostEdits + 1
  for (const candidate of known) {
    const edits = editsBetween(wanted, candidate.toLowerCase(), fewest - 1)
    if (edits < fewest) {
      fewest = edits
      nearest = candidate
    }
  }
  return nearest
}

/** The hint for an unknown word: the closest known word, otherwise the list of known words if it is short. */
export function suggestWord(word: string, known: readonly string[]): string | undefined {
  const nearest = nearestWord(word, known)
  if (nearest !== undefined) return `did you mean \`${nearest}\`?`
  if (known.length === 0 || known.length > 12) return undefined
  return `known here: ${known.map((name) => `\`${name}\``).join(', ')}`
}
