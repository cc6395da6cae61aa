/** Random expressions that fit their types, written as text. */
import { formatType, parseType, type Side, type Type, VOCABULARY } from '../src/index.ts'
import { INTEGERS, KEYS, STRINGS } from './facts.ts'
import type { Random } from './random.ts'

interface Variable {
  readonly name: string
  readonly type: Type
}

/** A bool of the given side. `depth` bounds the nesting. */
export function generateBool(random: Random, side: Side, depth = 3): string {
  return new Generator(random, side).bool(depth, [])
}

const structs = new Map(VOCABULARY.structs.map((entry) => [entry.name, entry]))
const BOOL = parseType('bool')
const INT = parseType('int')
const STRING = parseType('string')

class Generator {
  readonly #random: Random
  readonly #isCondition: boolean
  readonly #roots: readonly Variable[]
  #variables = 0

  constructor(random: Random, side: Side) {
    this.#random = random
    this.#isCondition = side === 'condition'
    this.#roots = VOCABULARY.names
      .filter((entry) => entry.side === side)
      .map((entry) => ({ name: entry.path, type: parseType(entry.type) }))
  }

  bool(depth: number, scope: readonly Variable[]): string {
    const random = this.#random
    if (depth <= 0) return random.chance(0.2) ? random.pick(['true', 'false']) : this.#leaf(scope)
    const inner = () => this.bool(depth - 1, scope)
    switch (random.below(9)) {
      case 0:
        return `${this.#clause(inner)} && ${this.#clause(inner)}`
      case 1:
        return `${this.#clause(inner)} || ${this.#clause(inner)}`
      case 2:
        return `(${inner()})`
      case 3:
        return this.#quantifier(depth, scope)
      case 4:
        return `(${inner()}) ${random.pick(['==', '!='])} (${inner()})`
      default:
        return this.#leaf(scope)
    }
  }

