/**
 * Could it be true? What a deny asks of an expression that cannot be evaluated.
 *
 * Who sends a request chooses what can be read in it: a transaction without a chain id, typed data with a text where
 * a number belongs, an instruction less. A deny that reads it must not vanish, so what cannot be read counts as
 * unknown, and an expression is false only where it is false whatever the unknown is: `false && unknown` is
 * false, `unknown == 1` is unknown, and so is `true && unknown`.
 *
 * Of objects that this kind of request does not have, such as `eth.tx` for a Solana transaction, nothing is
 * unknown: an expression about them is about other requests.
 */
import { kindOfActivity } from './activities.ts'
import type { Comparison, Expression } from './ast.ts'
import type { StepBudget } from './budget.ts'
import { foldOf } from './compile/compare.ts'
import { isUnresolved, LOOKED_UP_ACCOUNT } from './compile/lookup.ts'
import { isReadableAs } from './compile/read.ts'
import type { Value } from './compile/step.ts'
import { isIn, type Type } from './type.ts'
import { VOCABULARY } from './vocabulary.ts'

/** A value that cannot be read. As an element of a list it is one all the same. */
const UNKNOWN = Symbol('unknown')
/** Where a text ends before the asked-for characters do: what there is of them. */
class CutText {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
type Possible = Value | CutText | typeof UNKNOWN
type Truth = boolean | typeof UNKNOWN

/** Thrown where an expression reads an object that this kind of request does not have. */
class AboutOthers extends Error {}

/**
 * Whether a checked expression of type bool may be true of these facts.
 *
 * @returns false when it is false whatever cannot be read, and when it is about another kind of request.
 * @throws StepsExceeded when the budget runs out
 */
export function mayBeTrue(
  expression: Expression,
  types: ReadonlyMap<Expression, Type>,
  facts: object,
  budget: StepBudget,
): boolean {
  try {
    return new Reading(types, facts as Readonly<Record<string, unknown>>, budget).truth(expression) !== false
  } catch (error) {
    if (error instanceof AboutOthers) return false
    throw error
  }
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
    return typeof value === 'boolean' ? value : UNKNOWN
  }

