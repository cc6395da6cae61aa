/** The syntax tree of an expression: frozen nodes, discriminated by `kind`, each with its position in the text. */
import type { Span } from './error.ts'

export type ComparisonOperator = '==' | '!=' | '<' | '>' | '<=' | '>=' | 'in'
export type QuantifierFunction = 'all' | 'any' | 'filter'
/** Functions that stand alone. */
export const CALLABLE_FUNCTIONS = ['uint', 'uint_le', 'Timestamp', 'CronSpan'] as const
export type CallableFunction = (typeof CALLABLE_FUNCTIONS)[number]

export interface BooleanLiteral {
  readonly kind: 'boolean'
  readonly value: boolean
  readonly span: Span
}
export interface IntegerLiteral {
  readonly kind: 'integer'
  readonly value: bigint
  readonly span: Span
}
export interface StringLiteral {
  readonly kind: 'string'
  readonly value: string
  readonly span: Span
}
export interface ListLiteral {
  readonly kind: 'list'
  readonly items: readonly Expression[]
  readonly span: Span
}
export interface Name {
  readonly kind: 'name'
  readonly name: string
  readonly span: Span
}
export interface FieldAccess {
  readonly kind: 'field'
  readonly object: Expression
  readonly name: string
  readonly nameSpan: Span
  readonly span: Span
}
/** `list[i]`, `'text'[i]` or `map['key']`. */
export interface IndexAccess {
  readonly kind: 'index'
  readonly object: Expression
  readonly index: Expression
  readonly span: Span
}
/** `object[from..to]`, `to` exclusive. */
export interface Slice {
  readonly kind: 'slice'
  readonly object: Expression
  readonly from: Expression
  readonly to: Expression
  readonly span: Span
}
/** `list.all(variable, body)` and similar functions. */
export interface Quantifier {
  readonly kind: 'quantifier'
  readonly fn: QuantifierFunction
  readonly list: Expression
  readonly variable: string
  readonly variableSpan: Span
  readonly body: Expression
  readonly span: Span
}
export interface Contains {
  readonly kind: 'contains'
  readonly list: Expression
  readonly item: Expression
  readonly span: Span
}
export interface Count {
  readonly kind: 'count'
  readonly list: Expression
  readonly span: Span
}
export interface Comparison {
  readonly kind: 'comparison'
  readonly operator: ComparisonOperator
  readonly left: Expression
  readonly right: Expression
  readonly span: Span
}
/** `a && b && c`, flat: a chain without parentheses is one node with at least two clauses. */
export interface And {
  readonly kind: 'and'
  readonly clauses: readonly Expression[]
  readonly span: Span
}
/** `a || b || c`, flat like `And`. */
export interface Or {
  readonly kind: 'or'
  readonly clauses: readonly Expression[]
  readonly span: Span
}

/** `uint(…)`, `uint_le(…)`, `Timestamp(…)` or `CronSpan(…)`. */
export interface FunctionCall {
  readonly kind: 'call'
  readonly fn: CallableFunction
  readonly args: readonly Expression[]
  readonly span: Span
}

export type Expression =
  | BooleanLiteral
  | IntegerLiteral
  | StringLiteral
  | ListLiteral
  | Name
  | FieldAccess
  | IndexAccess
  | Slice
  | Quantifier
  | Contains
  | Count
  | Comparison
  | And
  | Or
  | FunctionCall

/** The direct parts of an expression, in the order of the text. */
export function childrenOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'boolean':
    case 'integer':
    case 'string':
    case 'name':
      return []
    case 'list':
      return expression.items
    case 'call':
      return expression.args
    case 'field':
      return [expression.object]
    case 'index':
      return [expression.object, expression.index]
    case 'slice':
      return [expression.object, expression.from, expression.to]
    case 'quantifier':
      return [expression.list, expression.body]
    case 'contains':
      return [expression.list, expression.item]
    case 'count':
      return [expression.list]
    case 'comparison':
      return [expression.left, expression.right]
    case 'and':
    case 'or':
      return expression.clauses
  }
}

/**
 * The expression and everything in it, parents before parts, in time proportional to their number.
 * @param partsOf default: all direct parts
 */
export function* walk(
  expression: Expression,
  partsOf: (part: Expression) => readonly Expression[] = childrenOf,
): Generator<Expression> {
  // Nested generators would pass each part through all levels above it.
  const left = [expression]
  for (let part = left.pop(); part; part = left.pop()) {
    yield part
    const parts = partsOf(part)
    for (let n = parts.length - 1; n >= 0; n--) left.push(parts[n]!)
  }
}
