/** The literals that policies compare each readable place with: the values that a search has to try. */
import { childrenOf, type Expression } from '../../ast.ts'
import { isLiteral } from '../../parts.ts'
import type { Type } from '../../type.ts'

/** A part of a text that is compared separately: `eth.tx.data[0..10] == '0xa9059cbb'`. */
export interface TextPart {
  readonly from: number
  readonly text: string
}

/** Everything that policies compare one place with. */
export interface Mentioned {
  readonly values: Set<string | bigint | boolean>
  readonly parts: TextPart[]
  /** Lengths that make a difference for a list. */
  readonly lengths: Set<number>
  /** Other places that it is compared with: `eth.tx.value < eth.tx.gas`. */
  readonly others: Set<string>
}

/**
 * Places by path: `eth.tx.to`, `solana.tx.transfers` and its elements' `solana.tx.transfers[].amount`, entries of maps
 * as `eth.eip_712.message['amount']`.
 */
export type Literals = ReadonlyMap<string, Mentioned>

/** Variables of the functions around an expression → the path of an element of their list. */
export type Variables = ReadonlyMap<string, string>

/** Lists longer than this are not searched. */
const LONGEST_LIST = 4

/** Adds what a checked condition compares its places with to `found`. */
export function collectLiterals(
  expression: Expression,
  types: ReadonlyMap<Expression, Type>,
  found: Map<string, Mentioned>,
  variables: Variables = new Map(),
): void {
  const place = pathOf(expression, types, variables)
  if (place !== undefined) mention(found, place)
  if (expression.kind === 'comparison') {
    relate(expression.left, expression.right, types, found, variables)
    relate(expression.right, expression.left, types, found, variables)
  }
  if (expression.kind === 'contains') {
    relate(expression.item, expression.list, types, found, variables)
    relate(expression.list, expression.item, types, found, variables)
  }
  if (expression.kind === 'index' && expression.index.kind === 'integer') {
    addLength(found, pathOf(expression.object, types, variables), expression.index.value + 1n)
  }
  if (expression.kind === 'slice' && expression.to.kind === 'integer') {
    if (types.get(expression.object)?.kind === 'list')
      addLength(found, pathOf(expression.object, types, variables), expression.to.value)
  }
  const inner =
    expression.kind === 'quantifier' ? withVariable(expression, types, found, variables) : variables
  for (const child of childrenOf(expression)) collectLiterals(child, types, found, inner)
}

/** The place that an expression reads; undefined for a literal or a comparison. */
export function pathOf(
  expression: Expression,
  types: ReadonlyMap<Expression, Type>,
  variables: Variables,
): string | undefined {
  switch (expression.kind) {
    case 'name':
      return variables.get(expression.name) ?? expression.name
    case 'field': {
      const object = pathOf(expression.object, types, variables)
      return object && `${object}.${expression.name}`
    }
    case 'index': {
      const object = pathOf(expression.object, types, variables)
      const kind = types.get(expression.object)?.kind
      if (object === undefined) return undefined
      if (kind === 'list') return `${object}[]`
      if (expression.index.kind === 'string') return `${object}['${expression.index.value}']`
      return undefined
    }
    case 'slice':
      return types.get(expression.object)?.kind === 'list'
        ? pathOf(expression.object, types, variables)
        : undefined
    case 'quantifier':
      return expression.fn === 'filter' ? pathOf(expression.list, types, variables) : undefined
    default:
      return undefined
  }
}

/** A variable that iterates over a literal list stands for each of its elements, not for a place. */
function withVariable(
  { list, variable, body }: Expression & { kind: 'quantifier' },
  types: ReadonlyMap<Expression, Type>,
  found: Map<string, Mentioned>,
  variables: Variables,
): Variables {
  const path = pathOf(list, types, variables)
  if (path !== undefined) return new Map(variables).set(variable, `${path}[]`)
  // `['a', 'b'].any(x, wallet.id == x)`: every place in the body may have to equal one of them.
  const places = [...placesIn(body, types, variables)]
  for (const value of valuesOf(list)) {
    for (const place of places) mention(found, place).values.add(value)
  }
  return new Map(variables).set(variable, `literal ${variable}`)
}

