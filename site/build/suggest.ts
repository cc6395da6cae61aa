/** "Did you mean …?": the known name that is nearest to a mistyped one. */

/** ` (did you mean \`x\`?)` when a known name is near, else an empty text. */
export function suggestion(name: string, known: Iterable<string>): string {
  let best: string | undefined
  // A third of the letters may differ: enough for a slip, too few for another word.
  let bestDistance = Math.floor(name.length / 3) + 1
  for (const candidate of known) {
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase(), bestDistance)
    if (distance < bestDistance) [best, bestDistance] = [candidate, distance]
  }
  return best === undefined ? '' : ` (did you mean \`${best}\`?)`
}

function editDistance(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) >= limit) return limit
  let previous = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = previous[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      row.push(Math.min(change, previous[j]! + 1, row[j - 1]! + 1))
    }
    previous = row
  }
  return previous[b.length]!
}
