/**
 * A second evaluator, written to be obviously right and nothing else: it walks the tree, remembers
 * nothing, skips nothing and throws at the first error. The tests hold the real one against it.
 */

import { foldBitcoin, foldEmail, foldPublicKey } from '../src/compile/compare.ts'
import {
  checkExpression,
  type Expression,
  type PolicyErrorCode,
  type Side,
  type Type,
  VOCABULARY,
} from '../src/index.ts'
import { isInSpanBySpec, nanosecondsOf } from './time.ts'

/** The error of a evaluation by the specification: only what the two evaluators must agree on. */
export class SpecError extends Error {
  readonly code: PolicyErrorCode
  readonly start: number
  /** True when the expression is about requests of another kind. */
  readonly isAboutOthers: boolean

  constructor(code: PolicyErrorCode, at: Expression, isAboutOthers = false) {
    super(code)
    this.code = code
    this.start = at.span.start
    this.isAboutOthers = isAboutOthers
  }
}

type Variables = ReadonlyMap<
  string,
  { readonly value: unknown; readonly list: Expression; readonly read?: unknown }
>

/** True or false for a checked condition or consensus. Throws `SpecError` for an error of evaluation. */
export function evaluateBySpec(expression: Expression, side: Side, facts: object): boolean {
  return bool(expression, reduce(expression, facts as Record<string, unknown>, new Map(), side))
}

function reduce(node: Expression, facts: Record<string, unknown>, variables: Variables, side: Side): unknown {
  const value = (part: Expression) => reduce(part, facts, variables, side)
  switch (node.kind) {
    case 'boolean':
    case 'integer':
    case 'string':
      return node.value
    case 'list':
      return node.items.map(value)
    case 'name':
      if (variables.has(node.name)) return variables.get(node.name)!.value
      return object(facts[node.name], node)
    case 'field': {
      if (node.object.kind === 'name' && !variables.has(node.object.name) && isNamespace(node.object.name)) {
        const namespace = (facts[node.object.name] ?? {}) as Record<string, unknown>
        return object(namespace[node.name], node)
      }
      const struct = value(node.object) as Record<string, unknown>
      return present(struct[node.name], node)
    }
    case 'index':
      return elementAt(node, whole(node.object, value(node.object), variables), value(node.index))
    case 'slice':
      return sliceOf(
        node,
        whole(node.object, value(node.object), variables),
        value(node.from),
        value(node.to),
      )
    case 'quantifier': {
      const list = value(node.list)
      if (!Array.isArray(list)) throw new SpecError('VALUE_TYPE', node.list)
      const answers = list.map((element) => {
        const inner = new Map(variables).set(node.variable, { value: element, list: node.list })
        return bool(node.body, reduce(node.body, facts, inner, side))
      })
      if (node.fn === 'all') return !answers.includes(false)
      if (node.fn === 'any') return answers.includes(true)
      return list.filter((_, i) => answers[i])
    }
    case 'call':
      return callOf(node, node.args.map(value), facts)
    case 'contains':
      return isElement(node.item, value(node.item), node.list, value(node.list), node, variables)
    case 'count': {
      const list = value(node.list)
      if (!Array.isArray(list)) throw new SpecError('VALUE_TYPE', node.list)
      return BigInt(list.length)
    }
    case 'comparison':
      if (node.operator === 'in')
        return isElement(node.left, value(node.left), node.right, value(node.right), node, variables)
      return compare(node, value(node.left), value(node.right), variables)
    case 'and':
      return node.clauses.map((clause) => bool(clause, value(clause))).every((clause) => clause)
    case 'or':
      return node.clauses.map((clause) => bool(clause, value(clause))).some((clause) => clause)
  }
}

/** Whether a clause holds and whether it fails, as the table in `README.md` says. */
export interface Pair {
  readonly holds: boolean
  readonly fails: boolean
}

const UNKNOWN: Pair = { holds: true, fails: true }
const NONE: Pair = { holds: false, fails: false }
const opposite = ({ holds, fails }: Pair): Pair => ({ holds: fails, fails: holds })
const both = (pairs: readonly Pair[]): Pair => ({
  holds: pairs.every((pair) => pair.holds),
  fails: pairs.some((pair) => pair.fails),
})
const either = (pairs: readonly Pair[]): Pair => opposite(both(pairs.map(opposite)))

/** What a deny asks of a checked expression. */
export function denialBySpec(expression: Expression, side: Side, facts: object): Pair {
  const { types } = checkExpression(expression, side)
  return new Denial(side, facts as Record<string, unknown>, types).of(expression, new Map())
}

