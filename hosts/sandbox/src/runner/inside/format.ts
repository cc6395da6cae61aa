/** Formats values like a console, limited in depth, breadth and length. */
const MAX_DEPTH = 4
const MAX_ENTRIES = 50
const MAX_LENGTH = 8_000

/** Formats the values of one call, separated by spaces. */
export function format(values: readonly unknown[]): string {
  const text = values
    .map((value) => (typeof value === 'string' ? value : show(value, 0, new Set())))
    .join(' ')
  return text.length <= MAX_LENGTH ? text : `${text.slice(0, MAX_LENGTH)} … ${text.length} characters`
}

function show(value: unknown, depth: number, above: Set<object>): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value.slice(0, MAX_LENGTH))
    case 'bigint':
      return `${value}n`
    case 'function':
      return `[Function: ${value.name || 'anonymous'}]`
    case 'object':
      return value === null ? 'null' : showObject(value, depth, above)
    default:
      return String(value)
  }
}

function showObject(value: object, depth: number, above: Set<object>): string {
  if (above.has(value)) return '[Circular]'
  if (value instanceof Error) return showError(value, depth, above)
  if (value instanceof Date || value instanceof RegExp) return String(value)
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return showBytes(value)
  if (depth >= MAX_DEPTH) return Array.isArray(value) ? '[Array]' : '[Object]'
  const within = new Set(above).add(value)
  const one = (item: unknown) => show(item, depth + 1, within)
  if (value instanceof Map) {
    return `Map(${value.size}) ${list([...value].map(([key, item]) => `${one(key)} => ${one(item)}`))}`
  }
  if (value instanceof Set) return `Set(${value.size}) ${list([...value].map(one))}`
  if (Array.isArray(value)) {
    const shown = value.slice(0, MAX_ENTRIES).map(one)
    return `[${shown.join(', ')}${value.length > MAX_ENTRIES ? `, … ${value.length} in all` : ''}]`
  }
  const name = value.constructor?.name
  const members = Object.entries(value).map(([key, item]) => `${key}: ${one(item)}`)
  return `${name && name !== 'Object' ? `${name} ` : ''}${list(members)}`
}

/** Shows the stack, with line numbers of the example, and then members such as `code`. */
function showError(error: Error, depth: number, above: Set<object>): string {
  const text = error.stack?.includes(error.message)
    ? error.stack
    : `${error.name}: ${error.message}\n${error.stack ?? ''}`
  const members = Object.entries(error)
  const within = new Set(above).add(error)
  const shown = members.map(([key, item]) => `${key}: ${show(item, depth + 1, within)}`)
  const cause = error.cause === undefined ? '' : `\ncaused by ${show(error.cause, depth + 1, within)}`
  return `${text.trim()}${members.length > 0 ? ` ${list(shown)}` : ''}${cause}`
}

function showBytes(value: ArrayBufferView | ArrayBuffer): string {
  const bytes = ArrayBuffer.isView(value)
    ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength)
    : new Uint8Array(value)
  const hex = Array.from(bytes.subarray(0, 64), (byte) => byte.toString(16).padStart(2, '0')).join('')
  return `${value.constructor.name}(${bytes.length}) ${hex}${bytes.length > 64 ? '…' : ''}`
}

const list = (items: readonly string[]): string =>
  items.length === 0
    ? '{}'
    : `{ ${items.slice(0, MAX_ENTRIES).join(', ')}${items.length > MAX_ENTRIES ? ', …' : ''} }`
