/**
 * A consensus as a formula over counts.
 *
 * `approvers.any(a, P)` is "at least one approver satisfies P", `all` is "no approver violates it", and
 * `filter(a, P).count()` is a number of approvers. Whether further approvals can make such a formula true depends only
 * on the number of users of each sort (see `search.ts`). Other expressions, such as `approvers[0]`, have no such form
 * and are searched by trial.
 */
import { type ComparisonOperator, type Expression, walk } from '../ast.ts'
import type { StepBudget } from '../budget.ts'
import { checkExpression } from '../check.ts'
import { scopeOf } from '../compile/step.ts'
import { type CompiledExpression, compileBool, evaluateStep, type Scope, type Step } from '../compile.ts'
import type { UserFacts } from '../facts.ts'
import type { Type } from '../type.ts'
import { unrollQuantifiers } from './unroll.ts'

/** A sort of approver: users who pass every test of a chain of filters. */
export interface Sort {
  readonly tests: readonly Step[]
  /** True for `all`, which counts users who fail the last test. */
  readonly isLastNegated: boolean
}

export type CountFormula =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'count'; readonly sort: number }

export type BoolFormula =
  | { readonly kind: 'constant'; readonly value: boolean }
  | { readonly kind: 'and' | 'or'; readonly parts: readonly BoolFormula[] }
  | {
      readonly kind: 'equal'
      readonly isNegated: boolean
      readonly left: BoolFormula
      readonly right: BoolFormula
    }
  | {
      readonly kind: 'compare'
      readonly operator: Exclude<ComparisonOperator, 'in'>
      readonly left: CountFormula
      readonly right: CountFormula
    }

/** `formula` is undefined if the consensus can't be written with counts. */
export interface ConsensusForm {
  readonly formula: BoolFormula | undefined
  readonly sorts: readonly Sort[]
  /** True if a further approval never makes the formula false. */
  readonly isMonotone: boolean
  /** Number of parts of the formula, the cost of evaluating it once. */
  readonly size: number
}

export function readConsensusForm(consensus: CompiledExpression<'consensus'>): ConsensusForm {
  const expression = unrollQuantifiers(consensus.expression)
  const { problems, types } = checkExpression(expression, 'consensus')
  const reader = new FormReader(types)
  const formula = problems.length === 0 ? reader.readBool(expression) : undefined
  const isOfMore = formula !== undefined && isMonotone(formula)
  return { formula, sorts: reader.sorts, isMonotone: isOfMore, size: formula ? sizeOf(formula) : 0 }
}

/**
 * Whether a user belongs to a sort.
 *
 * @returns undefined if the test fails: no consensus with this user can be true then
 */
export function isOfSort(user: UserFacts, sort: Sort, scope: Scope): boolean | undefined {
  const { tests, isLastNegated } = sort
  scope.slots[0] = user
  for (let i = 0; i < tests.length; i++) {
    const value = tests[i]!(scope)
    if (value === undefined) return undefined
    const isWanted = !(isLastNegated && i === tests.length - 1)
    if (value !== isWanted) return false
  }
  return true
}

/** The scope for the tests of a sort; can be reused for many users. */
export function sortScope(budget: StepBudget): Scope {
  return scopeOf({}, budget)
}

class FormReader {
  readonly sorts: Sort[] = []
  readonly #types: ReadonlyMap<Expression, Type>

  constructor(types: ReadonlyMap<Expression, Type>) {
    this.#types = types
  }

  readBool(expression: Expression): BoolFormula | undefined {
    if (!mentionsApprovals(expression)) return this.#readConstant(expression)
    switch (expression.kind) {
      case 'and':
      case 'or': {
        const parts = expression.clauses.map((clause) => this.readBool(clause))
        return parts.every((part) => part !== undefined) ? { kind: expression.kind, parts } : undefined
      }
      case 'comparison':
        return this.#readComparison(expression.operator, expression.left, expression.right)
      case 'quantifier': {
        if (expression.fn === 'filter') return undefined
        const sort = this.#readSort(expression, expression.fn === 'all')
        if (sort === undefined) return undefined
        const left = { kind: 'count', sort } as const
        return expression.fn === 'any'
          ? { kind: 'compare', operator: '>=', left, right: { kind: 'number', value: 1 } }
          : { kind: 'compare', operator: '==', left, right: { kind: 'number', value: 0 } }
      }
      default:
        return undefined
    }
  }

  #readComparison(
    operator: ComparisonOperator,
    left: Expression,
    right: Expression,
  ): BoolFormula | undefined {
    if (operator === 'in') return undefined
    if (this.#types.get(left)?.kind === 'bool') {
      const [first, second] = [this.readBool(left), this.readBool(right)]
      return first && second && { kind: 'equal', isNegated: operator === '!=', left: first, right: second }
    }
    const [first, second] = [this.#readCount(left), this.#readCount(right)]
    return first && second && { kind: 'compare', operator, left: first, right: second }
  }

  #readCount(expression: Expression): CountFormula | undefined {
    if (!mentionsApprovals(expression)) {
      const result = evaluateStep(compileBool(expression, this.#types), {}, 'consensus')
      // No count comes near the largest safe integer, so clamping doesn't affect comparisons.
      if (!result.ok || typeof result.value !== 'bigint') return undefined
      const limit = BigInt(Number.MAX_SAFE_INTEGER)
      return { kind: 'number', value: Number(result.value < limit ? result.value : limit) }
    }
    if (expression.kind !== 'count') return undefined
    const sort = this.#readSort(expression.list, false)
    return sort === undefined ? undefined : { kind: 'count', sort }
  }

  /** Reads `approvers.filter(...)...`, with the test of a final `any` or `all`, as a sort. */
  #readSort(expression: Expression, isLastNegated: boolean): number | undefined {
    const tests: Step[] = []
    let list = expression
    while (list.kind === 'quantifier') {
      if (mentionsApprovals(list.body) || (list !== expression && list.fn !== 'filter')) return undefined
      tests.unshift(compileBool(list.body, this.#types, [list.variable]))
      list = list.list
    }
    if (list.kind !== 'name' || list.name !== 'approvers') return undefined
    return this.sorts.push({ tests, isLastNegated }) - 1
  }

  #readConstant(expression: Expression): BoolFormula | undefined {
    const result = evaluateStep(compileBool(expression, this.#types), {}, 'consensus')
    return result.ok ? { kind: 'constant', value: result.value as boolean } : undefined
  }
}

function mentionsApprovals(expression: Expression): boolean {
  for (const part of walk(expression)) {
    if (part.kind === 'name' && (part.name === 'approvers' || part.name === 'credentials')) return true
  }
  return false
}

function sizeOf(formula: BoolFormula): number {
  if (formula.kind === 'equal') return 1 + sizeOf(formula.left) + sizeOf(formula.right)
  if (formula.kind !== 'and' && formula.kind !== 'or') return 1
  return formula.parts.reduce((sum, part) => sum + sizeOf(part), 1)
}

function isMonotone(formula: BoolFormula): boolean {
  switch (formula.kind) {
    case 'constant':
      return true
    case 'and':
    case 'or':
      return formula.parts.every(isMonotone)
    case 'equal':
      return false
    case 'compare': {
      const { operator, left, right } = formula
      if (operator === '>=' || operator === '>') return right.kind === 'number'
      return (operator === '<=' || operator === '<') && left.kind === 'number'
    }
  }
}
