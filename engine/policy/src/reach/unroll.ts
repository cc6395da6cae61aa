/** Rewrites quantifiers over literal lists as `&&` and `||`, so that counts can be extracted. */
import { childrenOf, type Expression } from '../ast.ts'
import { isLiteral } from '../parts.ts'

/** Upper bound of the growth in parts; beyond it, approvals are searched by trial. */
const MOST_PARTS = 5_000

/**
 * `['t-a', 't-b'].all(t, approvers.any(a, a.tags.contains(t)))` →
 * `approvers.any(a, a.tags.contains('t-a')) && approvers.any(a, a.tags.contains('t-b'))`.
 * Only along the path of bools from the top; anything else is kept as it is.
 */
export function unrollQuantifiers(expression: Expression): Expression {
  return unroll(expression, { parts: MOST_PARTS })
}

/** @param room shared by the whole expression, because nested lists multiply */
function unroll(expression: Expression, room: { parts: number }): Expression {
  switch (expression.kind) {
    case 'and':
    case 'or':
      return { ...expression, clauses: expression.clauses.map((clause) => unroll(clause, room)) }
    case 'comparison':
      return {
        ...expression,
        left: unroll(expression.left, room),
        right: unroll(expression.right, room),
      }
    case 'quantifier': {
      const { fn, list, variable, body, span } = expression
      // An item that may fail must stay in its list, where it fails even if nothing reads it.
      if (fn === 'filter' || list.kind !== 'list' || !list.items.every(isLiteral)) return expression
      const added = list.items.length * sizeOf(body)
      if (added > room.parts) return expression
      room.parts -= added
      if (list.items.length === 0) return { kind: 'boolean', value: fn === 'all', span }
      const clauses = list.items.map((item) => unroll(substitute(body, variable, item), room))
      return { kind: fn === 'all' ? 'and' : 'or', clauses, span }
    }
    default:
      return expression
  }
}

/** The checker rejects a name that is bound twice on one path, so replacing by name is safe. */
function substitute(expression: Expression, variable: string, value: Expression): Expression {
  const inside = (part: Expression) => substitute(part, variable, value)
  switch (expression.kind) {
    case 'boolean':
    case 'integer':
    case 'string':
      return expression
    case 'name':
      return expression.name === variable ? value : expression
    case 'list':
      return { ...expression, items: expression.items.map(inside) }
    case 'field':
      return { ...expression, object: inside(expression.object) }
    case 'index':
      return { ...expression, object: inside(expression.object), index: inside(expression.index) }
    case 'slice':
      return {
        ...expression,
        object: inside(expression.object),
        from: inside(expression.from),
        to: inside(expression.to),
      }
    case 'quantifier':
      return { ...expression, list: inside(expression.list), body: inside(expression.body) }
    case 'contains':
      return { ...expression, list: inside(expression.list), item: inside(expression.item) }
    case 'count':
      return { ...expression, list: inside(expression.list) }
    case 'call':
      return { ...expression, args: expression.args.map(inside) }
    case 'comparison':
      return { ...expression, left: inside(expression.left), right: inside(expression.right) }
    case 'and':
    case 'or':
      return { ...expression, clauses: expression.clauses.map(inside) }
  }
}

function sizeOf(expression: Expression): number {
  return childrenOf(expression).reduce((size, child) => size + sizeOf(child), 1)
}
