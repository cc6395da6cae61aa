/** Keeps results within the context of a model: IDs and names of what is long, everything on request. */

/** Characters of a result; four are about one token. */
export const BUDGET = 4_000
/** Characters of a result with `expand`. Longer ones are truncated. */
export const EXPANDED_BUDGET = 40_000

const HINT = 'IDs and names only; pass expand: true for all fields'

/** The result as text: whole if it is short or `expand` is set, otherwise IDs and names, and the first entries. */
export function withinBudget(value: unknown, expand = false): string {
  if (typeof value === 'string') return cut(value, expand ? EXPANDED_BUDGET : BUDGET)
  const whole = JSON.stringify(value)
  if (expand || whole.length <= BUDGET) return cut(whole, EXPANDED_BUDGET)
  const outlined = outline(value)
  for (let entries = 200; entries >= 1; entries = Math.floor(entries / 2)) {
    const text = JSON.stringify({ ...Object(shortened(outlined, entries)), hint: HINT })
    if (text.length <= BUDGET) return text
  }
  return cut(JSON.stringify({ ...Object(shortened(outlined, 1)), hint: HINT }), BUDGET)
}

function cut(text: string, most: number): string {
  const rest = text.length - most
  return rest <= 0 ? text : `${text.slice(0, most)}\n… (truncated, ${rest} more characters)`
}

/** What names an object, or says what it is or where it stands. */
const NAMES =
  /(?:^id|Ids?|^name|Name|^address(?:es)?|^status|^type|^effect|^url|^fingerprint|^to|^subject|^code|^message|^failure)$/

/** IDs and names at every depth. Of the outermost members, all. */
function outline(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return value.map((entry) => outline(entry, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  const kept = Object.entries(value).flatMap(([name, member]): [string, unknown][] => {
    if (typeof member === 'object' && member !== null) {
      const inner = outline(member, depth + 1)
      const isEmpty = Object.keys(Object(inner)).length === 0
      return isEmpty ? [] : [[name, inner]]
    }
    if (depth > 0 && !NAMES.test(name)) return []
    return [[name, typeof member === 'string' && member.length > 200 ? `${member.slice(0, 200)}…` : member]]
  })
  return Object.fromEntries(kept)
}

/** Lists with their first entries, and the number of the others. */
function shortened(value: unknown, most: number): unknown {
  if (Array.isArray(value)) {
    const first = value.slice(0, most).map((entry) => shortened(entry, most))
    return value.length > most ? [...first, `… and ${value.length - most} more`] : first
  }
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, shortened(member, most)]))
}
