/**
 * Syntax tree → closures. Nothing of the author's text is ever run as JavaScript.
 *
 * A step answers a value, or undefined after it left a failure in the scope: throwing costs microseconds,
 * and for most policies most requests are errors (`eth.tx` of a request that has none).
 */
import type { Expression } from './ast.ts'
import { checkPolicyExpression } from './check.ts'
import { Compiler } from './compile/compiler.ts'
import { expectKind } from './compile/read.ts'
import type { Scope, Step, Value } from './compile/step.ts'
import type { PolicyError, Side } from './error.ts'
import type { ConsensusFacts, RequestFacts } from './facts.ts'
import type { Type } from './type.ts'

export type { Scope, Step, Value } from './compile/step.ts'

export type Evaluation =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly error: PolicyError }

/** The facts that each side reads. */
export interface FactsOf {
  readonly condition: RequestFacts
  readonly consensus: ConsensusFacts
}

/** An expression that is checked and ready to evaluate, as often as wanted. */
export class CompiledExpression<S extends Side = Side> {
  readonly expression: Expression
  readonly side: S
  /** The type of each part, for `explain` and for editors. */
  readonly types: ReadonlyMap<Expression, Type>
  readonly #run: Step

  /** @throws PolicyError the first problem of `checkPolicyExpression`. */
  constructor(expression: Expression, side: S) {
    this.expression = expression
    this.side = side
    this.types = typesOf(expression, side)
    this.#run = compileBool(expression, this.types)
  }

  /** True or false, or undefined for an error; `evaluate` says which one. */
  test(facts: FactsOf[S]): boolean | undefined {
    const value = this.#run({ facts: facts as never, slots: [], failure: undefined })
    return value as boolean | undefined
  }

  /** The value or the error. */
  evaluate(facts: FactsOf[S]): Evaluation {
    return evaluateStep(this.#run, facts, this.side)
  }
}

/** Runs a step for its value or its error. */
export function evaluateStep(step: Step, facts: object, side: Side): Evaluation {
  const scope: Scope = { facts: facts as never, slots: [], failure: undefined }
  const value = step(scope)
  if (value !== undefined) return { ok: true, value }
  return { ok: false, error: scope.failure!().on(side) }
}

/** Makes a step of any part of a checked expression. `variables` are the names bound around it. */
export function compile(
  expression: Expression,
  types: ReadonlyMap<Expression, Type>,
  variables: readonly string[] = [],
): Step {
  return new Compiler(types, [...variables]).compile(expression).run
}

/** Like `compile`, for an expression that must come to a bool. */
export function compileBool(
  expression: Expression,
  types: ReadonlyMap<Expression, Type>,
  variables: readonly string[] = [],
): Step {
  const step = compile(expression, types, variables)
  return types.get(expression)?.kind === 'value' ? expectKind(step, 'bool', expression) : step
}

function typesOf(expression: Expression, side: Side): ReadonlyMap<Expression, Type> {
  const checked = checkPolicyExpression(expression, side)
  if (checked.problems[0]) throw checked.problems[0]
  return checked.types
}
