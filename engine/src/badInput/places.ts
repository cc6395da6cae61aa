/** Every member of a request, at every depth, as the contract's schema knows it. */
import type { ErrorCode } from '@keywright/contract'

export type Path = readonly (string | number)[]
export type Json = null | boolean | number | string | Json[] | { [member: string]: Json }
export type JsonObject = { [member: string]: Json }

/** What may stand at a place. */
export type Kind =
  | { readonly is: 'string' /** Code of the check that its text must pass. */; readonly bound?: ErrorCode }
  | { readonly is: 'number'; readonly bound?: ErrorCode }
  | { readonly is: 'boolean' | 'object' | 'record' | 'list' }
  | { readonly is: 'enum'; readonly members: readonly string[] }

export interface Place {
  readonly path: Path
  /** Name of the member; of the list, for its items. */
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
 * Places of an object and of all that it holds. Of a list the first item is looked into.
 * @param value a complete request, whose lists and optional objects tell how deep to go
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

/** Checks of the contract name their error code as the message. */
function boundOf({ checks = [] }: Definition): ErrorCode | undefined {
  for (const check of checks) {
    const code = check._zod.def.error?.({})
    if (typeof code === 'string') return code as ErrorCode
  }
  return undefined
}

const definitionOf = (schema: Schema): Definition => schema._zod.def as Definition

/** A copy in which another value stands at the place; `undefined` takes the member away. */
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
