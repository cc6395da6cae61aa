/** Functions that define calls and entities. */
import * as z from 'zod/mini'
import { id, text, timestampMs } from './scalars.ts'

export type Schema = z.core.$ZodType
export type Shape = Readonly<Record<string, z.ZodMiniType>>

/** The parts of a schema that the functions below build. */
export interface SchemaDef {
  type: string
  shape?: Record<string, Schema>
  element?: Schema
  innerType?: Schema
}

export const defOf = (schema: Schema): SchemaDef => schema._zod.def as unknown as SchemaDef

/** An object that rejects unknown members. */
export const object = <const S extends Shape>(shape: S) => z.strictObject(shape)

/** A list; the order is kept. */
export const list = <S extends z.ZodMiniType>(item: S) => z.array(item)

/** An optional member. `null` on the wire counts as absent. */
export const optional = <S extends z.ZodMiniType>(schema: S) => z.exactOptional(schema)

/** A member of responses that is `null` without a value. In requests, null counts as absent. */
export const nullable = <S extends z.ZodMiniType>(schema: S) => z.nullable(schema)

/** One of the full names. */
export const oneOf = <const N extends readonly string[]>(names: N) => z.enum(names)

const newer = new WeakSet<object>()

/** Marks a call, an activity type version or a member as newer than the specification. */
export function later<T extends object>(thing: T): T {
  newer.add(thing)
  return thing
}

export type Era = 'seed' | 'later'

/** `seed` for what the specification describes, `later` for what was added to it. */
export const eraOf = (thing: object): Era => (newer.has(thing) ? 'later' : 'seed')

/**
 * Optional members of every query body. A stamp covers only the body, so these members tie it to one call and one time.
 * They travel in the body because servers that don't know them ignore unknown members of a query.
 */
export const binding = object({ timestampMs: optional(timestampMs), callPath: optional(text) })

/** Filters can't use the names of the binding. */
type Filters = Shape & { readonly [M in keyof z.infer<typeof binding>]?: never }

/** A query: `organizationId` plus filters in, a named object or list out. No policy applies. */
export const query = <const Q extends Filters, const R extends Shape>(request: Q, response: R) => ({
  kind: 'query' as const,
  request: object({ organizationId: id, ...request }) as unknown as ReturnType<
    typeof object<{ organizationId: typeof id } & Q>
  >,
  response: object(response),
})

/**
 * One accepted version of an activity type: its `parameters` and its result.
 *
 * @param resultKey the member of `activity.result`, if it doesn't follow from the type
 */
export const version = <const I extends Shape, const R extends Shape>(
  intent: I,
  result: R,
  resultKey?: string,
) => ({ intent: object(intent), result: object(result), resultKey })

export interface VersionDefinition {
  intent: Schema
  result: Schema
  resultKey: string | undefined
}

/** Who may allow a submit: a policy (or the root quorum), the root quorum alone, or the voters of an activity. */
export type Authority = 'policy' | 'root' | 'vote'

/**
 * A submit with the resource and action under which policies see it, and its accepted versions, oldest first.
 */
export const submit = <
  const Resource extends string | null,
  const Action extends string | null,
  const V extends Readonly<Record<string, VersionDefinition>>,
>(
  resource: Resource,
  action: Action,
  versions: V,
  authority: Authority = 'policy',
) => ({ kind: 'submit' as const, resource, action, versions, authority })
