import type { Json } from './store.ts'

/**
 * Stands for a stored text that the engine didn't write. Its row is rejected like any altered row, because no MAC fits this
 * value, and other organizations of the same statement are served.
 */
export const UNREADABLE: Json = '\u0000'

/** Far more than any row has, and far less than overflows the stack of `JSON.stringify`. */
const MOST_NESTED = 500

/** The value of a stored text; `UNREADABLE` if it is not JSON or too deeply nested. */
export function rowValue(stored: string): Json {
  try {
    const value = JSON.parse(stored) as Json
    return opened(stored) > MOST_NESTED && isTooNested(value) ? UNREADABLE : value
  } catch {
    return UNREADABLE
  }
}

/** Upper bound of the lists and objects in a text: a walk of its values would take as long as parsing it. */
function opened(text: string): number {
  let count = 0
  for (const bracket of ['[', '{']) {
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1)) count++
  }
  return count
}

function isTooNested(value: Json): boolean {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > MOST_NESTED) return true
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []))
  }
  return false
}
