/** Syntax tree → text in canonical form. */
import type { Expression } from './ast.ts'

/** Binding strength of a node; an operand that binds more weakly than its context needs parentheses. */
const Tightness = { or: 1, and: 2, comparison: 3, postfix: 4 } as const

/**
 * Writes an expression in the canonical spelling: one space around operators, no needless parentheses,
 * `.count()` with parentheses. Parsing the result gives the same tree, and formatting that the same text.
 *
 * @example
 * format(parseExpression("( a.b==1 )&&x.count")) // "a.b == 1 && x.count()"
 */
export function format(expression: Expression): string {
  switch (expression.kind) {
    case 'boolean':
    case 'integer':
      return String(expression.value)
    case 'string':
      return `'${expression.value}'`
    case 'list':
      return `[${expression.items.map(format).join(', ')}]`
    case 'name':
      return expression.name
    case 'field':
      return `${operand(expression.object, Tightness.postfix)}.${expression.name}`
    case 'index':
      return `${operand(expression.object, Tightness.postfix)}[${format(expression.index)}]`
    case 'slice':
      return `${operand(expression.object, Tightness.postfix)}[${format(expression.from)}..${format(expression.to)}]`
    case 'quantifier': {
      const list = operand(expression.list, Tightness.postfix)
      return `${list}.${expression.fn}(${expression.variable}, ${format(expression.body)})`
    }
    case 'contains':
      return `${operand(expression.list, Tightness.postfix)}.contains(${format(expression.item)})`
    case 'call':
      return `${expression.fn}(${expression.args.map(format).join(', ')})`
    case 'count':
      return `${operand(expression.list, Tightness.postfix)}.count()`
    case 'comparison': {
      const left = operand(expression.left, Tightness.postfix)
      return `${left} ${expression.operator} ${operand(expression.right, Tightness.postfix)}`
    }
    case 'and':
      return expression.clauses.map((clause) => operand(clause, Tightness.comparison)).join(' && ')
    case 'or':
      return expression.clauses.map((clause) => operand(clause, Tightness.and)).join(' || ')
  }
}

function operand(expression: Expression, needed: number): string {
  const text = format(expression)
  return tightnessOf(expression) < needed ? `(${text})` : text
}

function tightnessOf(expression: Expression): number {
  if (expression.kind === 'or' || expression.kind === 'and' || expression.kind === 'comparison') {
    return Tightness[expression.kind]
  }
  return Tightness.postfix
}
