/** Which types fit together, and how messages name them. */
import type { Expression } from './ast.ts'
import { formatType, isSameType, listOf, type TextFormat, type Type, textOf, UINT } from './type.ts'

export function withFormat(type: Type, format: TextFormat | undefined): Type {
  if (type.kind === 'list') return listOf(withFormat(type.of, format))
  return type.kind === 'string' ? textOf(format ? [format] : []) : type
}

/** The type that fits both, or undefined. A literal `int` also fits `uint`. */
export function unify(a: Expression, aType: Type, b: Expression, bType: Type): Type | undefined {
  if (aType.kind === 'string' && bType.kind === 'string')
    return textOf([...(aType.formats ?? []), ...(bType.formats ?? [])])
  if (aType.kind === 'value') return asOfMap(bType)
  if (bType.kind === 'value') return asOfMap(aType)
  if (aType.kind === 'uint' && bType.kind === 'int' && b.kind === 'integer') return UINT
  if (aType.kind === 'int' && bType.kind === 'uint' && a.kind === 'integer') return UINT
  if (aType.kind === 'list' && bType.kind === 'list') {
    const inner = unify(firstItem(a), aType.of, firstItem(b), bType.of)
    return inner && listOf(inner)
  }
  return isSameType(aType, bType) ? aType : undefined
}

/** A string from a map. Its format is unknown: it may be an address. */
function asOfMap(type: Type): Type {
  return type.kind === 'string' ? textOf([...(type.formats ?? []), 'address']) : type
}

function firstItem(expression: Expression): Expression {
  return expression.kind === 'list' && expression.items[0] ? expression.items[0] : expression
}

/** True for a bool, and for a value of a map, which may be one. */
export function isBool(type: Type): boolean {
  return type.kind === 'bool' || type.kind === 'value'
}

/** True for `int` and `uint`. */
export function isInteger(type: Type): boolean {
  return type.kind === 'int' || type.kind === 'uint'
}

/** True for types that `==` compares. */
export function isScalar(type: Type): boolean {
  return isBool(type) || isInteger(type) || type.kind === 'timestamp' || type.kind === 'string'
}

/** The hint for a comparison of a string with an integer. */
export function conversionHint(left: Type, right: Type): string | undefined {
  const kinds = [left.kind, right.kind]
  if (kinds.includes('string') && (kinds.includes('int') || kinds.includes('uint'))) {
    return 'strings stand in single quotes, integers do not'
  }
  return undefined
}

/** The type for a message: "an int", "a list of string". */
export function withArticle(type: Type): string {
  if (type.kind === 'list') return `a list of ${formatType(type.of)}`
  if (type.kind === 'namespace') return `only the beginning of a name`
  const name = formatType(type)
  return /^[aeioAEIO]/.test(name) ? `an ${name}` : `a ${name}`
}
