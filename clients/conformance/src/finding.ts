/** Errors that end a check. */

/** The client doesn't meet the requirement; the message contains the wrong value. */
export class Finding extends Error {
  override readonly name = 'Finding'
}

/** The client lacks the feature. */
export class Absent extends Error {
  override readonly name = 'Absent'
}

/** @throws Finding */
export function need(isMet: boolean, otherwise: string | (() => string)): asserts isMet {
  if (!isMet) throw new Finding(typeof otherwise === 'string' ? otherwise : otherwise())
}