  #read(expression: Expression): Possible {
    this.#budget.spend(1, expression.span)
    switch (expression.kind) {
      case 'boolean':
      case 'integer':
      case 'string':
        return expression.value
      case 'list':
        return expression.items.map((item) => this.#read(item))
      case 'name':
        return this.#variables.get(expression.name) ?? this.#object(this.#facts[expression.name])
      case 'field':
        return this.#field(expression)
      case 'index':
        return elementOf(this.#container(expression), this.#read(expression.index))
      case 'slice':
        return partOf(this.#container(expression), this.#read(expression.from), this.#read(expression.to))
      case 'quantifier':
        return this.#quantifier(expression)
      case 'contains':
        return this.#membership(expression, expression.item, expression.list)
      case 'count': {
        const list = this.#list(expression.list)
        return list === UNKNOWN ? UNKNOWN : BigInt(list.length)
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

  #object(value: unknown): Value {
    if (value === undefined || value === null) throw new AboutOthers()
    return value as Value
  }

  #field(expression: Expression & { kind: 'field' }): Possible {
    const { object, name } = expression
    const owner = this.#types.get(object)!
    if (owner.kind === 'namespace') {
      return this.#object((this.#facts[owner.path] as Record<string, unknown> | undefined)?.[name])
    }
    const struct = this.#read(object)
    if (typeof struct !== 'object') return UNKNOWN
    const value = (struct as Record<string, unknown>)[name]
    if (isReadableAs(this.#types.get(expression)!, value)) return value
    if (owner.kind === 'struct' && !this.#canHave(owner.name, name)) throw new AboutOthers()
    return UNKNOWN
  }

  /** Parameters belong to some kinds of activity: those of the others lack them, whoever sends them. */
  #canHave(structName: string, name: string): boolean {
    const { type } = (this.#facts['activity'] ?? { type: '' }) as { type: string }
    const fields = VOCABULARY.structs.find((struct) => struct.name === structName)!.fields
    const presentFor = fields.find((field) => field.name === name)?.presentFor
    if (structName === 'Activity') return name !== 'params'
    return !presentFor || presentFor.includes(kindOfActivity(type))
  }

  /** Taking a text apart goes over all of it. */
  #container({ object, span }: Expression & { kind: 'index' | 'slice' }): Possible {
    const container = this.#read(object)
    if (container === LOOKED_UP_ACCOUNT && isIn('solana-address', this.#types.get(object))) return UNKNOWN
    if (typeof container === 'string') this.#budget.spend(container.length >> 2, span)
    return container
  }

  #list(expression: Expression): readonly Possible[] | typeof UNKNOWN {
    const list = this.#read(expression)
    return Array.isArray(list) ? list : UNKNOWN
  }

  #quantifier({ fn, list, variable, body }: Expression & { kind: 'quantifier' }): Possible {
    const elements = this.#list(list)
    if (elements === UNKNOWN) return UNKNOWN
    const answers = elements.map((element) => {
      this.#variables.set(variable, element)
      return this.truth(body)
    })
    this.#variables.delete(variable)
    if (fn === 'any') return some(answers)
    if (fn === 'all') return every(answers)
    return answers.includes(UNKNOWN) ? UNKNOWN : elements.filter((_, i) => answers[i] === true)
  }

  #membership(whole: Expression, item: Expression, list: Expression): Truth {
    const needle = this.#read(item)
    const elements = this.#list(list)
    if (elements === UNKNOWN) return UNKNOWN
    this.#budget.spend(elements.length, whole.span)
    return some(
      elements.map((element) => isEqual(needle, element, this.#types.get(item), this.#types.get(list))),
    )
  }

  #comparison({ operator, left, right }: Comparison): Truth {
    const a = this.#read(left)
    const b = this.#read(right)
    if (operator === '==' || operator === '!=') {
      const equal = isEqual(a, b, this.#types.get(left), this.#types.get(right))
      return equal === UNKNOWN ? UNKNOWN : equal === (operator === '==')
    }
    if (typeof a !== 'bigint' || typeof b !== 'bigint') return UNKNOWN
    return order(operator, a, b)
  }
}

function order(operator: string, a: bigint, b: bigint): boolean {
  if (operator === '<') return a < b
  if (operator === '>') return a > b
  return operator === '<=' ? a <= b : a >= b
}

function every(answers: readonly Truth[]): Truth {
  return answers.includes(false) ? false : answers.includes(UNKNOWN) ? UNKNOWN : true
}

function some(answers: readonly Truth[]): Truth {
  return answers.includes(true) ? true : answers.includes(UNKNOWN) ? UNKNOWN : false
}

/** Values of two kinds are nothing that an author could have meant: what they come to is unknown. */
function isEqual(a: Possible, b: Possible, aType: Type | undefined, bType: Type | undefined): Truth {
  if (a instanceof CutText) return typeof b === 'string' ? mayBeginWith(b, a) : UNKNOWN
  if (b instanceof CutText) return typeof a === 'string' ? mayBeginWith(a, b) : UNKNOWN
  if (a === UNKNOWN || b === UNKNOWN || typeof a !== typeof b || typeof a === 'object') return UNKNOWN
  if (isUnresolved(a, b, aType, bType)) return UNKNOWN
  const fold = foldOf(aType, bType)
  return a === b || (fold !== undefined && fold(a) === fold(b as Value))
}

/**
 * Characters beyond the end of a text are equal to none, with one exception: contracts read call data that ends
 * early as if zeros followed, so a text that goes on with nothing but zeros is unknown.
 */
function mayBeginWith(text: string, cut: CutText): Truth {
  return text.startsWith(cut.text) && /^0*$/.test(text.slice(cut.text.length)) ? UNKNOWN : false
}

function elementOf(container: Possible, index: Possible): Possible {
  if (typeof index === 'string' && typeof container === 'object' && !Array.isArray(container)) {
    if (container instanceof CutText || !Object.hasOwn(container, index)) return UNKNOWN
    return ((container as Record<string, Value>)[index] ?? UNKNOWN) as Possible
  }
  if (typeof index !== 'bigint') return UNKNOWN
  if (typeof container === 'string') return partOf(container, index, index + 1n)
  if (!Array.isArray(container) || index < 0n || index >= BigInt(container.length)) return UNKNOWN
  return container[Number(index)] as Possible
}

function partOf(container: Possible, from: Possible, to: Possible): Possible {
  if (typeof from !== 'bigint' || typeof to !== 'bigint' || from > to || from < 0n) return UNKNOWN
  if (typeof container === 'string') {
    const characters = [...container]
    const part = characters.slice(Number(from), Number(to)).join('')
    return to > BigInt(characters.length) ? new CutText(part) : part
  }
  if (!Array.isArray(container) || to > BigInt(container.length)) return UNKNOWN
  return container.slice(Number(from), Number(to))
}
