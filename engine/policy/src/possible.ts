/**
 * Decides whether a deny holds: evaluates an expression with four truth values, as defined in `README.md` ("How a
 * deny is evaluated").
 *
 * The caller chooses the contents of a request, so an unreadable part may be anything: it both holds and fails. An
 * object that this kind of request never has says nothing about the request: its clause neither holds nor fails.
 */
import { kindOfActivity } from './activities.ts'
import type { Comparison, Expression, FunctionCall } from './ast.ts'
import type { StepBudget } from './budget.ts'
import { isActive, numberIn, SPAN_COST } from './compile/call.ts'
import { foldOf } from './compile/compare.ts'
import { memberAt } from './compile/element.ts'
import { isUnresolved, LOOKED_UP_ACCOUNT } from './compile/lookup.ts'
import { isReadableAs } from './compile/read.ts'
import type { Value } from './compile/step.ts'
import { timestampOf } from './time/spans.ts'
import {
  count,
  every,
  type Members,
  membersOf,
  NONE,
  not,
  orderOf,
  Range,
  Sieve,
  settle,
  some,
  type Truth,
  UNKNOWN,
} from './truth.ts'
import { isIn, type Type } from './type.ts'
import { VOCABULARY } from './vocabulary.ts'

type Possible = Value | Range | Sieve | typeof UNKNOWN | typeof NONE

/**
 * The truth of a checked bool expression, or of one of its clauses outside of quantifiers.
 *
 * @throws StepsExceeded if the budget runs out
 */
export function truthOf(
  expression: Expression,
  types: ReadonlyMap<Expression, Type>,
  facts: object,
  budget: StepBudget,
): Truth {
  return new Reading(types, facts as Readonly<Record<string, unknown>>, budget).truth(expression)
}

class Reading {
  readonly #types: ReadonlyMap<Expression, Type>
  readonly #facts: Readonly<Record<string, unknown>>
  readonly #budget: StepBudget
  readonly #variables = new Map<string, Possible>()

  constructor(
    types: ReadonlyMap<Expression, Type>,
    facts: Readonly<Record<string, unknown>>,
    budget: StepBudget,
  ) {
    this.#types = types
    this.#facts = facts
    this.#budget = budget
  }

  truth(expression: Expression): Truth {
    const value = this.#read(expression)
    return typeof value === 'boolean' || value === NONE ? value : UNKNOWN
  }

