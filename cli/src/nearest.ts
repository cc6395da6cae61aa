/** "Did you mean" for short words of the command line, without loading the policy language for it. */

/** More edits than this, and it is another word. */
const MOST_EDITS = 2

/** The known word that is at most two letters away, or begins with what was typed; undefined when none is. */
export function nearest(word: string, known: readonly string[]): string | undefined {
  const begins = known.filter((candidate) => word.length >= 3 && candidate.startsWith(word))
  if (begins.length === 1) return begins[0]
  const ranked = known
    .map((candidate) => ({ candidate, edits: countEdits(word, candidate) }))
    .sort((a, b) => a.edits - b.edits)
  const [best] = ranked
  return best && best.edits <= MOST_EDITS && best.edits < word.length ? best.candidate : undefined
}

/** Levenshtein distance, one row at a time. */
function countEdits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const replaced = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}
