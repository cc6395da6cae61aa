/** `list[i]`, `'text'[i]`, `map['key']` and slices. */
import type { IndexAccess, Slice } from '../ast.ts'
import { PolicyError } from '../error.ts'
import { abbreviate } from '../token.ts'
import { endOutOfRange, kindOfValue, outOfRange } from './failure.ts'
import { fail, type Step, type Value } from './step.ts'

/** One element, character or entry. */
export function indexStep(expression: IndexAccess, from: Step, at: Step, isDeclaredMap: boolean): Step {
  const { index } = expression
  const failures = {
    key: (key: unknown) => () =>
      new PolicyError('KEY_ABSENT', `there is no entry \`${abbreviate(String(key))}\``, index.span),
    kind: (found: unknown) => () =>
      new PolicyError('VALUE_TYPE', `cannot take an element of ${kindOfValue(found)}`, expression.span),
    index: (found: unknown) => () =>
      new PolicyError('VALUE_TYPE', `an index is an int or a string, not ${kindOfValue(found)}`, index.span),
    range: (position: bigint, length: number) => () => outOfRange(position, length, index.span),
  }
  return (scope) => {
    const container = from(scope)
    const position = at(scope)
    if (container === undefined || position === undefined) return undefined
    if (!isDeclaredMap && typeof position === 'bigint' && isMap(container)) {
      scope.budget.spend(Object.keys(container).length, index.span)
      return (memberAt(container, position) as Value) ?? fail(scope, failures.key(position))
    }
    if (isDeclaredMap || isMap(container)) {
      if (typeof position !== 'string') return fail(scope, failures.index(position))
      if (!Object.hasOwn(container as object, position)) return fail(scope, failures.key(position))
      return (container as Record<string, Value>)[position] ?? fail(scope, failures.key(position))
    }
    if (typeof position !== 'bigint') return fail(scope, failures.index(position))
    if (typeof container === 'string') {
      scope.budget.spend(charactersToRead(container, position), index.span)
      return (
        characters(container, position, position + 1n) ??
        fail(scope, failures.range(position, countCharacters(container)))
      )
    }
    if (!Array.isArray(container)) return fail(scope, failures.kind(container))
    if (position < 0n || position >= BigInt(container.length)) {
      return fail(scope, failures.range(position, container.length))
    }
    return container[Number(position)] as Value
  }
}

/** Elements or characters from `from` to `to`, exclusive. */
export function sliceStep(expression: Slice, object: Step, from: Step, to: Step): Step {
  const failures = {
    order: (start: bigint, end: bigint) => () =>
      new PolicyError(
        'INDEX_OUT_OF_RANGE',
        `the slice starts at ${start}, after its end ${end}`,
        expression.span,
      ),
    range: (end: bigint, length: number) => () => endOutOfRange(end, length, expression.to.span),
    kind: (found: unknown) => () =>
      new PolicyError('VALUE_TYPE', `cannot slice ${kindOfValue(found)}`, expression.span),
  }
  return (scope) => {
    const container = object(scope)
    const start = from(scope) as bigint | undefined
    const end = to(scope) as bigint | undefined
    if (container === undefined || start === undefined || end === undefined) return undefined
    if (start > end) return fail(scope, failures.order(start, end))
    if (typeof container === 'string') {
      scope.budget.spend(charactersToRead(container, end), expression.span)
      return characters(container, start, end) ?? fail(scope, failures.range(end, countCharacters(container)))
    }
    if (!Array.isArray(container)) return fail(scope, failures.kind(container))
    if (start < 0n || end > BigInt(container.length))
      return fail(scope, failures.range(end, container.length))
    scope.budget.spend(Number(end - start), expression.span)
    return container.slice(Number(start), Number(end))
  }
}

/** The member of a tuple at a position. JavaScript lists keys that are numbers first, so they are looked up. */
export function memberAt(tuple: object, position: bigint): unknown {
  const key = String(position)
  if (Object.hasOwn(tuple, key)) return (tuple as Readonly<Record<string, unknown>>)[key]
  const keys = Object.keys(tuple)
  const isPosition = (name: string) => /^(0|[1-9]\d*)$/.test(name)
  const before = keys.filter((name) => isPosition(name) && BigInt(name) < position).length
  const named = keys.filter((name) => !isPosition(name))
  const name = named[Number(position) - before]
  return name === undefined ? undefined : (tuple as Readonly<Record<string, unknown>>)[name]
}

function isMap(value: Value): value is object {
  return typeof value === 'object' && !Array.isArray(value)
}

/** Cost of reading a position: it iterates to the position, or to the end if it lies beyond. 16 characters per step. */
function charactersToRead({ length }: string, position: bigint): number {
  return (position >= 0n && position < BigInt(length) ? Number(position) : length) >> 4
}

/** Counts Unicode code points: an emoji in a user name is one character. Undefined beyond the end. */
function characters(text: string, from: bigint, to: bigint): string | undefined {
  if (from < 0n || to > BigInt(text.length)) return undefined
  let offset = 0
  let start = from === 0n ? 0 : -1
  const first = Number(from)
  const last = Number(to)
  for (let position = 1; position <= last; position++) {
    if (offset >= text.length) return undefined
    offset += text.codePointAt(offset)! > 0xffff ? 2 : 1
    if (position === first) start = offset
  }
  return text.slice(start, offset)
}

function countCharacters(text: string): number {
  let count = 0
  for (const _ of text) count++
  return count
}