  #read(expression: Expression): Possible {
    this.#budget.spend(1, expression.span)
    switch (expression.kind) {
      case 'boolean':
      case 'integer':
      case 'string':
        return expression.value
      case 'list':
        return expression.items.map((item) => settle(this.#read(item)))
      case 'name':
        return this.#variables.get(expression.name) ?? object(this.#facts[expression.name])
      case 'field':
        return this.#field(expression)
      case 'index':
        return elementOf(this.#container(expression), settle(this.#read(expression.index)))
      case 'slice':
        return partOf(
          this.#container(expression),
          settle(this.#read(expression.from)),
          settle(this.#read(expression.to)),
        )
      case 'quantifier':
        return this.#quantifier(expression)
      case 'contains':
        return this.#membership(expression, expression.item, expression.list)
      case 'call':
        return this.#call(expression)
      case 'count': {
        const members = this.#members(expression.list)
        return Array.isArray(members) ? count(members) : (members as Possible)
      }
      case 'comparison':
        return expression.operator === 'in'
          ? this.#membership(expression, expression.left, expression.right)
          : this.#comparison(expression)
      case 'and':
        return every(expression.clauses.map((clause) => this.truth(clause)))
      case 'or':
        return some(expression.clauses.map((clause) => this.truth(clause)))
    }
  }

  #field(expression: Expression & { kind: 'field' }): Possible {
    const { object: owner, name } = expression
    const ownerType = this.#types.get(owner)!
    if (ownerType.kind === 'namespace') {
      return object((this.#facts[ownerType.path] as Record<string, unknown> | undefined)?.[name])
    }
    const struct = this.#read(owner)
    if (typeof struct !== 'object') return struct === NONE ? NONE : UNKNOWN
    const value = (struct as Record<string, unknown>)[name]
    if (isReadableAs(this.#types.get(expression)!, value)) return value
    return ownerType.kind === 'struct' && !this.#canHave(ownerType.name, name) ? NONE : UNKNOWN
  }

  /** Parameters belong to some kinds of activity; requests of other kinds never have them. */
  #canHave(structName: string, name: string): boolean {
    const { type } = (this.#facts['activity'] ?? { type: '' }) as { type: string }
    if (structName === 'Activity') return name !== 'params'
    const fields = VOCABULARY.structs.find((struct) => struct.name === structName)!.fields
    const presentFor = fields.find((field) => field.name === name)?.presentFor
    return !presentFor || presentFor.includes(kindOfActivity(type))
  }

  /** Taking a text apart costs its whole length. */
  #container({ object: whole, span }: Expression & { kind: 'index' | 'slice' }): Possible {
    const container = settle(this.#read(whole))
    if (whole.kind === 'list' && (container as readonly unknown[]).includes(NONE)) return NONE
    if (container === LOOKED_UP_ACCOUNT && isIn('solana-address', this.#types.get(whole))) return UNKNOWN
    if (typeof container === 'string') this.#budget.spend(container.length >> 2, span)
    return container
  }

  #call(call: FunctionCall): Possible {
    if (call.fn === 'Timestamp') return timestampOf(call)
    if (call.fn === 'CronSpan') {
      this.#budget.spend(SPAN_COST, call.span)
      return isActive(call, this.#facts) ?? UNKNOWN
    }
    const value = settle(this.#read(call.args[0]!))
    return value === NONE ? NONE : (numberIn(value, call.fn === 'uint_le') ?? UNKNOWN)
  }

  #members(expression: Expression): Members | typeof UNKNOWN | typeof NONE {
    return membersOf(this.#read(expression))
  }

  #quantifier({ fn, list, variable, body }: Expression & { kind: 'quantifier' }): Possible {
    const members = this.#members(list)
    if (members === UNKNOWN || members === NONE) return members
    const answers = members.map(([element, belongs]) => {
      this.#variables.set(variable, element as Possible)
      const answer = this.truth(body)
      return fn === 'all' ? some([not(belongs), answer]) : every([belongs, answer])
    })
    this.#variables.delete(variable)
    if (fn === 'any') return some(answers)
    if (fn === 'all') return every(answers)
    return Sieve.of(members.map(([element], i) => [element, answers[i]!]))
  }

  #membership(whole: Expression, item: Expression, list: Expression): Truth {
    const needle = settle(this.#read(item))
    if (needle === NONE) return NONE
    const members = this.#members(list)
    if (members === UNKNOWN || members === NONE) return members
    this.#budget.spend(members.length, whole.span)
    const types = [this.#types.get(item), this.#types.get(list)] as const
    return some(
      members.map(([element, belongs]) => every([belongs, isEqual(needle, element as Possible, ...types)])),
    )
  }

  #comparison({ operator, left, right }: Comparison): Truth {
    const a = this.#read(left)
    const b = this.#read(right)
    if (operator === '==' || operator === '!=') {
      const equal = isEqual(a, b, this.#types.get(left), this.#types.get(right))
      return operator === '==' ? equal : not(equal)
    }
    if (a === NONE || b === NONE) return NONE
    return isNumber(a) && isNumber(b) ? orderOf(operator, a, b) : UNKNOWN
  }
}

const isNumber = (value: Possible) => typeof value === 'bigint' || value instanceof Range

/** A member of the facts that only some kinds of requests have. */
function object(value: unknown): Possible {
  return value === undefined || value === null ? NONE : (value as Value)
}

/** Comparing values of two kinds can't be intended by the author, so the result is unknown. */
function isEqual(a: Possible, b: Possible, aType: Type | undefined, bType: Type | undefined): Truth {
  if (a === NONE || b === NONE) return NONE
  if (isNumber(a) && isNumber(b)) return every([orderOf('<=', a, b), orderOf('>=', a, b)])
  if (a === UNKNOWN || b === UNKNOWN || typeof a !== typeof b || typeof a === 'object') return UNKNOWN
  if (isUnresolved(a, b, aType, bType)) return UNKNOWN
  const fold = foldOf(aType, bType)
  return a === b || (fold !== undefined && fold(a as Value) === fold(b as Value))
}

function elementOf(container: Possible, index: Possible): Possible {
  if (container === NONE || index === NONE) return NONE
  if (typeof index === 'string' && typeof container === 'object' && !Array.isArray(container)) {
    if (!Object.hasOwn(container, index)) return UNKNOWN
    return ((container as unknown as Record<string, Value>)[index] ?? UNKNOWN) as Possible
  }
  if (typeof index !== 'bigint') return UNKNOWN
  if (typeof container === 'object' && !Array.isArray(container) && !(container instanceof Range)) {
    return (memberAt(container, index) ?? UNKNOWN) as Possible
  }
  const part = partOf(container, index, index + 1n)
  return Array.isArray(part) ? (part[0] as Possible) : part
}

function partOf(container: Possible, from: Possible, to: Possible): Possible {
  if (container === NONE || from === NONE || to === NONE) return NONE
  if (typeof from !== 'bigint' || typeof to !== 'bigint' || from > to || from < 0n) return UNKNOWN
  if (typeof container !== 'string' && !Array.isArray(container)) return UNKNOWN
  const elements = typeof container === 'string' ? [...container] : (container as readonly Possible[])
  if (to > BigInt(elements.length)) return UNKNOWN
  const part = elements.slice(Number(from), Number(to))
  return typeof container === 'string' ? part.join('') : part
}
