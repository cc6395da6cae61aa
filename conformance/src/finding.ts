/** How a check ends early. */

/** The client does something else than is required: the value that shows it. */
export class Finding extends Error {
  override readonly name = 'Finding'
}

/** The client does not have what is checked. */
export class Absent extends Error {
  override readonly name = 'Absent'
}

/** @throws Finding */
export function need(isMet: boolean, otherwise: string | (() => string)): asserts isMet {
  if (!isMet) throw new Finding(typeof otherwise === 'string' ? otherwise : otherwise())
}
