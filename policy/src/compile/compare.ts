/** Comparisons. */
import type { Comparison, Expression } from '../ast.ts'
import { PolicyError } from '../error.ts'
import { caseFolding, type Type } from '../type.ts'
import { kindOfValue, valueMismatch } from './failure.ts'
import { fail, type Step, type Value } from './step.ts'

/** `<`, `>`, `<=`, `>=` of integers. */
export function orderStep(a: Step, b: Step, operator: string): Step {
  const order = orderOf(operator)
  return (scope) => {
    const first = a(scope) as bigint | undefined
    const second = b(scope) as bigint | undefined
    return first === undefined || second === undefined ? undefined : order(first, second)
  }
}

function orderOf(operator: string): (a: bigint, b: bigint) => boolean {
  switch (operator) {
    case '<':
      return (a, b) => a < b
    case '>':
      return (a, b) => a > b
    case '<=':
      return (a, b) => a <= b
    default:
      return (a, b) => a >= b
  }
}

/** `==` and `!=` of addresses and keys, whose letter case carries no meaning in hex (or a checksum, EIP-55). */
export function compareFolded(
  a: Step,
  b: Step,
  left: Expression,
  right: Expression,
  whenEqual: boolean,
  fold: Fold,
): Step {
  const literal = right.kind === 'string' ? right.value : left.kind === 'string' ? left.value : undefined
  if (literal === undefined) {
    return (scope) => {
      const first = a(scope)
      const second = b(scope)
      if (first === undefined || second === undefined) return undefined
      return (fold(first) === fold(second)) === whenEqual
    }
  }
  const folded = fold(literal)
  const other = right.kind === 'string' ? a : b
  return (scope) => {
    const value = other(scope) as string | undefined
    return value === undefined ? undefined : (fold(value) === folded) === whenEqual
  }
}

/** A comparison with something out of a map: whether the two fit is known only now. */
export function dynamicComparison(expression: Comparison, a: Step, b: Step, fold: Fold): Step {
  const { operator, left, right, span } = expression
  const mismatch = valueMismatch(left, right)
  const notInteger = (found: unknown) => () =>
    new PolicyError('VALUE_TYPE', `\`${operator}\` compares integers, not ${kindOfValue(found)}`, span)
  const isEquality = operator === '==' || operator === '!='
  const order = orderOf(operator)
  return (scope) => {
    const first = a(scope)
    const second = b(scope)
    if (first === undefined || second === undefined) return undefined
    if (typeof first !== typeof second || typeof first === 'object')
      return fail(scope, mismatch(first, second))
    if (!isEquality) {
      return typeof first === 'bigint' ? order(first, second as bigint) : fail(scope, notInteger(first))
    }
    const isEqual = fold(first) === fold(second)
    return isEqual === (operator === '==')
  }
}

/** A value as it is compared: without regard to letter case, where that means nothing. */
export type Fold = (value: Value) => Value

/** How values of these types are compared; undefined for as they are. */
export function foldOf(...types: readonly (Type | undefined)[]): Fold | undefined {
  const folding = caseFolding(...types)
  return folding && (folding === 'all' ? foldAll : foldHex)
}

/** Hex without regard to letter case; any other text or value as it is. */
export const foldHex: Fold = (value) => (typeof value === 'string' ? foldText(value) : value)

const foldAll: Fold = (value) =>
  typeof value !== 'string' ? value : value.length <= LONGEST_FOLDED ? value.toLowerCase() : value

/**
 * Hex after `0x`, or as long as a public key is; other addresses tell by letter case. Only as long as an address or
 * a key is: what is longer is call data or a message, and written in lower case.
 */
const HEX = /^(0x[0-9a-f]{0,128}|[0-9a-f]{66,130})$/i
const LONGEST_FOLDED = 130

let lastText = ''
let lastFolded = ''

/** All policies of a decision fold the same address: the last one is remembered. */
function foldText(text: string): string {
  if (text !== lastText) {
    lastText = text
    lastFolded = text.length <= LONGEST_FOLDED && HEX.test(text) ? text.toLowerCase() : text
  }
  return lastFolded
}
