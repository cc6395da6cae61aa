/**
 * A second evaluator, written to be obviously right and nothing else: it walks the tree, remembers
 * nothing, skips nothing and throws at the first error. The tests hold the real one against it.
 */
import { foldBitcoin, foldPublicKey } from '../src/compile/compare.ts'
import { childrenOf, type Expression, type PolicyErrorCode, type Side } from '../src/index.ts'

/** The error of a naive evaluation: only what the two evaluators must agree on. */
export class NaiveError extends Error {
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

/** A variable's value, and the list that it is taken from. */
type Variables = ReadonlyMap<string, { readonly value: unknown; readonly list: Expression }>

/** True or false for a checked condition or consensus. Throws `NaiveError` for an error of evaluation. */
export function evaluateNaively(expression: Expression, side: Side, facts: object): boolean {
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
      if (!Array.isArray(list)) throw new NaiveError('VALUE_TYPE', node.list)
      const answers = list.map((element) => {
        const inner = new Map(variables).set(node.variable, { value: element, list: node.list })
        return bool(node.body, reduce(node.body, facts, inner, side))
      })
      if (node.fn === 'all') return !answers.includes(false)
      if (node.fn === 'any') return answers.includes(true)
      return list.filter((_, i) => answers[i])
    }
    case 'contains':
      return isElement(node.item, value(node.item), node.list, value(node.list), node, variables)
    case 'count': {
      const list = value(node.list)
      if (!Array.isArray(list)) throw new NaiveError('VALUE_TYPE', node.list)
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

/**
 * True, false or `maybe`, or `others` for an expression about requests of another kind: what a deny asks. Where a part
 * can be evaluated, that is what it is. Where it cannot, only `&&`, `||`, `any` and `all` know more than `maybe`.
 */
export function evaluateCautiously(
  expression: Expression,
  side: Side,
  facts: object,
  variables: Variables = new Map(),
): boolean | 'maybe' | 'others' {
  try {
    return bool(expression, reduce(expression, facts as Record<string, unknown>, variables, side))
  } catch (error) {
    if (!(error instanceof NaiveError)) throw error
    if (error.isAboutOthers) return 'others'
  }
  const ask = (part: Expression, inner = variables) => evaluateCautiously(part, side, facts, inner)
  if (expression.kind === 'and')
    return combine(
      expression.clauses.map((part) => ask(part)),
      false,
    )
  if (expression.kind === 'or')
    return combine(
      expression.clauses.map((part) => ask(part)),
      true,
    )
  const parts = childrenOf(expression).filter(
    (part) => expression.kind !== 'quantifier' || part !== expression.body,
  )
  if (parts.some((part) => ask(part) === 'others')) return 'others'
  if (expression.kind !== 'quantifier' || expression.fn === 'filter') return 'maybe'
  let list: unknown
  try {
    list = reduce(expression.list, facts as Record<string, unknown>, variables, side)
  } catch {
    return 'maybe'
  }
  const answers = (list as unknown[]).map((value) =>
    ask(expression.body, new Map(variables).set(expression.variable, { value, list: expression.list })),
  )
  return combine(answers, expression.fn === 'any')
}

function combine(answers: readonly (boolean | 'maybe' | 'others')[], decisive: boolean) {
  if (answers.includes('others')) return 'others'
  return answers.includes(decisive) ? decisive : answers.includes('maybe') ? 'maybe' : !decisive
}

function compare(
  node: Expression & { kind: 'comparison' },
  left: unknown,
  right: unknown,
  variables: Variables,
): boolean {
  if (!isScalar(left) || typeof left !== typeof right) throw new NaiveError('VALUE_TYPE', node)
  if (node.operator === '==' || node.operator === '!=') {
    const equal = isEqual(node.left, left, node.right, right, variables)
    if (equal === undefined) throw new NaiveError('ABSENT', node)
    return equal === (node.operator === '==')
  }
  if (typeof left !== 'bigint' || typeof right !== 'bigint') throw new NaiveError('VALUE_TYPE', node)
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
  if (!Array.isArray(elements)) throw new NaiveError('VALUE_TYPE', list)
  for (const element of elements)
    if (!isScalar(needle) || typeof element !== typeof needle) throw new NaiveError('VALUE_TYPE', node)
  const answers = elements.map((element) => isEqual(item, needle, list, element, variables))
  if (answers.includes(true)) return true
  if (answers.includes(undefined)) throw new NaiveError('ABSENT', node)
  return false
}

const LOOKED_UP = 'ADDRESS_TABLE_LOOKUP'

/** Undefined when an account comes from a lookup table, and nobody can tell which one it is. */
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
  if (isOneOf(BITCOIN_ADDRESSES)) return foldBitcoin(a) === foldBitcoin(b as string)
  if (isOneOf(PUBLIC_KEYS)) return foldPublicKey(a) === foldPublicKey(b as string)
  if (isOneOf(ETHEREUM_ADDRESSES)) return lower(a) === lower(b)
  return isOneOf(FREE_IN_HEX) ? foldHex(a) === foldHex(b) : a === b
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
  'tempo.tx.from',
  'tempo.tx.fee_token',
  'tempo.tx.calls[].to',
]
/** Members, and all that maps hold, whose letter case means nothing where they are hex. */
const FREE_IN_HEX = ['eth.tx.contract_call_args', 'eth.eip_712.message', 'wallet_account.address']
const PUBLIC_KEYS = ['activity.params.target_public_key', 'credentials[].public_key']
const BITCOIN_ADDRESSES = ['bitcoin.tx.outputs[].address']

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

/** Longer texts are no addresses. */
function lower(value: unknown): unknown {
  return typeof value === 'string' && value.length <= 130 ? value.toLowerCase() : value
}

function foldHex(value: unknown): unknown {
  return typeof value === 'string' && /^(0x[0-9a-f]{0,128}|[0-9a-f]{66,130})$/i.test(value)
    ? lower(value)
    : value
}

function whole(object: Expression, value: unknown, variables: Variables): unknown {
  if (value === LOOKED_UP && !isAuthored(object, variables)) throw new NaiveError('ABSENT', object)
  return value
}

function elementAt(node: Expression & { kind: 'index' }, container: unknown, index: unknown): unknown {
  if (typeof container === 'object' && container !== null && !Array.isArray(container)) {
    if (typeof index !== 'string') throw new NaiveError('VALUE_TYPE', node.index)
    const entry = Object.entries(container).find(([key]) => key === index)
    if (!entry) throw new NaiveError('KEY_ABSENT', node.index)
    return entry[1]
  }
  if (typeof index !== 'bigint') throw new NaiveError('VALUE_TYPE', node.index)
  const elements = typeof container === 'string' ? [...container] : container
  if (!Array.isArray(elements)) throw new NaiveError('VALUE_TYPE', node)
  if (index < 0n || index >= BigInt(elements.length)) throw new NaiveError('INDEX_OUT_OF_RANGE', node.index)
  return elements[Number(index)]
}

function sliceOf(
  node: Expression & { kind: 'slice' },
  container: unknown,
  from: unknown,
  to: unknown,
): unknown {
  if (typeof from !== 'bigint') throw new NaiveError('VALUE_TYPE', node.from)
  if (typeof to !== 'bigint') throw new NaiveError('VALUE_TYPE', node.to)
  if (from > to) throw new NaiveError('INDEX_OUT_OF_RANGE', node)
  const elements = typeof container === 'string' ? [...container] : container
  if (!Array.isArray(elements)) throw new NaiveError('VALUE_TYPE', node)
  if (from < 0n || to > BigInt(elements.length)) throw new NaiveError('INDEX_OUT_OF_RANGE', node.to)
  const part = elements.slice(Number(from), Number(to))
  return typeof container === 'string' ? part.join('') : part
}

function bool(node: Expression, value: unknown): boolean {
  if (typeof value !== 'boolean') throw new NaiveError('VALUE_TYPE', node)
  return value
}

function present(value: unknown, node: Expression): unknown {
  if (value === undefined || value === null) throw new NaiveError('ABSENT', node)
  return value
}

/** An object that a kind of request has or lacks: what reads one that is not there is about other requests. */
function object(value: unknown, node: Expression): unknown {
  if (value === undefined || value === null) throw new NaiveError('ABSENT', node, true)
  return value
}

function isScalar(value: unknown): boolean {
  return typeof value === 'boolean' || typeof value === 'bigint' || typeof value === 'string'
}

function isNamespace(name: string): boolean {
  return ['eth', 'solana', 'tron', 'bitcoin', 'tempo'].includes(name)
}
