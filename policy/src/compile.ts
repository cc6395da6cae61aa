/**
 * Syntax tree → closures. Nothing of the author's text is ever run as JavaScript.
 *
 * A step answers a value, or undefined after it left a failure in the scope: throwing costs microseconds,
 * and for most policies most requests are errors (`eth.tx` of a request that has none).
 */
import { type Comparison, type Expression, isEthereumAddress, type Quantifier } from './ast.ts'
import { checkPolicyExpression } from './check.ts'
import { PolicyError, type Side, type Span } from './error.ts'
import type { ConsensusFacts, RequestFacts } from './facts.ts'
import { format } from './format.ts'
import { INT128_MAX, INT128_MIN, UINT256_MAX } from './limits.ts'
import { abbreviate } from './token.ts'
import { formatType, type Type } from './type.ts'

/** What an expression comes to. Lists and structs only while evaluating a part of one. */
export type Value = boolean | bigint | string | readonly unknown[] | object

export type Evaluation =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: PolicyError }

/** The facts that each side reads. */
export interface FactsOf {
  readonly condition: RequestFacts
  readonly consensus: ConsensusFacts
}

/** What the steps of one evaluation share. */
export interface Scope {
  readonly facts: Readonly<Record<string, unknown>>
  /** The variables in force, by nesting. */
  readonly slots: unknown[]
  failure: (() => PolicyError) | undefined
}

export type Step = (scope: Scope) => Value | undefined

/** A step, and whether it can fail. Where nothing can fail, stopping early cannot be noticed. */
interface Compiled {
  readonly run: Step
  readonly isSafe: boolean
}

/** An expression that is checked and ready to evaluate, as often as wanted. */
export class CompiledExpression<S extends Side = Side> {
  readonly expression: Expression
  readonly side: S
  /** The type of each part, for `explain` and for editors. */
  readonly types: ReadonlyMap<Expression, Type>
  readonly #run: Step

  /** @throws PolicyError the first problem of `checkPolicyExpression`, unless `types` is given. */
  constructor(expression: Expression, side: S, types?: ReadonlyMap<Expression, Type>) {
    this.expression = expression
    this.side = side
    this.types = types ?? typesOf(expression, side)
    this.#run = compileBool(expression, this.types)
  }

  /** True or false, or undefined for an error; `evaluate` says which one. */
  test(facts: FactsOf[S]): boolean | undefined {
    const value = this.#run({ facts: facts as never, slots: [], failure: undefined })
    return value as boolean | undefined
  }

  /** The value or the error. */
  evaluate(facts: FactsOf[S]): Evaluation {
    return evaluateStep(this.#run, facts, this.side)
  }
}

/** Runs a step for its value or its error. */
export function evaluateStep(step: Step, facts: object, side: Side): Evaluation {
  const scope: Scope = { facts: facts as never, slots: [], failure: undefined }
  const value = step(scope)
  if (value !== undefined) return { ok: true, value }
  return { ok: false, error: scope.failure!().on(side) }
}

/** Makes a step of any part of a checked expression. `variables` are the names bound around it. */
export function compile(
  expression: Expression,
  types: ReadonlyMap<Expression, Type>,
  variables: readonly string[] = [],
): Step {
  return new Compiler(types, [...variables]).compile(expression).run
}

/** Like `compile`, for an expression that must come to a bool. */
export function compileBool(
  expression: Expression,
  types: ReadonlyMap<Expression, Type>,
  variables: readonly string[] = [],
): Step {
  const step = compile(expression, types, variables)
  return types.get(expression)?.kind === 'value' ? expectKind(step, 'bool', expression) : step
}

function typesOf(expression: Expression, side: Side): ReadonlyMap<Expression, Type> {
  const checked = checkPolicyExpression(expression, side)
  if (checked.problems[0]) throw checked.problems[0]
  return checked.types
}

/** Every request has these, and every user and activity has their members. */
const ALWAYS_PRESENT = new Set(['approvers', 'activity'])
const ALWAYS_COMPLETE: Record<string, readonly string[]> = {
  User: ['id', 'tags', 'email', 'alias'],
  Activity: ['type', 'resource', 'action'],
}
const NOTHING: object = Object.freeze({})

class Compiler {
  readonly #types: ReadonlyMap<Expression, Type>
  readonly #variables: string[]

