/** A step of an evaluation: what closures are made of. */
import type { StepBudget } from '../budget.ts'
import type { PolicyError } from '../error.ts'

/** What an expression comes to. Lists and structs only while evaluating a part of one. */
export type Value = boolean | bigint | string | readonly unknown[] | object

/** What the steps of one evaluation share. */
export interface Scope {
  readonly facts: Readonly<Record<string, unknown>>
  /** The variables in force, by nesting. */
  readonly slots: unknown[]
  failure: (() => PolicyError) | undefined
  /** True once the expression read an object that this kind of request does not have. */
  isAboutOthers: boolean
  readonly budget: StepBudget
}

/** What an evaluation begins with. */
export function scopeOf(facts: object, budget: StepBudget, slots: unknown[] = []): Scope {
  return { facts: facts as Scope['facts'], slots, failure: undefined, isAboutOthers: false, budget }
}

export type Step = (scope: Scope) => Value | undefined

/** A step, and whether it can fail. Where nothing can fail, stopping early cannot be noticed. */
export interface Compiled {
  readonly run: Step
  readonly isSafe: boolean
  /** Steps that running it once takes, without those of loops, which pay for each of their rounds. */
  readonly cost: number
}

/** Records the first failure and returns no value. */
export function fail(scope: Scope, failure: () => PolicyError): undefined {
  scope.failure ??= failure
}

/** Leaves the failure of an expression about requests of another kind. */
export function failAboutOthers(scope: Scope, failure: () => PolicyError): undefined {
  scope.isAboutOthers = true
  fail(scope, failure)
}
