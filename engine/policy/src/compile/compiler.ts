/** Syntax tree → steps, node by node. */
import type { Comparison, Expression, IndexAccess, Name, Quantifier, Slice } from '../ast.ts'
import { isIn, type Type } from '../type.ts'
import { callStep } from './call.ts'
import { asItIs, dynamicComparison, equalityStep, foldOf, normalized, orderStep } from './compare.ts'
import { indexStep, sliceStep } from './element.ts'
import { absentFailure, valueMismatch } from './failure.ts'
import { compareAccounts, expectResolved, isUnresolved, unresolvedFailure } from './lookup.ts'
import { filterStep, testStep } from './loop.ts'
import { expectKind, jsTypeOf, readerOf } from './read.ts'
import { type Compiled, fail, failAboutOthers, keep, NO_REGISTER, type Step, type Value } from './step.ts'

/** Every request has these objects, and every user and activity has all their members. */
const ALWAYS_PRESENT = new Set(['approvers', 'activity'])
const ALWAYS_COMPLETE: Record<string, readonly string[]> = {
  User: ['id', 'tags', 'email', 'alias'],
  Activity: ['type', 'resource', 'action'],
}
const NOTHING: object = Object.freeze({})

/** Creates the steps of one checked expression. */
export class Compiler {
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
        return { run: () => value, isSafe: true, cost: 1 }
      }
      case 'list':
        return this.#list(expression.items)
      case 'name':
        return this.#name(expression)
      case 'field':
        return this.#path(expression)
      case 'index':
        return this.#index(expression)
      case 'slice':
        return this.#slice(expression)
      case 'quantifier':
        return this.#quantifier(expression)
      case 'contains':
        return this.#membership(expression.item, expression.list)
      case 'call':
        return callStep(expression, (part) => this.compile(part))
      case 'count': {
        const list = this.#asList(expression.list)
        const run: Step = (scope) => {
          const elements = list.run(scope) as readonly unknown[] | undefined
          return elements === undefined ? undefined : BigInt(elements.length)
        }
        return { run, isSafe: list.isSafe, cost: 1 + list.cost }
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
    return { run, isSafe: steps.every((step) => step.isSafe), cost: 1 + costOf(steps) }
  }

  #name(expression: Name): Compiled {
    const { name } = expression
    const slot = this.#variables.lastIndexOf(name)
    if (slot >= 0) return { run: (scope) => scope.slots[slot] as Value, isSafe: true, cost: 1 }
    const absent = absentFailure(expression)
    const run: Step = (scope) => {
      const value = scope.facts[name]
      return value === undefined || value === null ? failAboutOthers(scope, absent) : value
    }
    return { run, isSafe: ALWAYS_PRESENT.has(name), cost: 1 }
  }

  /** A chain of names, read in one step. Only a part that is missing or has the wrong type is read name by name. */
  #path(expression: Expression & { kind: 'field' }): Compiled {
    const byName = this.#field(expression)
    const [first, ...names] = this.#namesOf(expression)
    if (first === undefined || names.length === 0) return byName
    const jsType = jsTypeOf(this.#types.get(expression)!)
    const read = (start: unknown): Value | undefined => {
      let value = start
      for (let i = 0; i < names.length; i++) {
        if (typeof value !== 'object' || value === null) return undefined
        value = (value as Record<string, unknown>)[names[i]!]
      }
      return typeof value === jsType && value !== null ? (value as Value) : undefined
    }
    const slot = this.#variables.lastIndexOf(first)
    if (slot >= 0) return { ...byName, run: (scope) => read(scope.slots[slot]) ?? byName.run(scope) }
    const run: Step = (scope) => read(scope.facts[first]) ?? byName.run(scope)
    return keep([first, ...names].join('.'), { ...byName, run })
  }

  /** The names of a chain from a fact or variable; none if it goes through an index. */
  #namesOf(expression: Expression): readonly string[] {
    const type = this.#types.get(expression)
    if (type?.kind === 'namespace') return [type.path]
    if (expression.kind === 'name') return [expression.name]
    if (expression.kind !== 'field') return []
    const before = this.#namesOf(expression.object)
    return before.length === 0 ? [] : [...before, expression.name]
  }

  #field(expression: Expression & { kind: 'field' }): Compiled {
    const { object, name } = expression
    const objectType = this.#types.get(object)!
    const type = this.#types.get(expression)!
    const absent = absentFailure(expression)
    const read = readerOf(type, absent, expression)
    if (objectType.kind === 'namespace') {
      const run: Step = (scope) => {
        const namespace = scope.facts[objectType.path] ?? NOTHING
        const value = (namespace as Record<string, unknown>)[name]
        return value === undefined || value === null ? failAboutOthers(scope, absent) : read(scope, value)
      }
      return { run, isSafe: false, cost: 1 }
    }
    const from = this.compile(object)
    const run: Step = (scope) => {
      const struct = from.run(scope) as Record<string, unknown> | undefined
      return struct === undefined ? undefined : read(scope, struct[name], struct)
    }
    const isComplete =
      objectType.kind === 'struct' && ALWAYS_COMPLETE[objectType.name]?.includes(name) === true
    return { run, isSafe: from.isSafe && isComplete, cost: 1 + from.cost }
  }

  #index(expression: IndexAccess): Compiled {
    const { object, index } = expression
    const isDeclaredMap = this.#types.get(object)?.kind === 'map'
    const from = this.compile(object)
    const at = this.compile(index)
    const run = indexStep(expression, this.#whole(object, from.run), at.run, isDeclaredMap)
    return { run, isSafe: false, cost: 1 + from.cost + at.cost }
  }

  #slice(expression: Slice): Compiled {
    const object = this.compile(expression.object)
    const from = this.#asInt(expression.from)
    const to = this.#asInt(expression.to)
    const run = sliceStep(expression, this.#whole(expression.object, object.run), from.run, to.run)
    return { run, isSafe: false, cost: 1 + object.cost + from.cost + to.cost }
  }

  /** The object of an index or a slice. */
  #whole(object: Expression, from: Step): Step {
    const type = this.#types.get(object)
    return type?.kind === 'string' && isIn('solana-address', type) ? expectResolved(object, from) : from
  }

  #quantifier({ fn, list: listExpression, variable, body: bodyExpression, span }: Quantifier): Compiled {
    const list = this.#asList(listExpression)
    const slot = this.#variables.length
    this.#variables.push(variable)
    const body = this.#asBool(bodyExpression)
    this.#variables.pop()
    const isSafe = list.isSafe && body.isSafe
    const run =
      fn === 'filter'
        ? filterStep(list.run, body, slot, span)
        : testStep(list.run, body, slot, fn === 'any', span)
    return { run, isSafe, cost: 1 + list.cost }
  }

  #membership(item: Expression, list: Expression): Compiled {
    const needle = this.compile(item)
    const types = [this.#types.get(item), this.#types.get(list)] as const
    const fold = foldOf(...types) ?? asItIs
    const isAccount = types.some((type) => isIn('solana-address', type))
    const unresolved = unresolvedFailure(item, list)
    const literals =
      list.kind === 'list' && !hasDynamic(this.#types, [item]) ? literalsOf(list.items) : undefined
    if (literals) {
      const known = new Set(literals.map(fold))
      const { run: read, register = NO_REGISTER } = normalized(needle, fold)
      const run: Step = (scope) => {
        const value = scope.registers[register] ?? read(scope)
        if (value === undefined) return undefined
        if (known.has(value)) return true
        return isAccount && known.size > 0 && isUnresolved(value, '', ...types)
          ? fail(scope, unresolved)
          : false
      }
      return { run, isSafe: needle.isSafe, cost: 1 + needle.cost }
    }
    const elements = this.#asList(list)
    const mismatch = valueMismatch(item, list)
    const run: Step = (scope) => {
      const value = needle.run(scope)
      const found = elements.run(scope) as readonly Value[] | undefined
      if (value === undefined || found === undefined) return undefined
      scope.budget.spend(found.length, list.span)
      let isMember = false
      let isOpen = false
      for (let i = 0; i < found.length; i++) {
        const candidate = found[i]!
        if (typeof candidate !== typeof value || typeof value === 'object') {
          return fail(scope, mismatch(value, candidate))
        }
        if (isAccount && isUnresolved(value, candidate, ...types)) isOpen = true
        else if (fold(candidate) === fold(value)) isMember = true
      }
      return isOpen && !isMember ? fail(scope, unresolved) : isMember
    }
    const isSafe = needle.isSafe && elements.isSafe && !isAccount && !hasDynamic(this.#types, [item, list])
    return { run, isSafe, cost: 1 + needle.cost + elements.cost }
  }

  #comparison(expression: Comparison): Compiled {
    const { operator, left, right } = expression
    const a = this.compile(left)
    const b = this.compile(right)
    const isDynamic = hasDynamic(this.#types, [left, right])
    const types = [this.#types.get(left), this.#types.get(right)] as const
    const isAccount = types.some((type) => isIn('solana-address', type))
    const isSafe = a.isSafe && b.isSafe && !isDynamic && !isAccount
    const cost = 1 + a.cost + b.cost
    const fold = foldOf(...types)
    if (isDynamic) return { run: dynamicComparison(expression, a.run, b.run, fold ?? asItIs), isSafe, cost }
    if (operator === '==' || operator === '!=') {
      if (isAccount) {
        const run = compareAccounts(a.run, b.run, [left, types[0]], [right, types[1]], operator === '==')
        return { run, isSafe, cost }
      }
      return { run: equalityStep(a, b, expression, fold), isSafe, cost }
    }
    return { run: orderStep(a, b, expression), isSafe, cost }
  }

  /**
   * `&&` and `||`: every clause is evaluated, and an error in one is an error of the whole. Clauses that can't fail
   * are skipped once the result is known, because that makes no difference.
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
    return { run, isSafe: firstSafe === 0, cost: 1 + costOf(steps) }
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
    return { run: expectKind(compiled.run, kind, expression), isSafe: false, cost: compiled.cost }
  }
}

function costOf(steps: readonly Compiled[]): number {
  return steps.reduce((sum, { cost }) => sum + cost, 0)
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
