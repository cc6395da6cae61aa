/** What the modules of this folder share. */

/** Work of a parser. Between steps, other requests run. */
export type Work = () => Generator<unknown, unknown>

export interface WorstInput {
  /** The element that is repeated, or the value that is large. */
  readonly what: string
  /** Inputs of this kind, one after another because together they can be large. */
  readonly works: () => Iterable<Work>
}

/** Inputs of a parser that works in steps. */
export const inSteps = <T>(
  read: (input: T) => Generator<unknown, unknown>,
  inputs: readonly (readonly [what: string, input: () => T])[],
): WorstInput[] =>
  inputs.map(([what, input]) => ({
    what,
    *works() {
      const value = input()
      yield () => read(value)
    },
  }))

/** Inputs of a parser that works in one piece, or returns a promise. */
export const inOnePiece = <T>(
  read: (input: T) => unknown,
  inputs: readonly (readonly [what: string, input: () => T])[],
): WorstInput[] =>
  inSteps(function* (input: T) {
    yield read(input)
  }, inputs)

/** An item as often as it fits. */
export const many = (length: number, item: string, joint = ''): string =>
  Array(Math.floor(length / (item.length + joint.length)))
    .fill(item)
    .join(joint)

/** Items with their numbers, separated by commas. */
export const numbered = (count: number, item: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => item(n)).join(',')

/** The same bytes `count` times, in time proportional to the result. */
export function times(count: number, bytes: Uint8Array): Uint8Array {
  const all = new Uint8Array(count * bytes.length)
  for (let n = 0; n < count; n++) all.set(bytes, n * bytes.length)
  return all
}
