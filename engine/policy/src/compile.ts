/**
 * Syntax tree → closures. The author's text is never run as JavaScript.
 *
 * A step returns a value, or records a failure in the scope and returns undefined. Throwing costs microseconds, and
 * most policies fail on most requests (`eth.tx` in a request without an Ethereum transaction).
 */
import { type Expression, walk } from './ast.ts'
import { StepBudget, StepsExceeded } from './budget.ts'
import { checkPolicyExpression } from './check.ts'
import { Compiler } from './compile/compiler.ts'
import { expectKind } from './compile/read.ts'
import { type Scope, type Step, scopeOf, type Value } from './compile/step.ts'
import type { PolicyError, Side } from './error.ts'
import type { ConsensusFacts, RequestFacts, TimeFacts } from './facts.ts'
import { truthOf } from './possible.ts'
import { holds } from './truth.ts'
import type { Type } from './type.ts'

export type { Scope, Step, Value } from './compile/step.ts'

export type Evaluation =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: PolicyError }

export interface FactsOf {
  readonly condition: RequestFacts
  readonly consensus: ConsensusFacts
  readonly time: TimeFacts
}

/** A checked expression that can be evaluated repeatedly. */
export class CompiledExpression<S extends Side = Side> {
  readonly expression: Expression
  readonly side: S
  /** The type of each part, for `explain` and for editors. */
  readonly types: ReadonlyMap<Expression, Type>
  readonly #run: Step
  /** Whether one clause about other kinds of requests makes the whole expression about them. */
  readonly #isPlainConjunction: boolean

  /**
   * @param types if they are known
   * @throws PolicyError the first problem of `checkPolicyExpression`
   */
  constructor(expression: Expression, side: S, types = typesOf(expression, side)) {
    this.expression = expression
    this.side = side
    this.types = types
    this.#run = compileBool(expression, types)
    this.#isPlainConjunction = isPlainConjunction(expression)
  }

  /**
   * True or false, or undefined for an error, which `evaluate` returns.
   *
   * @throws StepsExceeded if the budget runs out
   */
  test(facts: FactsOf[S], budget = new StepBudget()): boolean | undefined {
    return this.testIn(scopeOf(facts, budget))
  }

  /** Like `test`, in a scope of `FactsOf[S]` that other expressions use before and after. */
  testIn(scope: Scope): boolean | undefined {
    return this.#run(scope) as boolean | undefined
  }

  /**
   * For denies: whether the expression holds, or may hold because the request lacks or garbles something. A clause
   * about an object that this kind of request never has doesn't hold.
   *
   * @throws StepsExceeded if the budget runs out
   */
  mayHold(facts: FactsOf[S], budget = new StepBudget()): boolean {
    return this.mayHoldIn(scopeOf(facts, budget))
  }

  /** Like `mayHold`, in a scope of `FactsOf[S]` that other expressions use before and after. */
  mayHoldIn(scope: Scope): boolean {
    scope.isAboutOthers = false
    const value = this.#run(scope) as boolean | undefined
    if (value !== undefined) return value
    if (scope.isAboutOthers && this.#isPlainConjunction) return false
    return holds(truthOf(this.expression, this.types, scope.facts, scope.budget))
  }

  /** The value or the error; an exceeded budget is an ordinary error here. */
  evaluate(facts: FactsOf[S], budget = new StepBudget()): Evaluation {
    return evaluateStep(this.#run, facts, this.side, budget)
  }
}

/** Runs a step and returns its value or error. */
export function evaluateStep(step: Step, facts: object, side: Side, budget = new StepBudget()): Evaluation {
  const scope = scopeOf(facts, budget)
  try {
    const value = step(scope)
    if (value !== undefined) return { ok: true, value }
  } catch (error) {
    if (error instanceof StepsExceeded) return { ok: false, error: error.on(side) }
    throw error
  }
  return { ok: false, error: scope.failure!().on(side) }
}

/**
 * Creates a step for any part of a checked expression, which spends its own cost. `variables` are the names bound
 * around it.
 */
export function compile(
  expression: Expression,
  types: ReadonlyMap<Expression, Type>,
  variables: readonly string[] = [],
): Step {
  const { run, cost } = new Compiler(types, [...variables]).compile(expression)
  const { span } = expression
  return (scope) => {
    scope.budget.spend(cost, span)
    return run(scope)
  }
}

export function compileBool(
  expression: Expression,
  types: ReadonlyMap<Expression, Type>,
  variables: readonly string[] = [],
): Step {
  const step = compile(expression, types, variables)
  return types.get(expression)?.kind === 'value' ? expectKind(step, 'bool', expression) : step
}

/** Whether the expression consists of clauses joined by `&&` without alternatives inside. */
function isPlainConjunction(expression: Expression): boolean {
  if (expression.kind === 'and') return expression.clauses.every(isPlainConjunction)
  return [...walk(expression)].every((part) => {
    if (part.kind === 'list') return part.items.every(({ kind }) => kind === 'string' || kind === 'integer')
    return part.kind !== 'and' && part.kind !== 'or' && part.kind !== 'quantifier'
  })
}

/** @throws PolicyError as `CompiledExpression` */
export function typesOf(expression: Expression, side: Side): ReadonlyMap<Expression, Type> {
  const checked = checkPolicyExpression(expression, side)
  // Another host stored the policy. Here its time is unknown: an allow doesn't apply, and a deny does.
  const problem = checked.problems.find(({ code }) => code !== 'ZONE_UNKNOWN')
  if (problem) throw problem
  return checked.types
}
