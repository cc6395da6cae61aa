/** Comparisons. */
import type { Comparison, Expression } from '../ast.ts'
import { PolicyError } from '../error.ts'
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

/** `==` and `!=` of Ethereum addresses: letter case carries only a checksum (EIP-55). */
export function compareFolded(
  a: Step,
  b: Step,
  left: Expression,
  right: Expression,
  whenEqual: boolean,
): Step {
  const literal = right.kind === 'string' ? right.value : left.kind === 'string' ? left.value : undefined
  if (literal === undefined) {
    return (scope) => {
      const first = a(scope)
      const second = b(scope)
      if (first === undefined || second === undefined) return undefined
      return (foldCase(first) === foldCase(second)) === whenEqual
    }
  }
  const folded = literal.toLowerCase()
  const other = right.kind === 'string' ? a : b
  return (scope) => {
    const value = other(scope) as string | undefined
    return value === undefined ? undefined : (foldText(value) === folded) === whenEqual
  }
}

/** A comparison with something out of a map: whether the two fit is known only now. */
export function dynamicComparison(expression: Comparison, a: Step, b: Step, isFolded: boolean): Step {
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
    const isEqual = isFolded ? foldCase(first) === foldCase(second) : first === second
    return isEqual === (operator === '==')
  }
}

/** Text without regard to letter case; any other value as it is. */
export function foldCase(value: Value): Value {
  return typeof value === 'string' ? foldText(value) : value
}

let lastText = ''
let lastFolded = ''

/** All policies of a decision fold the same address: the last one is remembered. */
function foldText(text: string): string {
  if (text !== lastText) {
    lastText = text
    lastFolded = text.toLowerCase()
  }
  return lastFolded
}
