/** Values in the syntax of the language. */

/** Long lists and strings are shortened to their beginning. */
const MOST_ITEMS = 10
const MOST_CHARACTERS = 120

/** Writes a value: `'text'`, `12`, `true`, `['a', 'b']`; a struct as its id or its fields. */
export function formatValue(value: unknown): string {
  if (typeof value === 'string') {
    return `'${value.length <= MOST_CHARACTERS ? value : `${value.slice(0, MOST_CHARACTERS)}...`}'`
  }
  if (Array.isArray(value)) {
    const items = value.slice(0, MOST_ITEMS).map(formatValue)
    if (value.length > MOST_ITEMS) items.push(`and ${value.length - MOST_ITEMS} more`)
    return `[${items.join(', ')}]`
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value).slice(0, MOST_ITEMS)
    return `{ ${fields.map(([name, inner]) => `${name}: ${formatValue(inner)}`).join(', ')} }`
  }
  return String(value)
}
