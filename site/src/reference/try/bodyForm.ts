/** Form operations on a request body: values by path, blank values by schema. */
import { parseJson } from '@keywright/keys/json'
import type { Operation, Schema } from '../description.ts'
import { resolve, type Schemas } from '../fields.ts'
import { newestVersion } from '../shapes.ts'

export type Json = unknown
export type JsonObject = Readonly<Record<string, Json>>
/** Path of a value within the form. List indexes are numbers. */
export type Path = readonly (string | number)[]

/** Field name in the engine's notation: `policies.2.consensus`. */
export const fieldOf = (path: Path): string => path.join('.')

/** Members of every query body that the form sets automatically. */
const FRAME_OF_QUERY: ReadonlySet<string> = new Set(['organizationId', 'timestampMs', 'callPath'])

/** Schema of the form: the intent of an activity type, or the filters of a query. */
export function formSchema(operation: Operation, type: string | undefined, schemas: Schemas): Schema {
  const version = operation['x-call'].versions?.find((one) => one.type === type)
  if (version) return resolve(schemas[version.intent]!, schemas)
  const request = resolve(operation.requestBody.content['application/json'].schema, schemas)
  const properties = filtersOf(request.properties ?? {})
  const required = (request.required ?? []).filter((name) => !FRAME_OF_QUERY.has(name))
  return { ...request, properties, required }
}

/** Members of a query body or its schema, without the frame. */
export function filtersOf<T>(members: Readonly<Record<string, T>>): Record<string, T> {
  return Object.fromEntries(Object.entries(members).filter(([name]) => !FRAME_OF_QUERY.has(name)))
}

/** Minimal value for a schema: its default, first member, or required fields. */
export function blankOf(place: Schema, schemas: Schemas): Json {
  const schema = resolve(place, schemas)
  if (schema.const !== undefined) return schema.const
  if (schema.default !== undefined) return schema.default
  if (schema.enum) return schema.enum[0]
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        (schema.required ?? []).map((name) => [name, blankOf(schema.properties![name]!, schemas)]),
      )
    case 'array':
      return schema.minItems ? [blankOf(schema.items!, schemas)] : []
    case 'boolean':
      return false
    case 'integer':
    case 'number':
      return schema.minimum ?? 0
    default:
      return ''
  }
}

/** Returns a copy with another value at a path. `undefined` removes it. */
export function setAt(value: Json, path: Path, next: Json): Json {
  const [key, ...rest] = path
  if (key === undefined) return next
  if (typeof key === 'number') {
    const list: Json[] = Array.isArray(value) ? [...value] : []
    if (rest.length === 0 && next === undefined) list.splice(key, 1)
    else list[key] = setAt(list[key], rest, next)
    return list
  }
  const { [key]: before, ...others } = Object(value) as Record<string, Json>
  const after = setAt(before, rest, next)
  // Keep the member order, so that only edited bytes change.
  return after === undefined ? others : { ...Object(value), [key]: after }
}

/** The members that differ, as arguments of `setAt`. */
export const changesOf = (before: JsonObject, after: JsonObject): (readonly [Path, Json])[] =>
  Object.keys({ ...before, ...after })
    .filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]))
    .map((key) => [[key], after[key]])

/** Adds the frame to the form's value. */
export function bodyAround(
  operation: Operation,
  type: string | undefined,
  frame: { readonly organizationId: string; readonly timestampMs: string },
  value: JsonObject,
): JsonObject {
  if (operation['x-call'].kind === 'query') {
    // Limits the stamp to this query, for one hour.
    const callPath = `/public/v1/query/${operation.operationId}`
    return { organizationId: frame.organizationId, ...value, timestampMs: frame.timestampMs, callPath }
  }
  return {
    type,
    timestampMs: frame.timestampMs,
    organizationId: frame.organizationId,
    parameters: value,
  }
}

/** The recorded example if it has this type, or else a blank value. */
export function startOf(operation: Operation, type: string | undefined, schemas: Schemas): JsonObject {
  const { example } = operation.requestBody.content['application/json']
  if (operation['x-call'].kind === 'query') {
    const { paginationOptions, ...filters } = filtersOf(example)
    // The recorded cursor is from another organization.
    return paginationOptions ? { ...filters, paginationOptions: { limit: '20' } } : filters
  }
  const schema = formSchema(operation, type, schemas)
  if (example['type'] === type) return withoutProofs(example['parameters'], schema, schemas) as JsonObject
  return blankOf(schema, schemas) as JsonObject
}

/** Removes recorded tokens, because they are valid only in the recorded organization. */
function withoutProofs(value: Json, place: Schema, schemas: Schemas): Json {
  const schema = resolve(place, schemas)
  if (Array.isArray(value)) return value.map((one) => withoutProofs(one, schema.items ?? {}, schemas))
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== 'verificationToken' || schema.required?.includes(name))
      .map(([name, one]) => [name, withoutProofs(one, schema.properties?.[name] ?? {}, schemas)]),
  )
}

/** The initially selected version. */
export const firstType = (operation: Operation): string | undefined =>
  newestVersion(operation['x-call'])?.type

export interface Violation {
  readonly field: string
  readonly description: string
}

/** Required texts of the form that are empty, except free content. */
export function missingOf(value: Json, place: Schema, schemas: Schemas, path: Path = []): Violation[] {
  const schema = resolve(place, schemas)
  if (schema.type === 'string')
    return (value ?? '') === '' && !allowsEmpty(schema)
      ? [{ field: fieldOf(path), description: 'Fill in this field.' }]
      : []
  if (Array.isArray(value))
    return value.flatMap((one, index) => missingOf(one, schema.items ?? {}, schemas, [...path, index]))
  const members = Object(value) as JsonObject
  return Object.entries(schema.properties ?? {}).flatMap(([name, member]) =>
    members[name] !== undefined || schema.required?.includes(name)
      ? missingOf(members[name], member, schemas, [...path, name])
      : [],
  )
}

/** Only free content, such as a payload, has neither a length nor a form. */
const allowsEmpty = ({ minLength = 0, format, pattern }: Schema): boolean =>
  minLength === 0 && format === undefined && pattern === undefined

/** The details of an error response, from any server. */
export function detailsOf(answer: Json): readonly Readonly<Record<string, unknown>>[] {
  const { details } = Object(answer)
  return Array.isArray(details) ? details.map(Object) : []
}

/** Field violations of a response. */
export const violationsOf = (answer: Json): Violation[] =>
  detailsOf(answer).flatMap(({ fieldViolations }) => (Array.isArray(fieldViolations) ? fieldViolations : []))

/** Parses a JSON object, or returns the alternative. */
export function parsedOr<T>(text: string | undefined, otherwise: T): JsonObject | T {
  try {
    const value = parseJson(text ?? '')
    return value !== null && typeof value === 'object' ? (value as JsonObject) : otherwise
  } catch {
    return otherwise
  }
}
