/** Syntax tree → type, or all type errors. */
import type {
  Comparison,
  Expression,
  FieldAccess,
  FunctionCall,
  IndexAccess,
  ListLiteral,
  Name,
  Quantifier,
  Slice,
} from './ast.ts'
import { PolicyError, type PolicyErrorCode, type Side, type Span } from './error.ts'
import { format } from './format.ts'
import { INT128_MAX } from './limits.ts'
import { FUNCTIONS } from './parse.ts'
import { suggestWord } from './suggest.ts'
import { timeProblem } from './time/problem.ts'
import { abbreviate } from './token.ts'
import {
  BOOL,
  formatType,
  INT,
  listOf,
  parseType,
  STRING,
  TIMESTAMP,
  type Type,
  UINT,
  VALUE,
} from './type.ts'
import { conversionHint, isBool, isInteger, isScalar, unify, withArticle, withFormat } from './unify.ts'
import { type StructEntry, VOCABULARY, type Vocabulary } from './vocabulary.ts'

export interface Checked {
  /** The type of the whole expression; undefined if it doesn't type-check. */
  readonly type: Type | undefined
  /** Problems in text order, 100 at most; empty if the expression may be evaluated. */
  readonly problems: readonly PolicyError[]
  /** The type of every part that type-checks. */
  readonly types: ReadonlyMap<Expression, Type>
}

/**
 * Checks names and types. Never throws.
 *
 * A value from a map has the type `value`, which fits everywhere; evaluating it may cause a `VALUE_TYPE` error.
 * Everything else that passes this check can't fail because of its type.
 *
 * @param side determines the available names
 */
export function checkExpression(expression: Expression, side: Side, vocabulary = VOCABULARY): Checked {
  const checker = new Checker(side, vocabulary)
  const type = checker.check(expression)
  const problems = checker.problems.toSorted((a, b) => a.span.start - b.span.start)
  return { type, problems, types: checker.types }
}

/** Like `checkExpression`, but the whole must be a bool, as in a condition or consensus. */
export function checkPolicyExpression(expression: Expression, side: Side, vocabulary = VOCABULARY): Checked {
  const checked = checkExpression(expression, side, vocabulary)
  if (checked.problems.length > 0 || !checked.type || isBool(checked.type)) return checked
  const problem = new PolicyError(
    'NOT_BOOL',
    `a ${side} must be a bool, and this is ${withArticle(checked.type)}`,
    expression.span,
    'compare it with a value',
    side,
  )
  return { ...checked, problems: [problem] }
}

type Known = Type | undefined

const MOST_SUGGESTIONS = 20
/** Upper bound of reported problems. Checking ends there, because each one takes as long as many tokens. */
const MOST_PROBLEMS = 100

class Checker {
  readonly problems: PolicyError[] = []
  readonly types = new Map<Expression, Type>()
  readonly #variables = new Map<string, Known>()
  readonly #mixedLists = new Set<Expression>()
  readonly #side: Side
  readonly #vocabulary: Vocabulary
  readonly #structs: Map<string, StructEntry>

  constructor(side: Side, vocabulary: Vocabulary) {
    this.#side = side
    this.#vocabulary = vocabulary
    this.#structs = new Map(vocabulary.structs.map((entry) => [entry.name, entry]))
  }

  check(expression: Expression): Known {
    if (this.problems.length >= MOST_PROBLEMS) return undefined
    const type = this.#typeOf(expression)
    if (type) this.types.set(expression, type)
    return type
  }