  constructor(types: ReadonlyMap<Expression, Type>, variables: string[]) {
    this.#types = types
    this.#variables = variables
  }

  compile(expression: Expression): Compiled {
    switch (expression.kind) {
      case 'boolean':
      case 'integer':
      case 'string': {
        const { value } = expression
        return { run: () => value, isSafe: true }
      }
      case 'list':
        return this.#list(expression.items)
      case 'name':
        return this.#name(expression.name, expression.span)
      case 'field':
        return this.#field(expression)
      case 'index':
        return this.#index(expression)
      case 'slice':
        return this.#slice(expression)
      case 'quantifier':
        return this.#quantifier(expression)
      case 'contains':
        return this.#membership(expression.item, expression.list)
      case 'count': {
        const list = this.#asList(expression.list)
        const run: Step = (scope) => {
          const elements = list.run(scope) as readonly unknown[] | undefined
          return elements === undefined ? undefined : BigInt(elements.length)
        }
        return { run, isSafe: list.isSafe }
      }
      case 'comparison':
        if (expression.operator === 'in') return this.#membership(expression.left, expression.right)
        return this.#comparison(expression)
      case 'and':
        return this.#connective(expression.clauses, false)
      case 'or':
        return this.#connective(expression.clauses, true)
    }
  }

  #list(items: readonly Expression[]): Compiled {
    const steps = items.map((item) => this.compile(item))
    const runs = steps.map((step) => step.run)
    const run: Step = (scope) => {
      const elements: unknown[] = []
      for (const runItem of runs) {
        const element = runItem(scope)
        if (element === undefined) return undefined
        elements.push(element)
      }
      return elements
    }
    return { run, isSafe: steps.every((step) => step.isSafe) }
  }

