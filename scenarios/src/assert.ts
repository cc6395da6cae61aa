/** Assertions for all platforms. */

/** A claim of a story is false. */
export class StoryBroken extends Error {
  override readonly name = 'StoryBroken'
}

/** @param claim sentence that must be true */
export function assertThat(isTrue: boolean, claim: string): asserts isTrue {
  if (!isTrue) throw new StoryBroken(`not true: ${claim}`)
}

/** Asserts equal JSON values, ignoring key order. */
export function assertEqual<T>(actual: T, expected: T, claim: string): void {
  if (covers(actual, expected) && covers(expected, actual)) return
  throw new StoryBroken(`not true: ${claim}; expected ${show(expected)}, got ${show(actual)}`)
}

/** Asserts that the value has the fields of `pattern`, recursively. Lists must have the same length. */
export function assertMatches(actual: unknown, pattern: unknown, claim: string): void {
  if (covers(actual, pattern)) return
  throw new StoryBroken(`not true: ${claim}; expected ${show(pattern)} in ${show(actual)}`)
}

function covers(actual: unknown, pattern: unknown): boolean {
  if (typeof pattern !== 'object' || pattern === null) return Object.is(actual, pattern)
  if (typeof actual !== 'object' || actual === null) return false
  if (Array.isArray(pattern)) {
    return (
      Array.isArray(actual) &&
      actual.length === pattern.length &&
      pattern.every((value, n) => covers(actual[n], value))
    )
  }
  return Object.entries(pattern).every(([name, value]) =>
    covers((actual as Record<string, unknown>)[name], value),
  )
}

const show = (value: unknown) => JSON.stringify(value)
