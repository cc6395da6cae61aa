/**
 * Four truth values: whether something holds and whether it fails, independently. `README.md` ("How a deny is
 * evaluated") lists them. `&&`, `||` and negation treat the two halves as a De Morgan lattice, so all laws of logic apply
 * except "it holds or it fails".
 */

/** Unreadable: it may hold and may fail. */
export const UNKNOWN = Symbol('unknown')
/** About an object that this kind of request does not have: it neither holds nor fails. */
export const NONE = Symbol('none')

export type Truth = boolean | typeof UNKNOWN | typeof NONE

export const holds = (truth: Truth): boolean => truth === true || truth === UNKNOWN
export const fails = (truth: Truth): boolean => truth === false || truth === UNKNOWN

const truthFrom = (isHolding: boolean, isFailing: boolean): Truth =>
  isHolding ? (isFailing ? UNKNOWN : true) : isFailing ? false : NONE

export const not = (truth: Truth): Truth => truthFrom(fails(truth), holds(truth))

/** `&&`: holds if all hold, fails if one fails. */
export const every = (truths: readonly Truth[]): Truth => truthFrom(truths.every(holds), truths.some(fails))

/** `||`: holds if one holds, fails if all fail. */
export const some = (truths: readonly Truth[]): Truth => truthFrom(truths.some(holds), truths.every(fails))

/** A number between bounds. The lower bound is the larger one if elements neither belong nor fail to belong. */
export class Range {
  readonly least: bigint
  readonly most: bigint
  constructor(least: bigint, most: bigint) {
    this.least = least
    this.most = most
  }
}

const least = (value: unknown) => (value instanceof Range ? value.least : (value as bigint))
const most = (value: unknown) => (value instanceof Range ? value.most : (value as bigint))

/** `<`, `<=`, `>` or `>=` of integers and ranges. */
export function orderOf(operator: string, a: unknown, b: unknown): Truth {
  switch (operator) {
    case '<':
      return truthFrom(least(a) < most(b), most(a) >= least(b))
    case '<=':
      return truthFrom(least(a) <= most(b), most(a) > least(b))
    default:
      return orderOf(operator === '>' ? '<' : '<=', b, a)
  }
}

/** The elements of a list, each with the truth of its membership. */
export type Members = readonly (readonly [element: unknown, belongs: Truth])[]

/** A filtered list whose membership is uncertain for some elements. */
export class Sieve {
  readonly members: Members
  private constructor(members: Members) {
    this.members = members
  }

  /** A plain list if the membership of all elements is certain. */
  static of(members: Members): Sieve | readonly unknown[] {
    const isSettled = members.every(([, belongs]) => typeof belongs === 'boolean')
    return isSettled ? kept(members) : new Sieve(members)
  }
}

const kept = (members: Members) =>
  members.flatMap(([element, belongs]) => (belongs === true ? [element] : []))

export function membersOf(list: unknown): Members | typeof UNKNOWN | typeof NONE {
  if (list === NONE) return NONE
  if (list instanceof Sieve) return list.members
  return Array.isArray(list) ? list.map((element) => [element, true] as const) : UNKNOWN
}

/** How many `count() >= n` hold, and how many don't fail. */
export function count(members: Members): bigint | Range | typeof NONE {
  if (members.some(([element, belongs]) => element === NONE && belongs !== false)) return NONE
  const size = (test: (truth: Truth) => boolean) =>
    BigInt(members.filter(([, belongs]) => test(belongs)).length)
  const bounds = new Range(
    size((belongs) => !fails(belongs)),
    size(holds),
  )
  return bounds.least === bounds.most ? bounds.most : bounds
}

/** Resolves operands that need a definite value: an index, a slice, an element. */
export function settle<T>(
  value: T,
): Exclude<T, Range | Sieve> | readonly unknown[] | typeof UNKNOWN | typeof NONE {
  if (value instanceof Range) return value.least > value.most ? NONE : UNKNOWN
  if (!(value instanceof Sieve)) return value as Exclude<T, Range | Sieve>
  if (value.members.some(([, belongs]) => belongs === UNKNOWN)) return UNKNOWN
  const list = kept(value.members)
  return list.length > 0 ? list : NONE
}