  #name(name: string, span: Span): Compiled {
    const slot = this.#variables.lastIndexOf(name)
    if (slot >= 0) return { run: (scope) => scope.slots[slot] as Value, isSafe: true }
    const absent = absentFailure(name, span)
    const run: Step = (scope) => {
      const value = scope.facts[name]
      return value === undefined || value === null ? fail(scope, absent) : value
    }
    return { run, isSafe: ALWAYS_PRESENT.has(name) }
  }

  #field(expression: Expression & { kind: 'field' }): Compiled {
    const { object, name } = expression
    const objectType = this.#types.get(object)!
    const type = this.#types.get(expression)!
    const path = format(expression)
    const read = readerOf(type, absentFailure(path, expression.span), expression)
    if (objectType.kind === 'namespace') {
      const run: Step = (scope) => {
        const namespace = scope.facts[objectType.path] ?? NOTHING
        return read(scope, (namespace as Record<string, unknown>)[name])
      }
      return { run, isSafe: false }
    }
    const from = this.compile(object)
    const run: Step = (scope) => {
      const struct = from.run(scope) as Record<string, unknown> | undefined
      return struct === undefined ? undefined : read(scope, struct[name])
    }
    const isComplete =
      objectType.kind === 'struct' && ALWAYS_COMPLETE[objectType.name]?.includes(name) === true
    return { run, isSafe: from.isSafe && isComplete }
  }

  #index(expression: Expression & { kind: 'index' }): Compiled {
    const { object, index } = expression
    const from = this.compile(object).run
    const at = this.compile(index).run
    const type = this.#types.get(object)!
    const failures = {
      key: (key: unknown) => () =>
        new PolicyError('KEY_ABSENT', `there is no entry \`${abbreviate(String(key))}\``, index.span),
      kind: (found: unknown) => () =>
        new PolicyError('VALUE_TYPE', `cannot take an element of ${kindOfValue(found)}`, expression.span),
      index: (found: unknown) => () =>
        new PolicyError(
          'VALUE_TYPE',
          `an index is an int or a string, not ${kindOfValue(found)}`,
          index.span,
        ),
      range: (position: bigint, length: number) => () => outOfRange(position, length, index.span),
    }
    const run: Step = (scope) => {
      const container = from(scope)
      const position = at(scope)
      if (container === undefined || position === undefined) return undefined
      if (type.kind === 'map' || (isMap(container) && type.kind === 'value')) {
        if (typeof position !== 'string') return fail(scope, failures.index(position))
        if (!Object.hasOwn(container as object, position)) return fail(scope, failures.key(position))
        return (container as Record<string, Value>)[position] ?? fail(scope, failures.key(position))
      }
      if (typeof position !== 'bigint') return fail(scope, failures.index(position))
      if (typeof container === 'string') {
        return (
          characters(container, position, position + 1n) ??
          fail(scope, failures.range(position, countCharacters(container)))
        )
      }
      if (!Array.isArray(container)) return fail(scope, failures.kind(container))
      if (position < 0n || position >= BigInt(container.length)) {
        return fail(scope, failures.range(position, container.length))
      }
      return container[Number(position)] as Value
    }
    return { run, isSafe: false }
  }

  #slice(expression: Expression & { kind: 'slice' }): Compiled {
    const object = this.compile(expression.object).run
    const from = this.#asInt(expression.from).run
    const to = this.#asInt(expression.to).run
    const failures = {
      order: (start: bigint, end: bigint) => () =>
        new PolicyError(
          'INDEX_OUT_OF_RANGE',
          `the slice starts at ${start}, after its end ${end}`,
          expression.span,
        ),
      range: (end: bigint, length: number) => () => outOfRange(end, length, expression.to.span),
      kind: (found: unknown) => () =>
        new PolicyError('VALUE_TYPE', `cannot slice ${kindOfValue(found)}`, expression.span),
    }
    const run: Step = (scope) => {
      const container = object(scope)
      const start = from(scope) as bigint | undefined
      const end = to(scope) as bigint | undefined
      if (container === undefined || start === undefined || end === undefined) return undefined
      if (start > end) return fail(scope, failures.order(start, end))
      if (typeof container === 'string') {
        return (
          characters(container, start, end) ?? fail(scope, failures.range(end, countCharacters(container)))
        )
      }
      if (!Array.isArray(container)) return fail(scope, failures.kind(container))
      if (start < 0n || end > BigInt(container.length))
        return fail(scope, failures.range(end, container.length))
      return container.slice(Number(start), Number(end))
    }
    return { run, isSafe: false }
  }

  #quantifier({ fn, list: listExpression, variable, body: bodyExpression }: Quantifier): Compiled {
    const list = this.#asList(listExpression)
    const slot = this.#variables.length
    this.#variables.push(variable)
    const body = this.#asBool(bodyExpression)
    this.#variables.pop()
    const isSafe = list.isSafe && body.isSafe
    const run =
      fn === 'filter' ? filterStep(list.run, body.run, slot) : testStep(list.run, body, slot, fn === 'any')
    return { run, isSafe }
  }

  #membership(item: Expression, list: Expression): Compiled {
    const needle = this.compile(item)
    const isItemAddress = isEthereumAddress(item)
    const literals =
      list.kind === 'list' && !hasDynamic(this.#types, [item]) ? literalsOf(list.items) : undefined
    if (literals) {
      const known = new Set(isItemAddress ? literals.map(foldCase) : literals)
      const run: Step = (scope) => {
        const value = needle.run(scope)
        return value === undefined ? undefined : known.has(isItemAddress ? foldCase(value) : value)
      }
      return { run, isSafe: needle.isSafe }
    }
    const foldAt =
      list.kind === 'list' ? list.items.map((entry) => isItemAddress || isEthereumAddress(entry)) : []
    const elements = this.#asList(list)
    const mismatch = valueMismatch(item, list)
    const run: Step = (scope) => {
      const value = needle.run(scope)
      const found = elements.run(scope) as readonly Value[] | undefined
      if (value === undefined || found === undefined) return undefined
      let isMember = false
      for (let i = 0; i < found.length; i++) {
        const candidate = found[i]!
        if (typeof candidate !== typeof value || typeof value === 'object') {
          return fail(scope, mismatch(value, candidate))
        }
        const isFolded = foldAt[i] ?? isItemAddress
        if (isFolded ? foldCase(candidate) === foldCase(value) : candidate === value) isMember = true
      }
      return isMember
    }
    return { run, isSafe: needle.isSafe && elements.isSafe && !hasDynamic(this.#types, [item, list]) }
  }

  #comparison(expression: Comparison): Compiled {
    const { operator, left, right } = expression
    const a = this.compile(left)
    const b = this.compile(right)
    const isDynamic = hasDynamic(this.#types, [left, right])
    const isSafe = a.isSafe && b.isSafe && !isDynamic
    const isFolded = isEthereumAddress(left) || isEthereumAddress(right)
    if (isDynamic) return { run: dynamicComparison(expression, a.run, b.run, isFolded), isSafe }
    if (operator === '==' || operator === '!=') {
      const whenEqual = operator === '=='
      const run: Step = isFolded
        ? compareFolded(a.run, b.run, left, right, whenEqual)
        : (scope) => {
            const first = a.run(scope)
            const second = b.run(scope)
            if (first === undefined || second === undefined) return undefined
            return (first === second) === whenEqual
          }
      return { run, isSafe }
    }
    return { run: orderStep(a.run, b.run, operator), isSafe }
  }

  /**
   * `&&` and `||`: every clause is evaluated, and an error in one is an error of the whole. Clauses that
   * cannot fail may be skipped once the result is known, for nobody can tell.
   */
  #connective(clauses: readonly Expression[], decisive: boolean): Compiled {
    const steps = clauses.map((clause) => this.#asBool(clause))
    const runs = steps.map((step) => step.run)
    let firstSafe = steps.length
    while (firstSafe > 0 && steps[firstSafe - 1]!.isSafe) firstSafe--
    const run: Step = (scope) => {
      let result = !decisive
      for (let i = 0; i < runs.length; i++) {
        const value = runs[i]!(scope)
        if (value === undefined) return undefined
        if (value === decisive) {
          result = decisive
          if (i + 1 >= firstSafe) return result
        } else if (result === decisive && i + 1 >= firstSafe) return result
      }
      return result
    }
    return { run, isSafe: firstSafe === 0 }
  }

  #asList(expression: Expression): Compiled {
    return this.#as(expression, 'list')
  }

  #asBool(expression: Expression): Compiled {
    return this.#as(expression, 'bool')
  }

  #asInt(expression: Expression): Compiled {
    return this.#as(expression, 'int')
  }

  #as(expression: Expression, kind: 'bool' | 'int' | 'list'): Compiled {
    const compiled = this.compile(expression)
    if (this.#types.get(expression)?.kind !== 'value') return compiled
    return { run: expectKind(compiled.run, kind, expression), isSafe: false }
  }
}

