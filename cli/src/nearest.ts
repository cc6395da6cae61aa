/** "Did you mean" for the words of the command line. */
import { nearestWord } from '@keywright/policy'

/** The one known word that begins with what was typed, else the nearest one; undefined when none is near. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const begins = known.filter((candidate) => word.length >= 3 && candidate.startsWith(word))
  return begins.length === 1 ? begins[0] : nearestWord(word, known)
}
