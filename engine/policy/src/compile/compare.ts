import type { Comparison } from '../ast.ts'
import { PolicyError } from '../error.ts'
import { isLiteral } from '../parts.ts'
import { caseFolding, isIn, type TextFormat, type Type } from '../type.ts'
import { kindOfValue, valueMismatch } from './failure.ts'
import { type Compiled, fail, keep, NO_REGISTER, type Step, type Value } from './step.ts'

export function orderStep(a: Compiled, b: Compiled, { operator, right }: Comparison): Step {
  if (right.kind === 'integer') {
    const { run, register = NO_REGISTER } = a
    // `x <= 5` is `x < 6`, and `x >= 5` is its negation.
    const isIncluded = operator === '<=' || operator === '>'
    const limit = isIncluded ? right.value + 1n : right.value
    const whenBelow = operator === '<' || operator === '<='
    return (scope) => {
      const value = (scope.registers[register] ?? run(scope)) as bigint | undefined
      return value === undefined ? undefined : value < limit === whenBelow
    }
  }
  const order = orderOf(operator)
  return (scope) => {
    const first = a.run(scope) as bigint | undefined
    const second = b.run(scope) as bigint | undefined
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

/** `==` and `!=`; ignores the letter case of addresses and keys, which has no meaning in hex (or is a checksum, EIP-55). */
export function equalityStep(a: Compiled, b: Compiled, expression: Comparison, fold: Fold = asItIs): Step {
  const { left, right, operator } = expression
  const whenEqual = operator === '=='
  const literal = isLiteral(right) ? right : isLiteral(left) ? left : undefined
  if (literal) {
    const wanted = fold(literal.value)
    const { run, register = NO_REGISTER } = normalized(literal === right ? a : b, fold)
    return (scope) => {
      const value = scope.registers[register] ?? run(scope)
      return value === undefined ? undefined : (value === wanted) === whenEqual
    }
  }
  return (scope) => {
    const first = a.run(scope)
    const second = b.run(scope)
    if (first === undefined || second === undefined) return undefined
    return (fold(first) === fold(second)) === whenEqual
  }
}

/** The normalized value of an operand that is compared with literals. A fact's own format decides how. */
export function normalized(operand: Compiled, fold: Fold): Compiled {
  if (fold === asItIs) return operand
  const run: Step = (scope) => {
    const value = operand.run(scope)
    return value === undefined ? undefined : fold(value)
  }
  if (operand.register === undefined) return { ...operand, run }
  return keep(`normalized ${operand.register}`, { ...operand, run })
}

/** A comparison with a value from a map, whose type is known only at evaluation. */
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

/** Normalizes a value for comparison, ignoring letter case if it has no meaning. */
export type Fold = (value: Value) => Value

export const asItIs: Fold = (value) => value

/** The normalization for values of these types; undefined for none. */
export function foldOf(...types: readonly (Type | undefined)[]): Fold | undefined {
  const isAmong = (format: TextFormat) => types.some((type) => isIn(format, type))
  const folding = caseFolding(...types)
  // A list may hold texts of several formats. No text is of two of these, so each rule leaves the others' texts alone.
  const folds = [
    ...(isAmong('bitcoin-address') ? [foldBitcoin] : []),
    ...(isAmong('public-key') ? [foldPublicKey] : []),
    ...(isAmong('email') ? [foldEmail] : []),
    ...(folding ? [folding === 'all' ? foldAll : foldCaseless] : []),
  ]
  return folds.length < 2 ? folds[0] : (value) => folds.reduce((folded, fold) => fold(folded), value)
}

/**
 * Reduces a Bitcoin address to its payment target on any network: a transaction doesn't state its network, so the
 * caller could choose one that a policy doesn't name. For a SegWit address, the part without prefix and checksum
 * (BIP-173); for any other address, its hash and whether it belongs to a key or a script.
 */
export const foldBitcoin: Fold = (value) => {
  if (typeof value !== 'string') return value
  const program = SEGWIT.exec(value)
  if (program) return program[1]!.toLowerCase()
  if (!BASE58_ADDRESS.test(value)) return value
  const digits = base58Digits(value)
  const version = BASE58_VERSIONS[digits.slice(0, -48)]
  return version === undefined ? value : `${version} ${digits.slice(-48, -8)}`
}

const SEGWIT =
  /^(?:bc|tb|bcrt)1([qpzry9x8gf2tvdw0s3jn54khce6mua7l]{14,74})[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{6}$/i
const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
const BASE58_ADDRESS = /^[1-9A-HJ-NP-Za-km-z]{25,36}$/
/** Version bytes in hexadecimal without leading zeros: 0x00 and 0x6f, 0x05 and 0xc4. */
const BASE58_VERSIONS: Readonly<Record<string, string>> = {
  '': 'key',
  '6f': 'key',
  '5': 'script',
  c4: 'script',
}

/**
 * Caches decoded addresses, because a request compares the same ones with each policy and decoding is a long
 * division.
 */
const base58Known = new Map<string, string>()
const MAX_BASE58_KNOWN = 4_096

/** Hexadecimal digits, at least as many as for a 20-byte hash and a 4-byte checksum. */
function base58Digits(text: string): string {
  const known = base58Known.get(text)
  if (known !== undefined) return known
  let number = 0n
  for (const character of text) number = number * 58n + BigInt(BASE58.indexOf(character))
  const digits = number.toString(16).padStart(48, '0')
  if (base58Known.size >= MAX_BASE58_KNOWN) base58Known.clear()
  base58Known.set(text, digits)
  return digits
}

/** The compressed form of a public key, because both forms are the same key. */
export const foldPublicKey: Fold = (value) => {
  const folded = foldCaseless(value)
  if (typeof folded !== 'string' || !UNCOMPRESSED.test(folded)) return folded
  // SEC 1, 2.3.3: the first byte contains the last bit of y.
  const isOdd = Number.parseInt(folded.slice(-1), 16) % 2 === 1
  return `${isOdd ? '03' : '02'}${folded.slice(2, 66)}`
}

/**
 * Lower-cases the ASCII letters of an email address: mailboxes accept any case. Other letters stay, because some have
 * an ASCII letter as their lower case.
 */
export const foldEmail: Fold = (value) =>
  typeof value === 'string' && value.length <= LONGEST_EMAIL && value.includes('@')
    ? value.replace(/[A-Z]+/g, (letters) => letters.toLowerCase())
    : value

const LONGEST_EMAIL = 320

const UNCOMPRESSED = /^04[0-9a-f]{128}$/

/**
 * Hex after `0x`, hex with the length of a public key, and Bech32 (BIP-173) of Bitcoin and Cosmos; other addresses are
 * case-sensitive. Longer hex is call data or a message, which is always in lower case.
 */
const CASELESS =
  /^(0x[0-9a-f]{0,128}|[0-9a-f]{64,130}|(bc|tb|bcrt|cosmos)1[qpzry9x8gf2tvdw0s3jn54khce6mua7l]{6,80})$/i
const LONGEST_FOLDED = 130

/** Lower-cases hex and Bech32; leaves any other text or value unchanged. */
export const foldCaseless: Fold = (value) =>
  isShort(value) && CASELESS.test(value) ? value.toLowerCase() : value

const foldAll: Fold = (value) => (isShort(value) ? value.toLowerCase() : value)

const isShort = (value: Value): value is string => typeof value === 'string' && value.length <= LONGEST_FOLDED