/** A value, or the pair of what cannot be read. */
type Read = { readonly value: unknown } | { readonly lacks: Pair }
type Elements = readonly { readonly element: Read; readonly belongs: Pair }[]

const BOOLS: readonly Expression['kind'][] = ['boolean', 'and', 'or', 'comparison', 'contains', 'quantifier']

/** `NONE` wins: what reads another kind of request is about nothing here. */
function lackOf(reads: readonly object[]): Pair {
  const lacking = reads.flatMap((read) => ('lacks' in read ? [read.lacks as Pair] : []))
  return lacking.find(({ holds }) => !holds) ?? UNKNOWN
}

class Denial {
  readonly #side: Side
  readonly #facts: Record<string, unknown>
  readonly #types: ReadonlyMap<Expression, Type>

  constructor(side: Side, facts: Record<string, unknown>, types: ReadonlyMap<Expression, Type>) {
    this.#side = side
    this.#facts = facts
    this.#types = types
  }

  of(node: Expression, variables: Variables): Pair {
    const ask = (part: Expression) => this.of(part, variables)
    if (node.kind === 'boolean') return { holds: node.value, fails: !node.value }
    if (node.kind === 'and') return both(node.clauses.map(ask))
    if (node.kind === 'or') return either(node.clauses.map(ask))
    if (node.kind === 'contains') return this.#isIn(node.item, node.list, node, variables)
    if (node.kind === 'quantifier') return this.#quantified(node, variables)
    if (node.kind === 'comparison') return this.#compared(node, variables)
    const read = this.#read(node, variables)
    if ('lacks' in read) return read.lacks
    return typeof read.value === 'boolean' ? { holds: read.value, fails: !read.value } : UNKNOWN
  }

