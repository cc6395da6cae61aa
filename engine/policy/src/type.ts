/** The types of the language. */

/**
 * The format of a string. Letter case is ignored in `ethereum-address`, `public-key`, `email`, Bech32 of
 * `bitcoin-address`, and hex and Bech32 of `address` (of any chain). All other formats are case-sensitive.
 */
export type TextFormat =
  | 'address'
  | 'ethereum-address'
  | 'solana-address'
  | 'bitcoin-address'
  | 'public-key'
  | 'email'
  /** Lower-case, without a prefix. */
  | 'hex'
  /** Lower-case, after `0x`. */
  | 'prefixed-hex'

/**
 * `value` is the type of a map's contents, which are known only with the request. `namespace` is a name that has no
 * value itself, such as `eth` in `eth.tx`.
 */
export type Type =
  | { readonly kind: 'bool' | 'int' | 'uint' | 'timestamp' | 'map' | 'value' }
  | { readonly kind: 'string'; readonly formats?: ReadonlySet<TextFormat> }
  | { readonly kind: 'list'; readonly of: Type }
  | { readonly kind: 'struct'; readonly name: string }
  | { readonly kind: 'namespace'; readonly path: string }

export const BOOL: Type = Object.freeze({ kind: 'bool' })
export const INT: Type = Object.freeze({ kind: 'int' })
export const UINT: Type = Object.freeze({ kind: 'uint' })
export const TIMESTAMP: Type = Object.freeze({ kind: 'timestamp' })
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
  timestamp: TIMESTAMP,
  string: STRING,
  map: MAP,
  value: VALUE,
}

/** Parses a type as written in the vocabulary: `int`, `list<string>`, or the name of a struct. */
export function parseType(text: string): Type {
  if (Object.hasOwn(SIMPLE, text)) return SIMPLE[text]!
  const list = /^list<(.+)>$/.exec(text)
  return list ? listOf(parseType(list[1]!)) : Object.freeze({ kind: 'struct', name: text })
}

/** Writes a type in the vocabulary's notation. */
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

/** The type of a string with these formats: an element of a list may have the format of any other element. */
export function textOf(formats: Iterable<TextFormat>): Type {
  const all = new Set(formats)
  return all.size === 0 ? STRING : Object.freeze({ kind: 'string', formats: all })
}

export function isIn(format: TextFormat, type: Type | undefined): boolean {
  if (type?.kind === 'list') return isIn(format, type.of)
  return type?.kind === 'string' && type.formats?.has(format) === true
}

/**
 * Whether comparing values of these types ignores letter case: always for an Ethereum address or a part of one;
 * within hex and Bech32 for other addresses and keys, and for strings from a map, whose format the vocabulary doesn't
 * know.
 */
export function caseFolding(...types: readonly (Type | undefined)[]): 'all' | 'hex' | undefined {
  if (types.some((type) => isIn('ethereum-address', type))) return 'all'
  const isOpen = (type: Type | undefined): boolean =>
    type?.kind === 'value' ||
    (type?.kind === 'list' && isOpen(type.of)) ||
    isIn('address', type) ||
    isIn('public-key', type)
  return types.some(isOpen) ? 'hex' : undefined
}

/** True when both are the same type. */
export function isSameType(a: Type, b: Type): boolean {
  return formatType(a) === formatType(b)
}