  #typeOf(expression: Expression): Known {
    switch (expression.kind) {
      case 'boolean':
        return BOOL
      case 'integer':
        return expression.value > INT128_MAX ? UINT : INT
      case 'string':
        return STRING
      case 'list':
        return this.#listType(expression)
      case 'name':
        return this.#nameType(expression)
      case 'field':
        return this.#fieldType(expression)
      case 'index':
        return this.#indexType(expression)
      case 'slice':
        return this.#sliceType(expression)
      case 'quantifier':
        return this.#quantifierType(expression)
      case 'contains': {
        const list = this.check(expression.list)
        this.#requireElement(expression.item, this.check(expression.item), expression.list, list, 'contains')
        return BOOL
      }
      case 'call':
        return this.#callType(expression)
      case 'count':
        this.#requireList(expression.list, this.check(expression.list), 'count')
        return INT
      case 'comparison':
        return this.#comparisonType(expression)
      case 'and':
      case 'or': {
        const operator = expression.kind === 'and' ? '&&' : '||'
        for (const clause of expression.clauses) {
          this.#requireBool(clause, this.check(clause), `both sides of \`${operator}\` must be bool`)
        }
        return BOOL
      }
    }
  }

  #listType(list: ListLiteral): Known {
    const { items } = list
    let joined: Known
    let first: Expression | undefined
    for (const item of items) {
      const type = this.check(item)
      if (!type) continue
      if (type.kind === 'namespace') {
        this.#report('TYPE_MISMATCH', `${quote(item)} is only the beginning of a name`, item.span)
        continue
      }
      if (!joined || !first) {
        joined = type
        first = item
        continue
      }
      const next = unify(first, joined, item, type)
      if (next) joined = next
      else {
        this.#mixedLists.add(list)
        const kinds = `${formatType(joined)} and ${formatType(type)}`
        this.#report('TYPE_MISMATCH', `the elements of a list have one type, here ${kinds}`, item.span)
      }
    }
    // An empty list has no elements to read, so they may have any type.
    return items.length === 0 ? listOf(VALUE) : joined && listOf(joined)
  }

  #nameType({ name, span }: Name): Known {
    if (this.#variables.has(name)) return this.#variables.get(name)
    const { names } = this.#vocabulary
    const declared = names.find((entry) => entry.path === name)
    if (declared?.side === this.#side) return parseType(declared.type)
    const inside = names.find((entry) => entry.path.startsWith(`${name}.`))
    if (inside?.side === this.#side) return { kind: 'namespace', path: name }
    const other = declared ?? inside
    if (other) {
      const message = `\`${name}\` is known in a ${other.side}, not in a ${this.#side}`
      return this.#report('NAME_OF_OTHER_SIDE', message, span, `move this clause to the ${other.side}`)
    }
    const known = names.filter((entry) => entry.side === this.#side).map((entry) => entry.path.split('.')[0]!)
    const message = `unknown name \`${abbreviate(name)}\` in a ${this.#side}`
    return this.#report(
      'UNKNOWN_NAME',
      message,
      span,
      this.#suggest(name, [...new Set([...this.#variables.keys(), ...known])]),
    )
  }

  #fieldType({ object, name, nameSpan }: FieldAccess): Known {
    const type = this.check(object)
    if (!type) return undefined
    if (type.kind === 'namespace') return this.#memberType(type.path, name, nameSpan)
    if (type.kind === 'struct') return this.#structFieldType(type.name, name, nameSpan)
    const message = `${withArticle(type)} has no field \`${abbreviate(name)}\``
    return this.#report('UNKNOWN_FIELD', message, nameSpan, this.#fieldHint(type, name))
  }

  #memberType(path: string, name: string, span: Span): Known {
    const entry = this.#vocabulary.names.find((candidate) => candidate.path === `${path}.${name}`)
    if (entry) return parseType(entry.type)
    const members = this.#vocabulary.names
      .filter((candidate) => candidate.path.startsWith(`${path}.`))
      .map((candidate) => candidate.path.slice(path.length + 1))
    const message = `there is no \`${path}.${abbreviate(name)}\``
    return this.#report('UNKNOWN_FIELD', message, span, this.#suggest(name, members))
  }

  #structFieldType(structName: string, name: string, span: Span): Known {
    const struct = this.#structs.get(structName)!
    const field = struct.fields.find((candidate) => candidate.name === name)
    if (field) return withFormat(parseType(field.type), field.format)
    const fields = struct.fields.map((candidate) => candidate.name)
    const message = `${struct.title} has no field \`${abbreviate(name)}\``
    return this.#report(
      'UNKNOWN_FIELD',
      message,
      span,
      this.#suggest(name, fields) ?? `known here: ${fields.map((field) => `\`${field}\``).join(', ')}`,
    )
  }

  #fieldHint(type: Type, name: string): string | undefined {
    if (type.kind === 'map' || type.kind === 'value') return `write \`['${abbreviate(name)}']\``
    if (name !== 'count' && FUNCTIONS.some((fn) => fn === name)) return `write \`${name}(...)\``
    if (type.kind === 'list') return 'pick an element with `[0]`, or ask about all with `any(x, ...)`'
    return undefined
  }

  #indexType({ object, index }: IndexAccess): Known {
    const type = this.check(object)
    const indexType = this.check(index)
    if (!type || !indexType) return undefined
    if (type.kind === 'map') {
      if (indexType.kind === 'string' || indexType.kind === 'value') return VALUE
      const message = `a map is read with a string, not ${withArticle(indexType)}`
      return this.#report('TYPE_MISMATCH', message, index.span, "write `['key']`")
    }
    if (type.kind === 'value' && indexType.kind === 'string') return VALUE
    this.#requireInt(index, indexType, 'an index')
    if (type.kind === 'list') return type.of
    if (type.kind === 'string' || type.kind === 'value') return type
    return this.#report('TYPE_MISMATCH', `${withArticle(type)} has no elements`, object.span)
  }

  #sliceType({ object, from, to }: Slice): Known {
    const type = this.check(object)
    for (const bound of [from, to]) this.#requireInt(bound, this.check(bound), 'the bound of a slice')
    if (!type || type.kind === 'list' || type.kind === 'string' || type.kind === 'value') return type
    return this.#report('TYPE_MISMATCH', `${withArticle(type)} cannot be sliced`, object.span)
  }

  #quantifierType({ fn, list, variable, variableSpan, body }: Quantifier): Known {
    const listType = this.check(list)
    const element = this.#requireList(list, listType, fn)
    const isDeclared = this.#vocabulary.names.some(({ path }) => path.split('.')[0] === variable)
    const isTaken = this.#variables.has(variable)
    if (isDeclared || isTaken) {
      const message = `the name \`${abbreviate(variable)}\` is taken`
      this.#report('NAME_TAKEN', message, variableSpan, 'name the variable differently')
    }
    const outer = this.#variables.get(variable)
    // A redefined name is ambiguous, so report nothing else about it.
    this.#variables.set(variable, isTaken || isDeclared ? undefined : element)
    const bodyType = this.check(body)
    if (isTaken) this.#variables.set(variable, outer)
    else this.#variables.delete(variable)
    this.#requireBool(body, bodyType, `what \`${fn}\` asks of each element must be a bool`)
    return fn === 'filter' ? listType : BOOL
  }

  #callType(call: FunctionCall): Known {
    const { fn, args, span } = call
    const types = args.map((argument) => this.check(argument))
    const isTime = fn === 'Timestamp' || fn === 'CronSpan'
    if (isTime !== (this.#side === 'time')) {
      const where = isTime ? 'in the `time` of a policy' : 'in a condition'
      return this.#report('NAME_OF_OTHER_SIDE', `\`${fn}\` is known ${where}, not in a ${this.#side}`, span)
    }
    const problem = isTime ? timeProblem(call) : this.#numberProblem(call, types)
    const code = problem && 'isZone' in problem && problem.isZone ? 'ZONE_UNKNOWN' : 'ARGUMENT_MALFORMED'
    if (problem) this.#report(code, problem.message, problem.at.span, problem.hint)
    if (problem && code === 'ARGUMENT_MALFORMED') return undefined
    return fn === 'Timestamp' ? TIMESTAMP : fn === 'CronSpan' ? BOOL : UINT
  }

  #numberProblem({ fn, args, span }: FunctionCall, [type]: readonly Known[]) {
    const hint = `such as \`${fn}(eth.tx.data[10..74])\``
    if (args.length !== 1) return { message: `\`${fn}\` takes one argument`, at: { span }, hint }
    if (!type || type.kind === 'string' || type.kind === 'value') return undefined
    return { message: `\`${fn}\` reads hex digits, not ${withArticle(type)}`, at: args[0]!, hint }
  }

  #comparisonType({ operator, left, right }: Comparison): Known {
    const leftType = this.check(left)
    const rightType = this.check(right)
    if (operator === 'in') {
      this.#requireElement(left, leftType, right, rightType, 'in')
      return BOOL
    }
    if (!leftType || !rightType) return BOOL
    const joined = this.#requireComparable(left, leftType, right, rightType, operator)
    const isOrder = operator !== '==' && operator !== '!='
    if (joined && isOrder && !['int', 'uint', 'timestamp', 'value'].includes(joined.kind)) {
      const span = { ...left.span, end: right.span.end }
      this.#report('TYPE_MISMATCH', `\`${operator}\` compares integers, not ${joined.kind}s`, span)
    }
    return BOOL
  }

  /** Reports a pair that can't be compared; otherwise returns the common type. */
  #requireComparable(
    left: Expression,
    leftType: Type,
    right: Expression,
    rightType: Type,
    form: string,
  ): Known {
    for (const [side, type] of [
      [left, leftType],
      [right, rightType],
    ] as const) {
      if (isScalar(type)) continue
      const message = `\`${form}\` cannot compare ${withArticle(type)}`
      if (type.kind === 'namespace')
        return this.#report('TYPE_MISMATCH', `${quote(side)} is ${withArticle(type)}`, side.span)
      const hint = type.kind === 'list' ? 'use `in`, `contains`, `all` or `any`' : 'compare one of its fields'
      return this.#report('TYPE_MISMATCH', message, side.span, hint)
    }
    const joined = unify(left, leftType, right, rightType)
    if (joined) return joined
    const tooLarge = [left, right].find((side) => side.kind === 'integer' && side.value > INT128_MAX)
    if (tooLarge && isInteger(leftType) && isInteger(rightType)) {
      const message = `\`${abbreviate(format(tooLarge))}\` does not fit in a signed 128-bit integer`
      return this.#report('INTEGER_OUT_OF_RANGE', message, tooLarge.span, `the largest is ${INT128_MAX}`)
    }
    const message = `\`${form}\` compares values of one type, here ${formatType(leftType)} and ${formatType(rightType)}`
    return this.#report('TYPE_MISMATCH', message, right.span, conversionHint(leftType, rightType))
  }

  /** For `item in list` and `list.contains(item)`. */
  #requireElement(item: Expression, itemType: Known, list: Expression, listType: Known, form: string): void {
    const element = this.#requireList(list, listType, form)
    if (!element || !itemType) return
    if (list.kind === 'list' && list.items.length > 0) {
      // Check each element, so that the message points at the wrong one, unless it was reported already.
      if (this.#mixedLists.has(list)) return
      for (const candidate of list.items) {
        const type = this.types.get(candidate)
        if (type && !this.#requireComparable(item, itemType, candidate, type, form)) return
      }
      return
    }
    this.#requireComparable(list, element, item, itemType, form)
  }

  #requireList(list: Expression, type: Known, form: string): Known {
    if (!type) return undefined
    if (type.kind === 'list') return type.of
    if (type.kind === 'value') return VALUE
    const message = `\`${form}\` needs a list, and ${quote(list)} is ${withArticle(type)}`
    return this.#report('TYPE_MISMATCH', message, list.span)
  }

  #requireInt(expression: Expression, type: Known, what: string): void {
    if (!type || isInteger(type) || type.kind === 'value') return
    this.#report('TYPE_MISMATCH', `${what} is an int, not ${withArticle(type)}`, expression.span)
  }

  #requireBool(expression: Expression, type: Known, rule: string): void {
    if (!type || isBool(type)) return
    const message = `${rule}, and ${quote(expression)} is ${withArticle(type)}`
    this.#report('TYPE_MISMATCH', message, expression.span, 'compare it with a value')
  }

  /** Finding the intended word is the slowest step here, so it stops after a few mistakes. */
  #suggest(word: string, known: readonly string[]): string | undefined {
    return this.problems.length < MOST_SUGGESTIONS ? suggestWord(word, known) : undefined
  }

  #report(code: PolicyErrorCode, message: string, span: Span, hint?: string): undefined {
    if (this.problems.length < MOST_PROBLEMS)
      this.problems.push(new PolicyError(code, message, span, hint, this.#side))
  }
}

function quote(expression: Expression): string {
  return `\`${abbreviate(format(expression))}\``
}
