/** Steps of an evaluation, the closures that the compiler creates. */
import type { StepBudget } from '../budget.ts'
import type { PolicyError } from '../error.ts'

/** The value of an expression. Lists and structs occur only as intermediate values. */
export type Value = boolean | bigint | string | readonly unknown[] | object

/** State shared by the steps of one evaluation. */
export interface Scope {
  readonly facts: Readonly<Record<string, unknown>>
  /** Values of the variables in scope, by nesting depth. */
  readonly slots: unknown[]
  /** Facts that an expression of this scope has read, by `registerOf` their path: policies share most of them. */
  readonly registers: (Value | undefined)[]
  failure: (() => PolicyError) | undefined
  /** True once the expression has read an object that this kind of request never has. */
  isAboutOthers: boolean
  readonly budget: StepBudget
}

/** The initial scope of an evaluation. */
export function scopeOf(facts: object, budget: StepBudget, slots: unknown[] = []): Scope {
  return {
    facts: facts as Scope['facts'],
    slots,
    registers: [],
    failure: undefined,
    isAboutOthers: false,
    budget,
  }
}

export type Step = (scope: Scope) => Value | undefined

/** A step, and whether it can fail. If nothing can fail, stopping early makes no difference. */
export interface Compiled {
  readonly run: Step
  readonly isSafe: boolean
  /** Steps for running it once, without loops, which spend their rounds themselves. */
  readonly cost: number
}

/** Records the first failure and returns no value. */
export function fail(scope: Scope, failure: () => PolicyError): undefined {
  scope.failure ??= failure
}

/** Records the failure of an expression about other kinds of requests. */
export function failAboutOthers(scope: Scope, failure: () => PolicyError): undefined {
  scope.isAboutOthers = true
  fail(scope, failure)
}
