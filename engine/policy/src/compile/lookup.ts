/**
 * Solana accounts from an address lookup table. Only the chain knows which account it is, so it is neither equal to
 * an address nor different from one: every comparison is an error, except with the word that stands for such
 * accounts.
 */
import type { Expression } from '../ast.ts'
import { PolicyError } from '../error.ts'
import { isIn, type Type } from '../type.ts'
import { fail, type Step, type Value } from './step.ts'

/** The value of such an account. */
export const LOOKED_UP_ACCOUNT = 'ADDRESS_TABLE_LOOKUP'

/** True if it's unknown whether the two are the same account. A literal has no format. */
export function isUnresolved(
  a: unknown,
  b: unknown,
  aType: Type | undefined,
  bType: Type | undefined,
): boolean {
  if (a !== LOOKED_UP_ACCOUNT && b !== LOOKED_UP_ACCOUNT) return false
  const isLookedUp = a === LOOKED_UP_ACCOUNT && isIn('solana-address', aType)
  const isOtherLookedUp = b === LOOKED_UP_ACCOUNT && isIn('solana-address', bType)
  return a === b ? isLookedUp && isOtherLookedUp : isLookedUp || isOtherLookedUp
}

export function unresolvedFailure(left: Expression, right: Expression) {
  const first = left.span.start <= right.span.start ? left.span : right.span
  const span = { ...first, end: Math.max(left.span.end, right.span.end) }
  return () =>
    new PolicyError(
      'ABSENT',
      'an account comes from an address lookup table: which one only the chain knows',
      span,
    )
}

/** Rejects index and slice access to such an address. */
export function expectResolved(object: Expression, from: Step): Step {
  const failure = unresolvedFailure(object, object)
  return (scope): Value | undefined => {
    const value = from(scope)
    return value === LOOKED_UP_ACCOUNT ? fail(scope, failure) : value
  }
}

/** `==` and `!=` of Solana addresses. */
export function compareAccounts(
  a: Step,
  b: Step,
  [left, leftType]: readonly [Expression, Type | undefined],
  [right, rightType]: readonly [Expression, Type | undefined],
  whenEqual: boolean,
): Step {
  const failure = unresolvedFailure(left, right)
  return (scope) => {
    const first = a(scope)
    const second = b(scope)
    if (first === undefined || second === undefined) return undefined
    if (isUnresolved(first, second, leftType, rightType)) return fail(scope, failure)
    return (first === second) === whenEqual
  }
}