  #clause(inner: () => string): string {
    return this.#random.chance(0.5) ? `(${inner()})` : inner()
  }

  #quantifier(depth: number, scope: readonly Variable[]): string {
    const { text, type } = this.#list(depth - 1, scope)
    const variable = this.#variable(type)
    const body = this.bool(depth - 1, [...scope, variable])
    return `${text}.${this.#random.pick(['all', 'any'])}(${variable.name}, ${body})`
  }

  #leaf(scope: readonly Variable[]): string {
    const random = this.#random
    switch (random.below(8)) {
      case 0:
        return `${this.#int(scope)} ${random.pick(['==', '!=', '<', '>', '<=', '>='])} ${this.#int(scope)}`
      case 1:
      case 2:
        return `${this.#string(scope)} ${random.pick(['==', '!='])} ${this.#string(scope)}`
      case 3:
        return `${this.#string(scope)} in ${this.#stringList(scope)}`
      case 4:
        return `${this.#stringList(scope)}.contains(${this.#string(scope)})`
      case 5:
        return this.#dynamic(scope)
      case 6:
        return this.#number(scope)
      default:
        return this.#path(BOOL, scope) ?? `${this.#int(scope)} in [${this.#int(scope)}, ${this.#int(scope)}]`
    }
  }

  /** A number in bytes. Consensus expressions have none. */
  #number(scope: readonly Variable[]): string {
    const random = this.#random
    if (!this.#isCondition) return this.#dynamic(scope)
    const text = random.chance(0.5)
      ? random.pick(["'0x01'", "'ff00'", "'0'", 'eth.tx.data[2..4]'])
      : this.#string(scope)
    return `${random.pick(['uint', 'uint_le'])}(${text}) ${random.pick(['==', '<', '>='])} ${random.pick(INTEGERS)}`
  }

  /** A comparison with something out of a map. */
  #dynamic(scope: readonly Variable[]): string {
    const random = this.#random
    const map = this.#path(parseType('map'), scope)
    if (!map) return `${this.#string(scope)} == ${this.#string(scope)}`
    const value = `${map}['${random.pick(KEYS)}']${random.pick(['', '', "['to']", '[0]', '[1]', '[2]'])}`
    return random.pick([
      `${value} == ${this.#string(scope)}`,
      `${value} <= ${this.#int(scope)}`,
      `${value} in ['a', 'b']`,
      `${value}.count() > 0`,
      `${value}.contains('a')`,
      value,
    ])
  }

  #int(scope: readonly Variable[]): string {
    const random = this.#random
    if (random.chance(0.35)) return String(random.pick(INTEGERS))
    if (random.chance(0.3)) return `${this.#list(1, scope).text}.count${random.pick(['', '()'])}`
    return this.#path(INT, scope) ?? String(random.pick(INTEGERS))
  }

  #string(scope: readonly Variable[]): string {
    const random = this.#random
    const text = random.chance(0.35) ? undefined : this.#path(STRING, scope)
    const base = text ?? `'${random.pick(STRINGS)}'`
    if (random.chance(0.15)) return `${base}[${random.below(4)}]`
    if (random.chance(0.15)) return `${base}[${random.below(3)}..${random.below(6)}]`
    return base
  }

  #stringList(scope: readonly Variable[]): string {
    const declared = this.#random.chance(0.4) ? this.#path(parseType('list<string>'), scope) : undefined
    return declared ?? `[${this.#random.times(this.#random.below(4), () => this.#string(scope)).join(', ')}]`
  }

  /** A list of anything, filtered or sliced now and then. */
  #list(depth: number, scope: readonly Variable[]): { text: string; type: Type } {
    const random = this.#random
    const lists = listsBelow(random.pick(this.#origins(scope)))
    const found = random.chance(0.85) && lists.length > 0 ? random.pick(lists) : undefined
    let text = found?.name ?? `['a', ${this.#string(scope)}]`
    const type = found?.type.kind === 'list' ? found.type.of : STRING
    if (random.chance(0.1)) text = `${text}[${random.below(2)}..${random.below(3)}]`
    if (depth > 0 && random.chance(0.25)) {
      const variable = this.#variable(type)
      text = `${text}.filter(${variable.name}, ${this.bool(depth - 1, [...scope, variable])})`
    }
    return { text, type }
  }

  #variable(type: Type): Variable {
    return { name: `v${this.#variables++}`, type }
  }

  #path(type: Type, scope: readonly Variable[]): string | undefined {
    const wanted = formatType(type)
    const fitting = this.#origins(scope).filter((origin) => suffixesOf(origin.type, wanted).length > 0)
    if (fitting.length === 0) return undefined
    const origin = this.#random.pick(fitting)
    return `${origin.name}${this.#random.pick(suffixesOf(origin.type, wanted)).name}`
  }

  /** A few names of the side, and the variables, twice as likely. */
  #origins(scope: readonly Variable[]): Variable[] {
    return [...this.#random.times(3, () => this.#random.pick(this.#roots)), ...scope, ...scope]
  }
}

/** What can be read below a type, at most three deep, by the type that it has. */
const suffixes = new Map<string, Map<string, Variable[]>>()

function suffixesOf(type: Type, wanted: string): readonly Variable[] {
  const key = formatType(type)
  let byType = suffixes.get(key)
  if (!byType) {
    byType = new Map()
    for (const suffix of below({ name: '', type }, 3)) {
      const found = formatType(suffix.type)
      byType.set(found, [...(byType.get(found) ?? []), suffix])
    }
    suffixes.set(key, byType)
  }
  return byType.get(wanted) ?? []
}

function below(from: Variable, depth: number): Variable[] {
  if (depth === 0) return [from]
  if (from.type.kind === 'list') {
    const { of } = from.type
    const elements = [0, 1].map((index) => ({ name: `${from.name}[${index}]`, type: of }))
    return [from, ...elements.flatMap((element) => below(element, depth - 1))]
  }
  if (from.type.kind !== 'struct') return [from]
  const { fields } = structs.get(from.type.name)!
  return fields.flatMap((field) =>
    below({ name: `${from.name}.${field.name}`, type: parseType(field.type) }, depth - 1),
  )
}

/** Every list that a value of the type is or holds. */
function listsBelow(origin: Variable): Variable[] {
  const types = new Set(below({ name: '', type: origin.type }, 2).map((suffix) => suffix.type))
  const lists = [...types].filter((type) => type.kind === 'list').map(formatType)
  return [...new Set(lists)].flatMap((list) =>
    suffixesOf(origin.type, list).map((suffix) => ({ ...suffix, name: `${origin.name}${suffix.name}` })),
  )
}
