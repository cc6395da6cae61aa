/** Helpers for rules that inspect expressions. */
import { childrenOf, type Expression, walk } from './ast.ts'
import { VOCABULARY } from './vocabulary.ts'

const PATHS: ReadonlySet<string> = new Set(VOCABULARY.names.map(({ path }) => path))

export type Literal = Expression & { kind: 'boolean' | 'integer' | 'string' }

export function isLiteral(expression: Expression): expression is Literal {
  return expression.kind === 'boolean' || expression.kind === 'integer' || expression.kind === 'string'
}

/** The operator after swapping the sides. */
export const MIRRORED: Readonly<Record<string, string>> = { '<': '>', '>': '<', '<=': '>=', '>=': '<=' }

/** The clauses that must all be true, including those of nested `&&`. */
export function conjuncts(expression: Expression): Expression[] {
  return expression.kind === 'and' ? expression.clauses.flatMap(conjuncts) : [expression]
}

/** A clause that must be true, or false if `isWanted` is. */
export interface Term {
  readonly clause: Expression
  readonly isWanted: boolean
}

/** The clauses that must all be met, without the parentheses and negations around them. */
export function termsOf(expression: Expression, isWanted: boolean): Term[] {
  const negated = negationOf(expression)
  if (negated) return termsOf(negated.operand, negated.isNegated ? !isWanted : isWanted)
  const isJoined = expression.kind === 'and' || expression.kind === 'or'
  if (!isJoined || (expression.kind === 'and') !== isWanted) return [{ clause: expression, isWanted }]
  return expression.clauses.flatMap((clause) => termsOf(clause, isWanted))
}

/** `(...) == false` and similar forms. */
export function negationOf(expression: Expression): { operand: Expression; isNegated: boolean } | undefined {
  if (expression.kind !== 'comparison') return undefined
  const { operator, left, right } = expression
  if (operator !== '==' && operator !== '!=') return undefined
  const literal = [left, right].find((part) => part.kind === 'boolean')
  if (!literal) return undefined
  return { operand: literal === left ? right : left, isNegated: literal.value !== (operator === '==') }
}

/** The parts that are evaluated for every request. */
export const alwaysEvaluated = (expression: Expression): Generator<Expression> =>
  walk(expression, evaluatedChildren)

/** Without the bodies of `all`, `any` and `filter`, because the list may be empty, unless it is a literal. */
export function evaluatedChildren(expression: Expression): readonly Expression[] {
  if (expression.kind !== 'quantifier') return childrenOf(expression)
  const { list, body } = expression
  return list.kind === 'list' && list.items.length > 0 ? [list, body] : [list]
}

/** The path of a declared name, such as `eth.tx` or `wallet`; undefined for other expressions. */
export function declaredPath(expression: Expression): string | undefined {
  const path =
    expression.kind === 'name'
      ? expression.name
      : expression.kind === 'field' && expression.object.kind === 'name'
        ? `${expression.object.name}.${expression.name}`
        : undefined
  return path !== undefined && PATHS.has(path) ? path : undefined
}

/** The strings that an expression is compared with: `x == 'a'`, `'a' == x`, `x in ['a', 'b']`. */
export function comparedStrings(
  clause: Expression,
): { subject: Expression; strings: (Expression & { kind: 'string' })[] } | undefined {
  if (clause.kind !== 'comparison') return undefined
  const { operator, left, right } = clause
  if (operator === '==' && right.kind === 'string') return { subject: left, strings: [right] }
  if (operator === '==' && left.kind === 'string') return { subject: right, strings: [left] }
  if (operator !== 'in' || right.kind !== 'list') return undefined
  const strings = right.items.filter((item) => item.kind === 'string')
  return strings.length === right.items.length && strings.length > 0 ? { subject: left, strings } : undefined
}
