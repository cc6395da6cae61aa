/** "Did you mean" suggestions. */
import { nearestWord } from '@keywright/policy'

/** The only known word with this prefix, otherwise the most similar word, if any is similar. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const begins = known.filter((candidate) => word.length >= 3 && candidate.startsWith(word))
  return begins.length === 1 ? begins[0] : nearestWord(word, known)
}
