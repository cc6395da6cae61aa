/** The entries of the vocabulary. */
import type { Side } from '../error.ts'
import type { TextFormat } from '../type.ts'

/** `seed` is the December 2024 protocol, `later` is newer. */
export type Era = 'seed' | 'later'

export interface FieldEntry {
  readonly name: string
  /** `bool`, `int`, `uint`, `string`, `map`, `list<T>` or the name of a struct. */
  readonly type: string
  readonly era: Era
  /** One sentence for the reference. */
  readonly doc: string
  /** What the text, or each text of the list, is written in. */
  readonly format?: TextFormat
  /** Every text that it can be. */
  readonly values?: readonly string[]
  /** Activity kinds that can have it (see `kindOfActivity`); missing when its struct always has it. */
  readonly presentFor?: readonly string[]
}

export interface StructEntry {
  readonly name: string
  /** How an error message calls a value of this struct. */
  readonly title: string
  readonly era: Era
  readonly doc: string
  readonly fields: readonly FieldEntry[]
}

export interface NameEntry {
  /** The name as written, such as `activity` or `eth.tx`. */
  readonly path: string
  readonly side: Side
  readonly type: string
  readonly era: Era
  readonly doc: string
  /** Activity kinds that can have it (see `kindOfActivity`); missing when every request has it. */
  readonly presentFor?: readonly string[]
  /** Names of one group exclude each other: a request that has one lacks the others. */
  readonly excludes?: 'signer' | 'payload'
}

export interface Vocabulary {
  readonly names: readonly NameEntry[]
  readonly structs: readonly StructEntry[]
}

type Texts = Pick<FieldEntry, 'format' | 'values'>

export const seed = (name: string, type: string, doc: string, texts?: Texts): FieldEntry => ({
  name,
  type,
  era: 'seed',
  doc,
  ...texts,
})
export const later = (name: string, type: string, doc: string, texts?: Texts): FieldEntry => ({
  name,
  type,
  era: 'later',
  doc,
  ...texts,
})
export const param = (
  name: string,
  type: string,
  doc: string,
  presentFor: readonly string[],
  texts?: Texts,
): FieldEntry => ({
  name,
  type,
  era: 'later',
  doc,
  presentFor,
  ...texts,
})
export const struct = (
  era: Era,
  name: string,
  title: string,
  doc: string,
  fields: readonly FieldEntry[],
): StructEntry => ({ name, title, era, doc, fields })

/** Frozen all the way down. */
export function deepFreeze<T>(value: T): T {
  if (typeof value === 'object' && value !== null) {
    Object.freeze(value)
    for (const inner of Object.values(value)) if (!Object.isFrozen(inner)) deepFreeze(inner)
  }
  return value
}
