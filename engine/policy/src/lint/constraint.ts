/** A clause as a constraint on one expression: the values it accepts. */
import type { Expression } from '../ast.ts'
import { foldCaseless, foldEmail } from '../compile/compare.ts'
import { format } from '../format.ts'
import { isLiteral, type Literal, MIRRORED } from '../parts.ts'

type Plain = boolean | bigint | string

/** The values of `path` that a clause accepts. A missing member accepts everything. */
export interface Constraint {
  readonly path: string
  readonly among?: ReadonlySet<Plain>
  readonly not?: Plain
  readonly min?: bigint
  readonly max?: bigint
}

/** Reads `x == 1`, `1 < x`, `x in [1, 2]` and `x` for a bool; undefined for any other form. */
export function constraintOf(clause: Expression): Constraint | undefined {
  if (clause.kind !== 'comparison') {
    const isBool = clause.kind === 'field' || clause.kind === 'name'
    return isBool ? { path: format(clause), among: new Set([true]) } : undefined
  }
  const { operator, left, right } = clause
  if (operator === 'in') {
    if (right.kind !== 'list' || isLiteral(left) || !right.items.every(isLiteral)) return undefined
    return { path: format(left), among: new Set(right.items.map((item) => plain(item as Literal))) }
  }
  if (isLiteral(right) && !isLiteral(left)) return compared(left, operator, right)
  if (isLiteral(left) && !isLiteral(right)) return compared(right, MIRRORED[operator] ?? operator, left)
  return undefined
}

/** True if both constrain the same expression and no value satisfies both. */
export function isContradiction(a: Constraint, b: Constraint): boolean {
  if (a.path !== b.path) return false
  if (a.among) return ![...a.among].some((value) => passes(value, b) && passes(value, a))
  if (b.among) return isContradiction(b, a)
  const min = larger(a.min, b.min)
  const max = smaller(a.max, b.max)
  return min !== undefined && max !== undefined && min > max
}

/** True if every value that satisfies `a` satisfies `b`. */
export function implies(a: Constraint, b: Constraint): boolean {
  // A value from a map can have any type, and comparing it with one of another type is an error.
  if (a.path !== b.path || typeof namedValue(a) !== typeof namedValue(b)) return false
  if (a.among) return [...a.among].every((value) => passes(value, b))
  if (b.among) return false
  if (b.not !== undefined) return a.not === b.not || (typeof b.not === 'bigint' && isOutside(b.not, a))
  const isAboveMin = b.min === undefined || (a.min !== undefined && a.min >= b.min)
  const isBelowMax = b.max === undefined || (a.max !== undefined && a.max <= b.max)
  return isAboveMin && isBelowMax
}

function namedValue({ among = new Set(), not, min, max }: Constraint): Plain | undefined {
  const [first] = among
  return first ?? not ?? min ?? max
}

function compared(subject: Expression, operator: string, literal: Literal): Constraint | undefined {
  const path = format(subject)
  const value = plain(literal)
  if (operator === '==') return { path, among: new Set([value]) }
  if (operator === '!=')
    return typeof value === 'boolean' ? { path, among: new Set([!value]) } : { path, not: value }
  if (typeof value !== 'bigint') return undefined
  switch (operator) {
    case '<':
      return { path, max: value - 1n }
    case '<=':
      return { path, max: value }
    case '>':
      return { path, min: value + 1n }
    default:
      return { path, min: value }
  }
}

function passes(value: Plain, { among, not, min, max }: Constraint): boolean {
  if (among && !among.has(value)) return false
  if (not !== undefined && value === not) return false
  return typeof value !== 'bigint' || !isOutside(value, { min, max })
}

function isOutside(
  value: bigint,
  { min, max }: { min?: bigint | undefined; max?: bigint | undefined },
): boolean {
  return (min !== undefined && value < min) || (max !== undefined && value > max)
}

/** Hex or an email address in two spellings is one value; if letter case matters, another lint reports the wrong spelling. */
function plain(literal: Literal): Plain {
  return foldEmail(foldCaseless(literal.value)) as Plain
}

function larger(a: bigint | undefined, b: bigint | undefined): bigint | undefined {
  return a === undefined ? b : b === undefined || a > b ? a : b
}

function smaller(a: bigint | undefined, b: bigint | undefined): bigint | undefined {
  return a === undefined ? b : b === undefined || a < b ? a : b
}