  #quantified(node: Expression & { kind: 'quantifier' }, variables: Variables): Pair {
    const elements = this.#elements(node.list, variables)
    if (!Array.isArray(elements)) return elements as Pair
    const answers = (elements as Elements).map(({ element, belongs }) => {
      const answer = this.of(node.body, bind(variables, node, element))
      return node.fn === 'all' ? either([opposite(belongs), answer]) : both([belongs, answer])
    })
    return node.fn === 'all' ? both(answers) : either(answers)
  }

  #compared(node: Expression & { kind: 'comparison' }, variables: Variables): Pair {
    const { operator, left, right } = node
    if (operator === 'in') return this.#isIn(left, right, node, variables)
    const [a, b] = [this.#read(left, variables), this.#read(right, variables)]
    if ([left, right].some((part) => part.kind === 'count')) {
      const counts = [this.#counted(left, a, variables), this.#counted(right, b, variables)] as const
      if (!('lacks' in counts[0]) && !('lacks' in counts[1])) return ordered(operator, counts[0], counts[1])
      return lackOf(counts)
    }
    return this.#scalar(a, b, (x, y) => compare(node, x, y, variables))
  }

  #scalar(a: Read, b: Read, test: (x: unknown, y: unknown) => boolean): Pair {
    if ('lacks' in a || 'lacks' in b) return lackOf([a, b])
    const answer = attempt(() => test((a as { value: unknown }).value, (b as { value: unknown }).value))
    return 'lacks' in answer ? answer.lacks : { holds: answer.value === true, fails: answer.value === false }
  }

  #isIn(item: Expression, list: Expression, node: Expression, variables: Variables): Pair {
    const needle = this.#read(item, variables)
    if ('lacks' in needle && !needle.lacks.holds) return NONE
    const elements = this.#elements(list, variables)
    if (!Array.isArray(elements)) return elements as Pair
    return either(
      (elements as Elements).map(({ element, belongs }) => {
        // A list of one, so that the element keeps what its list says of letter case.
        const test = (x: unknown, y: unknown) => isElement(item, x, list, [y], node, variables)
        return both([belongs, this.#scalar(needle, element, test)])
      }),
    )
  }

  /** How many elements belong: the number that may belong, and the number that do not fail to. */
  #counted(node: Expression, read: Read, variables: Variables) {
    if (node.kind !== 'count') {
      if ('lacks' in read) return read
      return typeof read.value === 'bigint' ? { least: read.value, most: read.value } : { lacks: UNKNOWN }
    }
    const elements = this.#elements(node.list, variables)
    if (!Array.isArray(elements)) return { lacks: elements as Pair }
    const all = (elements as Elements).filter(({ belongs }) => belongs.holds || !belongs.fails)
    if (all.some(({ element }) => 'lacks' in element && !element.lacks.holds)) return { lacks: NONE }
    return {
      least: BigInt(all.filter(({ belongs }) => !belongs.fails).length),
      most: BigInt(all.filter(({ belongs }) => belongs.holds).length),
    }
  }

  /** The elements of a list, or the pair of a list that cannot be read. */
  #elements(node: Expression, variables: Variables): Elements | Pair {
    const certain = { holds: true, fails: false }
    if (node.kind === 'list')
      return node.items.map((item) => ({ element: this.#read(item, variables), belongs: certain }))
    if (node.kind === 'quantifier') {
      const elements = this.#elements(node.list, variables)
      if (!Array.isArray(elements)) return elements
      return (elements as Elements).map(({ element, belongs }) => ({
        element,
        belongs: both([belongs, this.of(node.body, bind(variables, node, element))]),
      }))
    }
    const list = this.#read(node, variables)
    if ('lacks' in list) return list.lacks
    if (!Array.isArray(list.value)) return UNKNOWN
    return list.value.map((value) => ({ element: { value }, belongs: certain }))
  }

  /** The value of a part. If it has no value: `NONE` if some part reads another kind of request, else `UNKNOWN`. */
  #read(node: Expression, variables: Variables): Read {
    if (node.kind === 'index' || node.kind === 'slice') return this.#taken(node, variables)
    if (node.kind === 'name') {
      const bound = variables.get(node.name)
      if (bound && 'read' in bound) return bound.read as Read
    }
    if (node.kind === 'field' && this.#types.get(node.object)!.kind !== 'namespace')
      return this.#member(node, variables)
    if (BOOLS.includes(node.kind) && !(node.kind === 'quantifier' && node.fn === 'filter')) {
      const { holds, fails } = this.of(node, variables)
      return holds === fails ? { lacks: holds ? UNKNOWN : NONE } : { value: holds }
    }
    if (node.kind === 'call' && node.fn.startsWith('uint')) {
      const argument = this.#read(node.args[0]!, variables)
      return 'lacks' in argument ? argument : attempt(() => callOf(node, [argument.value], this.#facts))
    }
    if (node.kind === 'count') {
      const counted = this.#counted(node, { value: undefined }, variables)
      if ('lacks' in counted) return counted
      const { least, most } = counted
      return least === most ? { value: least } : { lacks: least > most ? NONE : UNKNOWN }
    }
    if (node.kind === 'quantifier' || node.kind === 'list') return this.#settled(node, variables)
    return attempt(() => reduce(node, this.#facts, variables, this.#side))
  }

  #member(node: Expression & { kind: 'field' }, variables: Variables): Read {
    const struct = this.#read(node.object, variables)
    if ('lacks' in struct) return struct
    const value = (struct.value as Record<string, unknown>)[node.name]
    const { kind } = this.#types.get(node)!
    const expected = { bool: 'boolean', int: 'bigint', uint: 'bigint', string: 'string' }[kind as string]
    if (value !== null && typeof value === (expected ?? 'object')) return { value }
    return { lacks: isParameterOfOthers(node, this.#types, this.#facts) ? NONE : UNKNOWN }
  }

  /** A list without the elements whose belonging is about other requests. */
  #settled(node: Expression, variables: Variables): Read {
    const elements = this.#elements(node, variables)
    if (!Array.isArray(elements)) return { lacks: elements as Pair }
    const all = elements as Elements
    if (node.kind === 'list' && all.some(({ element }) => 'lacks' in element && !element.lacks.holds))
      return { lacks: NONE }
    if (all.some(({ belongs }) => belongs.holds && belongs.fails)) return { lacks: UNKNOWN }
    const kept = all.filter(({ belongs }) => belongs.holds)
    if (kept.length === 0 && all.some(({ belongs }) => !belongs.holds && !belongs.fails))
      return { lacks: NONE }
    return { value: kept.map(({ element }) => ('value' in element ? element.value : element)) }
  }

  #taken(node: Expression & { kind: 'index' | 'slice' }, variables: Variables): Read {
    const object = this.#read(node.object, variables)
    const bounds = (node.kind === 'index' ? [node.index] : [node.from, node.to]).map((part) =>
      this.#read(part, variables),
    )
    const lacking = [object, ...bounds].flatMap((read) => ('lacks' in read ? [read.lacks] : []))
    if (lacking.length > 0) return { lacks: lacking.find(({ holds }) => !holds) ?? UNKNOWN }
    const [from, to] = bounds.map((read) => (read as { value: unknown }).value)
    const taken = attempt(() => {
      const container = whole(node.object, (object as { value: unknown }).value, variables)
      return node.kind === 'index' ? elementAt(node, container, from) : sliceOf(node, container, from, to)
    })
    const value = 'value' in taken ? taken.value : undefined
    return isRead(value) ? value : taken
  }
}

/** An element of a list literal that has no value stands in the list as it is. */
const isRead = (value: unknown): value is Read =>
  typeof value === 'object' && value !== null && 'lacks' in value

function bind(variables: Variables, node: Expression & { kind: 'quantifier' }, read: Read): Variables {
  const value = 'value' in read ? read.value : undefined
  const unread = 'value' in read && !isRead(read.value) ? {} : { read: isRead(value) ? value : read }
  return new Map(variables).set(node.variable, { value, list: node.list, ...unread })
}

function attempt(run: () => unknown): Read {
  try {
    return { value: run() }
  } catch (error) {
    if (!(error instanceof SpecError)) throw error
    return { lacks: error.isAboutOthers ? NONE : UNKNOWN }
  }
}

function isParameterOfOthers(
  node: Expression & { kind: 'field' },
  types: ReadonlyMap<Expression, Type>,
  facts: Record<string, unknown>,
): boolean {
  const owner = types.get(node.object)!
  if (owner.kind !== 'struct') return false
  if (owner.name === 'Activity') return node.name === 'params'
  if (owner.name !== 'ActivityParams') return false
  const { type } = facts['activity'] as { type: string }
  const { fields } = VOCABULARY.structs.find(({ name }) => name === owner.name)!
  const { presentFor } = fields.find(({ name }) => name === node.name)!
  return (
    presentFor !== undefined &&
    !presentFor.some((kind) => type.replace(/_V\d+$/, '') === `ACTIVITY_TYPE_${kind}`)
  )
}

interface Bounds {
  readonly least: bigint
  readonly most: bigint
}

function ordered(operator: string, a: Bounds, b: Bounds): Pair {
  const atMost = (x: Bounds, y: Bounds): Pair => ({ holds: x.least <= y.most, fails: x.most > y.least })
  if (operator === '<=') return atMost(a, b)
  if (operator === '>=') return atMost(b, a)
  if (operator === '<') return opposite(atMost(b, a))
  if (operator === '>') return opposite(atMost(a, b))
  const equal = both([atMost(a, b), atMost(b, a)])
  return operator === '==' ? equal : opposite(equal)
}

function compare(
  node: Expression & { kind: 'comparison' },
  left: unknown,
  right: unknown,
  variables: Variables,
): boolean {
  if (!isScalar(left) || typeof left !== typeof right) throw new SpecError('VALUE_TYPE', node)
  if (node.operator === '==' || node.operator === '!=') {
    const equal = isEqual(node.left, left, node.right, right, variables)
    if (equal === undefined) throw new SpecError('ABSENT', node)
    return equal === (node.operator === '==')
  }
  if (typeof left !== 'bigint' || typeof right !== 'bigint') throw new SpecError('VALUE_TYPE', node)
  if (node.operator === '<') return left < right
  if (node.operator === '>') return left > right
  if (node.operator === '<=') return left <= right
  return left >= right
}

function isElement(
  item: Expression,
  needle: unknown,
  list: Expression,
  elements: unknown,
  node: Expression,
  variables: Variables,
): boolean {
  if (!Array.isArray(elements)) throw new SpecError('VALUE_TYPE', list)
  for (const element of elements)
    if (!isScalar(needle) || typeof element !== typeof needle) throw new SpecError('VALUE_TYPE', node)
  const answers = elements.map((element) => isEqual(item, needle, list, element, variables))
  if (answers.includes(true)) return true
  if (answers.includes(undefined)) throw new SpecError('ABSENT', node)
  return false
}

const LOOKED_UP = 'ADDRESS_TABLE_LOOKUP'

/** Undefined if an account comes from a lookup table, so it's unknown which account it is. */
function isEqual(
  left: Expression,
  a: unknown,
  right: Expression,
  b: unknown,
  variables: Variables,
): boolean | undefined {
  if (a === LOOKED_UP || b === LOOKED_UP) {
    const [isOpen, isOtherOpen] = [
      a === LOOKED_UP && !isAuthored(left, variables),
      b === LOOKED_UP && !isAuthored(right, variables),
    ]
    if (a === b) return isOpen && isOtherOpen ? undefined : true
    return isOpen || isOtherOpen ? undefined : false
  }
  if (a === b || typeof a !== 'string') return a === b
  const isOneOf = (members: readonly string[]) =>
    [left, right].some((side) => isAmong(members, side, variables))
  // A list may hold members of several formats.
  return [a, b]
    .map((value) => {
      let folded: unknown = value
      if (isOneOf(BITCOIN_ADDRESSES)) folded = foldBitcoin(folded as string)
      if (isOneOf(PUBLIC_KEYS)) folded = foldPublicKey(folded as string)
      if (isOneOf(EMAILS)) folded = foldEmail(folded as string)
      if (isOneOf(CASELESS_MEMBERS)) folded = foldCaseless(folded)
      return isOneOf(ETHEREUM_ADDRESSES) ? lower(folded) : folded
    })
    .every((folded, _, [first]) => folded === first)
}

/** True for what the author wrote out, and for the elements of such a list. */
function isAuthored(node: Expression, variables: Variables): boolean {
  if (node.kind === 'string') return true
  if (node.kind === 'list') return node.items.every((item) => isAuthored(item, variables))
  if (node.kind === 'index' || node.kind === 'slice') return isAuthored(node.object, variables)
  if (node.kind === 'quantifier') return isAuthored(node.list, variables)
  return (
    node.kind === 'name' && variables.has(node.name) && isAuthored(variables.get(node.name)!.list, variables)
  )
}

/** Members whose letter case means nothing. `[]` is an element. */
const ETHEREUM_ADDRESSES = [
  'eth.tx.to',
  'eth.tx.from',
  'eth.eip_712.domain.verifying_contract',
  'eth.eip_7702_authorization.address',
]
/** Members, and all that maps hold, whose letter case means nothing in hex and in Bech32. */
const CASELESS_MEMBERS = [
  'eth.eip_712.message',
  'eth.tx.contract_call_args',
  'solana.tx.instructions[].parsed_instruction_data.named_accounts',
  'solana.tx.instructions[].parsed_instruction_data.program_call_args',
  'wallet_account.address',
]
const PUBLIC_KEYS = ['activity.params.target_public_key', 'credentials[].public_key']
const EMAILS = ['approvers[].email', 'target_user.email']
const BITCOIN_ADDRESSES = ['bitcoin.tx.inputs[].address', 'bitcoin.tx.outputs[].address']

/** True for such a member, a part of one, and a list that holds one. */
function isAmong(members: readonly string[], node: Expression, variables: Variables): boolean {
  if (node.kind === 'list') return node.items.some((item) => isAmong(members, item, variables))
  if (node.kind === 'name' && variables.has(node.name))
    return isAmong(members, variables.get(node.name)!.list, variables) || isPathOf(members, node, variables)
  if (node.kind === 'slice' || node.kind === 'index') {
    if (isAmong(members, node.object, variables)) return true
  }
  if (node.kind === 'quantifier') return isAmong(members, node.list, variables)
  return isPathOf(members, node, variables)
}

function isPathOf(members: readonly string[], node: Expression, variables: Variables): boolean {
  return members.includes(pathOf(node, variables).replace(/(\[\])+$/, ''))
}

function pathOf(node: Expression, variables: Variables): string {
  if (node.kind === 'name')
    return variables.has(node.name) ? `${pathOf(variables.get(node.name)!.list, variables)}[]` : node.name
  if (node.kind === 'field') return `${pathOf(node.object, variables)}.${node.name}`
  if (node.kind === 'index') return `${pathOf(node.object, variables)}[]`
  if (node.kind === 'slice') return pathOf(node.object, variables)
  return node.kind === 'quantifier' ? pathOf(node.list, variables) : '?'
}

/** Longer texts aren't addresses. */
function lower(value: unknown): unknown {
  return typeof value === 'string' && value.length <= 130 ? value.toLowerCase() : value
}

/** Hex after `0x`, public keys, and Bech32. */
const CASELESS = /^(0x[0-9a-f]{0,128}|[0-9a-f]{64,130}|(bc|tb|bcrt|cosmos)1[02-9ac-hj-np-z]{6,80})$/i

function foldCaseless(value: unknown): unknown {
  return typeof value === 'string' && CASELESS.test(value) ? lower(value) : value
}

function whole(object: Expression, value: unknown, variables: Variables): unknown {
  if (value === LOOKED_UP && !isAuthored(object, variables)) throw new SpecError('ABSENT', object)
  return value
}

function callOf(
  node: Expression & { kind: 'call' },
  args: readonly unknown[],
  facts: Record<string, unknown>,
): unknown {
  const [first] = args
  if (node.fn === 'Timestamp') return nanosecondsOf(first as string)
  if (node.fn === 'CronSpan') {
    const { now } = (facts['time'] ?? {}) as { now?: bigint }
    if (now === undefined) throw new SpecError('ABSENT', node)
    const [cron, duration, zone] = args as [string, string, string]
    return isInSpanBySpec(cron, duration, zone, Number(now / 1_000_000n))
  }
  const digits = typeof first === 'string' ? first.toLowerCase().replace(/^0x/, '') : ''
  if (digits.length === 0 || digits.length > 64 || digits.length % 2 > 0 || /[^0-9a-f]/.test(digits)) {
    throw new SpecError(typeof first === 'string' ? 'DIGITS_MALFORMED' : 'VALUE_TYPE', node.args[0]!)
  }
  let number = 0n
  for (let n = 0; n < digits.length; n += 2) {
    const byte = BigInt(Number.parseInt(digits.slice(n, n + 2), 16))
    number = node.fn === 'uint_le' ? number + byte * 256n ** BigInt(n / 2) : number * 256n + byte
  }
  return number
}

function elementAt(node: Expression & { kind: 'index' }, container: unknown, index: unknown): unknown {
  if (typeof container === 'object' && container !== null && !Array.isArray(container)) {
    if (typeof index !== 'string' && typeof index !== 'bigint') throw new SpecError('VALUE_TYPE', node.index)
    const entries = typeof index === 'bigint' ? inOrder(container) : Object.entries(container)
    const entry = entries.find(([key], n) => (typeof index === 'bigint' ? BigInt(n) : key) === index)
    if (!entry || entry[1] === null) throw new SpecError('KEY_ABSENT', node.index)
    return entry[1]
  }
  if (typeof index !== 'bigint') throw new SpecError('VALUE_TYPE', node.index)
  const elements = typeof container === 'string' ? [...container] : container
  if (!Array.isArray(elements)) throw new SpecError('VALUE_TYPE', node)
  if (index < 0n || index >= BigInt(elements.length)) throw new SpecError('INDEX_OUT_OF_RANGE', node.index)
  return elements[Number(index)]
}

/** The members of a tuple by position: one without a name has its position as its key. */
function inOrder(tuple: object): readonly (readonly [string, unknown])[] {
  const members = Object.entries(tuple)
  const named = members.filter(([key]) => !/^(0|[1-9]\d*)$/.test(key))
  const ordered: (readonly [string, unknown])[] = []
  for (let n = 0; n < 2_000; n++) {
    const member = members.find(([key]) => key === String(n)) ?? named.shift()
    ordered.push(member ?? ['', null])
  }
  return ordered
}

function sliceOf(
  node: Expression & { kind: 'slice' },
  container: unknown,
  from: unknown,
  to: unknown,
): unknown {
  if (typeof from !== 'bigint') throw new SpecError('VALUE_TYPE', node.from)
  if (typeof to !== 'bigint') throw new SpecError('VALUE_TYPE', node.to)
  if (from > to) throw new SpecError('INDEX_OUT_OF_RANGE', node)
  const elements = typeof container === 'string' ? [...container] : container
  if (!Array.isArray(elements)) throw new SpecError('VALUE_TYPE', node)
  if (from < 0n || to > BigInt(elements.length)) throw new SpecError('INDEX_OUT_OF_RANGE', node.to)
  const part = elements.slice(Number(from), Number(to))
  return typeof container === 'string' ? part.join('') : part
}

function bool(node: Expression, value: unknown): boolean {
  if (typeof value !== 'boolean') throw new SpecError('VALUE_TYPE', node)
  return value
}

function present(value: unknown, node: Expression): unknown {
  if (value === undefined || value === null) throw new SpecError('ABSENT', node)
  return value
}

/** An object that a kind of request has or lacks: what reads one that is not there is about other requests. */
function object(value: unknown, node: Expression): unknown {
  if (value === undefined || value === null) throw new SpecError('ABSENT', node, true)
  return value
}

function isScalar(value: unknown): boolean {
  return typeof value === 'boolean' || typeof value === 'bigint' || typeof value === 'string'
}

function isNamespace(name: string): boolean {
  return ['eth', 'solana', 'bitcoin', 'time'].includes(name)
}