function testStep(list: Step, body: Compiled, slot: number, decisive: boolean): Step {
  return (scope) => {
    const elements = list(scope) as readonly unknown[] | undefined
    if (elements === undefined) return undefined
    let result = !decisive
    for (let i = 0; i < elements.length; i++) {
      scope.slots[slot] = elements[i]
      const value = body.run(scope)
      if (value === undefined) return undefined
      if (value === decisive) {
        if (body.isSafe) return decisive
        result = decisive
      }
    }
    return result
  }
}

function filterStep(list: Step, body: Step, slot: number): Step {
  return (scope) => {
    const elements = list(scope) as readonly unknown[] | undefined
    if (elements === undefined) return undefined
    const kept: unknown[] = []
    for (const element of elements) {
      scope.slots[slot] = element
      const value = body(scope)
      if (value === undefined) return undefined
      if (value === true) kept.push(element)
    }
    return kept
  }
}

function orderStep(a: Step, b: Step, operator: string): Step {
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

function compareFolded(a: Step, b: Step, left: Expression, right: Expression, whenEqual: boolean): Step {
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
    return value === undefined ? undefined : (value.toLowerCase() === folded) === whenEqual
  }
}

function dynamicComparison(expression: Comparison, a: Step, b: Step, isFolded: boolean): Step {
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

/** Reads a member and makes sure that it is what the vocabulary declares. */
function readerOf(
  type: Type,
  absent: () => PolicyError,
  expression: Expression,
): (scope: Scope, value: unknown) => Value | undefined {
  const wrong = (value: unknown) => () =>
    new PolicyError(
      'VALUE_TYPE',
      `\`${format(expression)}\` is ${kindOfValue(value)}, not ${formatType(type)}`,
      expression.span,
    )
  const outside = (value: bigint) => () =>
    new PolicyError(
      'VALUE_OUT_OF_RANGE',
      `\`${format(expression)}\` is ${value}, which does not fit in ${type.kind}`,
      expression.span,
    )
  const [low, high] = type.kind === 'uint' ? [0n, UINT256_MAX] : [INT128_MIN, INT128_MAX]
  const jsType =
    { bool: 'boolean', int: 'bigint', uint: 'bigint', string: 'string' }[type.kind as string] ?? 'object'
  if (type.kind === 'int' || type.kind === 'uint') {
    return (scope, value) => {
      if (typeof value !== 'bigint')
        return fail(scope, value === undefined || value === null ? absent : wrong(value))
      return value > high || value < low ? fail(scope, outside(value)) : value
    }
  }
  return (scope, value) => {
    if (value === undefined || value === null) return fail(scope, absent)
    return typeof value === jsType ? (value as Value) : fail(scope, wrong(value))
  }
}

/** For what came out of a map: its kind is known only now. */
function expectKind(run: Step, kind: 'bool' | 'int' | 'list', expression: Expression): Step {
  const matches = {
    bool: (value: Value) => typeof value === 'boolean',
    int: (value: Value) => typeof value === 'bigint',
    list: (value: Value) => Array.isArray(value),
  }[kind]
  return (scope) => {
    const value = run(scope)
    if (value === undefined || matches(value)) return value
    return fail(
      scope,
      () =>
        new PolicyError(
          'VALUE_TYPE',
          `\`${abbreviate(format(expression))}\` is ${kindOfValue(value)}, not ${kind}`,
          expression.span,
        ),
    )
  }
}

function fail(scope: Scope, failure: () => PolicyError): undefined {
  scope.failure ??= failure
}

function absentFailure(path: string, span: Span): () => PolicyError {
  return () => new PolicyError('ABSENT', `this request has no \`${abbreviate(path)}\``, span)
}

function outOfRange(position: bigint, length: number, span: Span): PolicyError {
  return new PolicyError('INDEX_OUT_OF_RANGE', `${position} is outside a length of ${length}`, span)
}

function valueMismatch(left: Expression, right: Expression) {
  return (a: unknown, b: unknown) => () =>
    new PolicyError('VALUE_TYPE', `cannot compare ${kindOfValue(a)} with ${kindOfValue(b)}`, {
      ...left.span,
      end: Math.max(left.span.end, right.span.end),
    })
}

function hasDynamic(types: ReadonlyMap<Expression, Type>, expressions: readonly Expression[]): boolean {
  return expressions.some((expression) => {
    const type = types.get(expression)
    return type?.kind === 'value' || (type?.kind === 'list' && type.of.kind === 'value')
  })
}

function literalsOf(items: readonly Expression[]): readonly Value[] | undefined {
  const literals: Value[] = []
  for (const item of items) {
    if (item.kind !== 'string' && item.kind !== 'integer' && item.kind !== 'boolean') return undefined
    literals.push(item.value)
  }
  return literals
}

function foldCase(value: Value): Value {
  return typeof value === 'string' ? value.toLowerCase() : value
}

function isMap(value: Value): boolean {
  return typeof value === 'object' && !Array.isArray(value)
}

function kindOfValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list'
  switch (typeof value) {
    case 'boolean':
      return 'a bool'
    case 'bigint':
      return 'an int'
    case 'string':
      return 'a string'
    default:
      return 'a map'
  }
}

/** Characters are Unicode code points: an emoji in a user name is one. Undefined beyond the end. */
function characters(text: string, from: bigint, to: bigint): string | undefined {
  if (from < 0n || to > BigInt(text.length)) return undefined
  let offset = 0
  let start = from === 0n ? 0 : -1
  const first = Number(from)
  const last = Number(to)
  for (let position = 1; position <= last; position++) {
    if (offset >= text.length) return undefined
    offset += text.codePointAt(offset)! > 0xffff ? 2 : 1
    if (position === first) start = offset
  }
  return text.slice(start, offset)
}

function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
