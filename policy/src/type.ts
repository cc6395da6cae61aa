/** The types of the language. */

/**
 * `value` is what a map holds: its type is known only when the request is. `namespace` is a name that
 * stands for nothing by itself, such as `eth` in `eth.tx`.
 */
export type Type =
  | { readonly kind: 'bool' | 'int' | 'uint' | 'string' | 'map' | 'value' }
  | { readonly kind: 'list'; readonly of: Type }
  | { readonly kind: 'struct'; readonly name: string }
  | { readonly kind: 'namespace'; readonly path: string }

export const BOOL: Type = Object.freeze({ kind: 'bool' })
export const INT: Type = Object.freeze({ kind: 'int' })
export const UINT: Type = Object.freeze({ kind: 'uint' })
export const STRING: Type = Object.freeze({ kind: 'string' })
export const MAP: Type = Object.freeze({ kind: 'map' })
export const VALUE: Type = Object.freeze({ kind: 'value' })

/** `list<T>`. */
export function listOf(of: Type): Type {
  return Object.freeze({ kind: 'list', of })
}

const SIMPLE: Record<string, Type> = {
  bool: BOOL,
  int: INT,
  uint: UINT,
  string: STRING,
  map: MAP,
  value: VALUE,
}

/** Reads a type as the vocabulary writes it: `int`, `list<string>`, or the name of a struct. */
export function parseType(text: string): Type {
  if (Object.hasOwn(SIMPLE, text)) return SIMPLE[text]!
  const list = /^list<(.+)>$/.exec(text)
  return list ? listOf(parseType(list[1]!)) : Object.freeze({ kind: 'struct', name: text })
}

/** Writes a type as the vocabulary does. */
export function formatType(type: Type): string {
  switch (type.kind) {
    case 'list':
      return `list<${formatType(type.of)}>`
    case 'struct':
      return type.name
    case 'namespace':
      return `namespace ${type.path}`
    default:
      return type.kind
  }
}

/** True when both are the same type. */
export function isSameType(a: Type, b: Type): boolean {
  return formatType(a) === formatType(b)
}