/** Every place that an expression reads, with the longest path of each. */
export function* placesIn(
  expression: Expression,
  types: ReadonlyMap<Expression, Type>,
  variables: Variables = new Map(),
): Generator<string> {
  const path = pathOf(expression, types, variables)
  const kind = types.get(expression)?.kind
  if (path !== undefined && kind !== 'namespace' && kind !== 'struct' && kind !== 'map') yield path
  const inner =
    expression.kind === 'quantifier'
      ? new Map(variables).set(
          expression.variable,
          `${pathOf(expression.list, types, variables) ?? 'literal'}[]`,
        )
      : variables
  for (const child of childrenOf(expression)) yield* placesIn(child, types, inner)
}

function relate(
  subject: Expression,
  other: Expression,
  types: ReadonlyMap<Expression, Type>,
  found: Map<string, Mentioned>,
  variables: Variables,
): void {
  const values = valuesOf(other)
  const valuePath = (expression: Expression) => {
    const path = pathOf(expression, types, variables)
    return path !== undefined && types.get(expression)?.kind === 'list' ? `${path}[]` : path
  }
  const [path, otherPath] = [valuePath(subject), valuePath(other)]
  if (path !== undefined && otherPath !== undefined) mention(found, path).others.add(otherPath)
  if (values.length === 0) return
  if (path !== undefined) for (const value of values) mention(found, path).values.add(value)
  if (subject.kind === 'count') {
    const list = pathOf(subject.list, types, variables)
    for (const value of values) if (typeof value === 'bigint') addLength(found, list, value)
  }
  const whole = subject.kind === 'slice' || subject.kind === 'index' ? subject : undefined
  const from = whole?.kind === 'slice' ? whole.from : whole?.index
  const text = whole && pathOf(whole.object, types, variables)
  if (!whole || text === undefined || from?.kind !== 'integer') return
  if (types.get(whole.object)?.kind !== 'string' || from.value > 10_000n) return
  for (const value of values) {
    if (typeof value === 'string') mention(found, text).parts.push({ from: Number(from.value), text: value })
  }
}

/** Number of comparisons between places over which a value is passed on. */
const MOST_HOPS = 3

/** A value compared with one place also matters for every place compared with that place. */
export function shareValues(found: ReadonlyMap<string, Mentioned>): void {
  for (let hop = 0; hop < MOST_HOPS; hop++) {
    // Update all places of a hop together, so that their order doesn't matter.
    const shared = [...found.values()].map(
      ({ values, others }) =>
        [values, [...others].flatMap((path) => [...(found.get(path)?.values ?? [])])] as const,
    )
    for (const [values, more] of shared)
      for (const value of more) {
        values.add(value)
        // `<` needs room between the values.
        if (typeof value === 'bigint') values.add(value + 1n)
      }
  }
}

function valuesOf(expression: Expression): readonly (string | bigint | boolean)[] {
  if (expression.kind === 'list') return expression.items.flatMap(valuesOf)
  return isLiteral(expression) ? [expression.value] : []
}

function mention(found: Map<string, Mentioned>, path: string): Mentioned {
  let mentioned = found.get(path)
  if (!mentioned) {
    mentioned = { values: new Set(), parts: [], lengths: new Set(), others: new Set() }
    found.set(path, mentioned)
  }
  return mentioned
}

function addLength(found: Map<string, Mentioned>, path: string | undefined, length: bigint): void {
  if (path === undefined) return
  const { lengths } = mention(found, path)
  for (const near of [length - 1n, length, length + 1n]) {
    if (near >= 0n && near <= BigInt(LONGEST_LIST)) lengths.add(Number(near))
  }
}
