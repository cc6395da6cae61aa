/** Every member of a request at every depth, according to the contract's schema. */
import type { ErrorCode } from '@keywright/contract'

export type Path = readonly (string | number)[]
export type Json = null | boolean | number | string | Json[] | { [member: string]: Json }
export type JsonObject = { [member: string]: Json }

/** The type of a value. */
export type Kind =
  | { readonly is: 'string' /** Error code of the check on the text. */; readonly bound?: ErrorCode }
  | { readonly is: 'number'; readonly bound?: ErrorCode }
  | { readonly is: 'boolean' | 'object' | 'record' | 'list' }
  | { readonly is: 'enum'; readonly members: readonly string[] }

export interface Place {
  readonly path: Path
  /** Name of the member; for items, the name of their list. */
  readonly name: string
  readonly kind: Kind
  /** Items of lists are neither required nor optional. */
  readonly presence: 'required' | 'optional' | 'item'
}

interface Definition {
  readonly type: string
  readonly shape?: Readonly<Record<string, Schema>>
  readonly element?: Schema
  readonly innerType?: Schema
  readonly entries?: Readonly<Record<string, string>>
  readonly checks?: readonly { _zod: { def: { error?: (issue: object) => unknown } } }[]
}
interface Schema {
  readonly _zod: { readonly def: object }
}

/**
 * The places of an object and everything inside it. Of a list, only the first item is visited.
 * @param value a complete request, whose lists and optional objects determine the depth
 */
export function placesOf(schema: Schema, value: Json, path: Path = []): Place[] {
  const { shape = {} } = definitionOf(schema)
  return Object.entries(shape).flatMap(([name, member]) => {
    const isOptional = definitionOf(member).type === 'optional'
    const inner = isOptional ? definitionOf(member).innerType! : member
    const at = [...path, name]
    const place: Place = {
      path: at,
      name,
      kind: kindOf(inner),
      presence: isOptional ? 'optional' : 'required',
    }
    return [place, ...below(inner, (value as JsonObject)[name] ?? null, at, name)]
  })
}

function below(schema: Schema, value: Json, path: Path, name: string): Place[] {
  const definition = definitionOf(schema)
  if (definition.type === 'object') return value === null ? [] : placesOf(schema, value, path)
  if (definition.type !== 'array') return []
  const item = definition.element!
  const at = [...path, 0]
  const first = (value as Json[] | null)?.[0] ?? null
  const place: Place = { path: at, name, kind: kindOf(item), presence: 'item' }
  return [place, ...below(item, first, at, name)]
}

function kindOf(schema: Schema): Kind {
  const definition = definitionOf(schema)
  const bound = boundOf(definition)
  switch (definition.type) {
    case 'string':
    case 'number':
      return { is: definition.type, ...(bound && { bound }) }
    case 'boolean':
      return { is: 'boolean' }
    case 'array':
      return { is: 'list' }
    case 'object':
    case 'record':
      return { is: definition.type }
    case 'enum':
      return { is: 'enum', members: Object.values(definition.entries!) }
    default:
      throw new TypeError(`requests hold no ${definition.type}`)
  }
}

/** The error code of a check, which the contract stores as its message. */
function boundOf({ checks = [] }: Definition): ErrorCode | undefined {
  for (const check of checks) {
    const code = check._zod.def.error?.({})
    if (typeof code === 'string') return code as ErrorCode
  }
  return undefined
}

const definitionOf = (schema: Schema): Definition => schema._zod.def as Definition

/** A copy with another value at the path; `undefined` removes the member. */
export function withValue<T extends Json>(json: T, [step, ...rest]: Path, value: Json | undefined): T {
  if (step === undefined) return value as T
  if (Array.isArray(json)) {
    const items = [...json]
    items[step as number] = withValue(items[step as number] ?? null, rest, value)
    return items as unknown as T
  }
  const { [step]: before = null, ...others } = (json ?? {}) as JsonObject
  if (rest.length === 0 && value === undefined) return others as T
  return { ...others, [step]: withValue(before, rest, value) } as unknown as T
}
