/**
 * A second evaluator, written to be obviously right and nothing else: it walks the tree, remembers
 * nothing, skips nothing and throws at the first error. The tests hold the real one against it.
 */
import type { Expression, PolicyErrorCode, Side } from '../src/index.ts'

/** The error of a naive evaluation: only what the two evaluators must agree on. */
export class NaiveError extends Error {
  readonly code: PolicyErrorCode
  readonly start: number

  constructor(code: PolicyErrorCode, at: Expression) {
    super(code)
    this.code = code
    this.start = at.span.start
  }
}

type Variables = ReadonlyMap<string, unknown>

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
      if (variables.has(node.name)) return variables.get(node.name)
      return present(facts[node.name], node)
    case 'field': {
      if (node.object.kind === 'name' && !variables.has(node.object.name) && isNamespace(node.object.name)) {
        const namespace = (facts[node.object.name] ?? {}) as Record<string, unknown>
        return present(namespace[node.name], node)
      }
      const struct = value(node.object) as Record<string, unknown>
      const found = present(struct[node.name], node)
      const [low, high] = isUnsigned(node) ? [0n, 2n ** 256n - 1n] : [-(2n ** 127n), 2n ** 127n - 1n]
      if (typeof found === 'bigint' && (found < low || found > high))
        throw new NaiveError('VALUE_OUT_OF_RANGE', node)
      return found
    }
    case 'index':
      return elementAt(node, value(node.object), value(node.index))
    case 'slice':
      return sliceOf(node, value(node.object), value(node.from), value(node.to))
    case 'quantifier': {
      const list = value(node.list)
      if (!Array.isArray(list)) throw new NaiveError('VALUE_TYPE', node.list)
      const answers = list.map((element) => {
        const inner = new Map(variables).set(node.variable, element)
        return bool(node.body, reduce(node.body, facts, inner, side))
      })
      if (node.fn === 'all') return !answers.includes(false)
      if (node.fn === 'any') return answers.includes(true)
      return list.filter((_, i) => answers[i])
    }
    case 'contains':
      return isElement(node.item, value(node.item), node.list, value(node.list), node)
    case 'count': {
      const list = value(node.list)
      if (!Array.isArray(list)) throw new NaiveError('VALUE_TYPE', node.list)
      return BigInt(list.length)
    }
    case 'comparison':
      if (node.operator === 'in')
        return isElement(node.left, value(node.left), node.right, value(node.right), node)
      return compare(node, value(node.left), value(node.right))
    case 'and':
      return node.clauses.map((clause) => bool(clause, value(clause))).every((clause) => clause)
    case 'or':
      return node.clauses.map((clause) => bool(clause, value(clause))).some((clause) => clause)
  }
}

function compare(node: Expression & { kind: 'comparison' }, left: unknown, right: unknown): boolean {
  if (!isScalar(left) || typeof left !== typeof right) throw new NaiveError('VALUE_TYPE', node)
  if (node.operator === '==') return isEqual(node.left, left, node.right, right)
  if (node.operator === '!=') return !isEqual(node.left, left, node.right, right)
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
): boolean {
  if (!Array.isArray(elements)) throw new NaiveError('VALUE_TYPE', list)
  return elements
    .map((element, i) => {
      if (!isScalar(needle) || typeof element !== typeof needle) throw new NaiveError('VALUE_TYPE', node)
      return isEqual(item, needle, list.kind === 'list' ? list.items[i]! : list, element)
    })
    .includes(true)
}

function isEqual(left: Expression, a: unknown, right: Expression, b: unknown): boolean {
  const ignoresCase = [left, right].some(
    (side) =>
      isPath(side, 'eth', 'tx', 'to') ||
      isPath(side, 'eth', 'tx', 'from') ||
      isPath(side, 'eth', 'eip_712', 'domain', 'verifying_contract') ||
      isPath(side, 'eth', 'eip_7702_authorization', 'address'),
  )
  return ignoresCase ? String(a).toLowerCase() === String(b).toLowerCase() : a === b
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

function isScalar(value: unknown): boolean {
  return typeof value === 'boolean' || typeof value === 'bigint' || typeof value === 'string'
}

function isNamespace(name: string): boolean {
  return ['eth', 'solana', 'tron', 'bitcoin', 'tempo'].includes(name)
}

function isUnsigned(node: Expression): boolean {
  return isPath(node, 'eth', 'eip_712', 'domain', 'chain_id')
}

function isPath(node: Expression, ...path: string[]): boolean {
  const last = path.at(-1)
  if (path.length === 1) return node.kind === 'name' && node.name === last
  return node.kind === 'field' && node.name === last && isPath(node.object, ...path.slice(0, -1))
}
