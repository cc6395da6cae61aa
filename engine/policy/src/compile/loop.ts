/** `all`, `any` and `filter`: every element is tested, and an error in one is an error of the whole. */
import type { Span } from '../error.ts'
import type { Compiled, Step } from './step.ts'

/** `any` is decided by a true result, `all` by a false one. */
export function testStep(list: Step, body: Compiled, slot: number, decisive: boolean, span: Span): Step {
  const round = 1 + body.cost
  return (scope) => {
    const elements = list(scope) as readonly unknown[] | undefined
    if (elements === undefined) return undefined
    let result = !decisive
    for (let i = 0; i < elements.length; i++) {
      scope.budget.spend(round, span)
      scope.slots[slot] = elements[i]
      const value = body.run(scope)
      if (value === undefined) return undefined
      if (value === decisive) {
        if (body.isSafe) return decisive
        result = decisive
      }
    }
    return result
  }
}

/** Keeps the elements whose body is true. */
export function filterStep(list: Step, body: Compiled, slot: number, span: Span): Step {
  const round = 1 + body.cost
  return (scope) => {
    const elements = list(scope) as readonly unknown[] | undefined
    if (elements === undefined) return undefined
    const kept: unknown[] = []
    for (const element of elements) {
      scope.budget.spend(round, span)
      scope.slots[slot] = element
      const value = body.run(scope)
      if (value === undefined) return undefined
      if (value === true) kept.push(element)
    }
    return kept
  }
}
