/** An expression as a tree of clauses, each with its value. */
import type { Expression, Quantifier } from '../ast.ts'
import { type StepBudget, withinBudget } from '../budget.ts'
import { scopeOf } from '../compile/step.ts'
import {
  type CompiledExpression,
  compile,
  compileBool,
  type Evaluation,
  evaluateStep,
  type FactsOf,
  type Step,
} from '../compile.ts'
import type { Side } from '../error.ts'
import { format } from '../format.ts'
import type { Effect } from '../outcome.ts'
import { isLiteral } from '../parts.ts'
import { truthOf } from '../possible.ts'
import { formatTimestamp } from '../time/timestamp.ts'
import { NONE, UNKNOWN } from '../truth.ts'
import type { Type } from '../type.ts'
import type { ClauseExplanation } from './explanation.ts'
import { formatValue } from './value.ts'

const MOST_ELEMENTS = 20

/** Evaluates a compiled expression clause by clause, with the rules of an allow or a deny. */
export function explainExpression<S extends Side>(
  compiled: CompiledExpression<S>,
  facts: FactsOf[S],
  budget: StepBudget,
  effect: Effect,
): ClauseExplanation {
  const { side, types } = compiled
  const run = (step: Step): Evaluation => evaluateStep(step, facts, side, budget)

  const isDeny = effect === 'EFFECT_DENY'
  /** The value of a clause that can't be evaluated, in a deny. */
  const valueInDeny = (part: Expression): boolean | undefined => {
    const truth = withinBudget(() => truthOf(part, types, facts, budget), UNKNOWN)
    return truth === NONE ? false : truth === UNKNOWN ? undefined : truth
  }

  const explainClause = (clause: Expression): ClauseExplanation => {
    const result =
      clause === compiled.expression ? compiled.evaluate(facts, budget) : run(compileBool(clause, types))
    const isConnective = clause.kind === 'and' || clause.kind === 'or'
    const clauses = isConnective ? clause.clauses.map(explainClause) : []
    const erring = () =>
      !isDeny ? undefined : isConnective ? combined(clause.kind, clauses) : valueInDeny(clause)
    return {
      side,
      text: format(clause),
      span: clause.span,
      value: result.ok ? (result.value as boolean) : erring(),
      problem: result.ok ? undefined : result.error.toProblem(),
      connective: isConnective ? clause.kind : undefined,
      clauses,
      operands: operandsOf(clause).map((operand) => {
        const value = run(compile(operand, types))
        return {
          text: format(operand),
          value: value.ok ? shownAs(value.value, types.get(operand)) : undefined,
        }
      }),
      elements: clause.kind === 'quantifier' ? elementsOf(clause) : [],
    }
  }

  const elementsOf = ({ list, variable, body }: Quantifier) => {
    const found = run(compile(list, types))
    if (!found.ok || !Array.isArray(found.value)) return []
    const test = compileBool(body, types, [variable])
    return found.value.slice(0, MOST_ELEMENTS).map((element: unknown) => ({
      element: formatValue(element),
      value: withinBudget(() => test(scopeOf(facts, budget, [element])), undefined) as boolean | undefined,
    }))
  }

  return explainClause(compiled.expression)
}

/** Points in time are dates to readers. */
const shownAs = (value: unknown, type: Type | undefined): string =>
  type?.kind === 'timestamp' ? formatTimestamp(value as bigint) : formatValue(value)

/** The value of `&&` or `||` in a deny: an error matters only if no other clause decides. */
function combined(connective: 'and' | 'or', clauses: readonly ClauseExplanation[]): boolean | undefined {
  const decisive = connective === 'or'
  if (clauses.some(({ value }) => value === decisive)) return decisive
  return clauses.some(({ value }) => value === undefined) ? undefined : !decisive
}

/**
 * The first clause that decides the value: the first false one in an `&&`, the first true one in an `||`, and the
 * first failing one for an error; otherwise the whole expression.
 */
export function decidingClause(clause: ClauseExplanation): ClauseExplanation {
  const decisive = clause.value === undefined ? undefined : clause.connective === 'or'
  if (clause.connective === undefined || (decisive !== undefined && clause.value !== decisive)) return clause
  const first = clause.clauses.find((part) => part.value === clause.value)
  return first ? decidingClause(first) : clause
}

/** True for constants such as `true`, which have the same value for every request. */
export function readsNothing({ operands, clauses }: ClauseExplanation): boolean {
  return operands.length === 0 && clauses.every(readsNothing)
}

function operandsOf(clause: Expression): Expression[] {
  const operands =
    clause.kind === 'comparison'
      ? [clause.left, clause.right]
      : clause.kind === 'contains'
        ? [clause.list, clause.item]
        : clause.kind === 'quantifier'
          ? [clause.list]
          : clause.kind === 'and' || clause.kind === 'or'
            ? []
            : [clause]
  return operands.filter((operand) => !isConstant(operand))
}

const isConstant = (expression: Expression): boolean =>
  expression.kind === 'list' ? expression.items.every(isConstant) : isLiteral(expression)
