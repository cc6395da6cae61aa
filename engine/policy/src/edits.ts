/** The distance between words, shared by policies, commands, routes and search. */

/**
 * Optimal string alignment distance: insert, delete, replace, swap neighbors. Distances above `most` are returned as
 * `most` + 1.
 */
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
