/** The object that each id of an intent names. Policies see these ids. */
import type * as z from 'zod/mini'
import { defOf, type Schema } from './define.ts'
import { FeatureName } from './enumSchemas.ts'
import { id } from './scalars.ts'

/** A schema of ids of one kind: text on the wire, a type of its own to the compiler and to `idsNamedBy`. */
type IdSchema<Kind extends string> = z.ZodMiniString & { readonly '~idKind': Kind }

const kinds = new Map<Schema, string>()

function idOf<const Kind extends string>(kind: Kind): IdSchema<Kind> {
  const schema = id.clone() as IdSchema<Kind>
  kinds.set(schema, kind)
  return schema
}

/** Every kind of id that an intent may name. */
export const ids = {
  user: idOf('user'),
  userTag: idOf('user_tag'),
  policy: idOf('policy'),
  invitation: idOf('invitation'),
  wallet: idOf('wallet'),
  walletAccount: idOf('wallet_account'),
  privateKey: idOf('private_key'),
  privateKeyTag: idOf('private_key_tag'),
  apiKey: idOf('api_key'),
  authenticator: idOf('authenticator'),
  oauthProvider: idOf('oauth_provider'),
  otp: idOf('otp'),
  webhookEndpoint: idOf('webhook_endpoint'),
  smartContractInterface: idOf('smart_contract_interface'),
} as const

// Features have names for ids.
kinds.set(FeatureName, 'feature')

/** The kind as policies write it: `user_tag` is read as `activity.params.user_tag_id` and `activity.params.user_tag_ids`. */
export type IdKind = (typeof ids)[keyof typeof ids] extends IdSchema<infer Kind> ? Kind | 'feature' : never

/** The kinds of ids in a schema, at any depth, for the compiler. */
export type IdKindIn<S> =
  S extends IdSchema<infer Kind>
    ? Kind
    : S extends z.ZodMiniArray<infer Inner> | z.ZodMiniExactOptional<infer Inner>
      ? IdKindIn<Inner>
      : S extends z.ZodMiniObject<infer Members>
        ? { [M in keyof Members]: IdKindIn<Members[M]> }[keyof Members]
        : never

/** The kind of object that a schema names by id. */
export const idKindOf = (schema: Schema): IdKind | undefined => kinds.get(schema) as IdKind | undefined

/** The kinds that a value of the schema may name, at any depth. */
export function idKindsOf(schema: Schema): ReadonlySet<IdKind> {
  const known = kindsBySchema.get(schema)
  if (known) return known
  const kind = idKindOf(schema)
  const { shape, element, innerType } = defOf(schema)
  const inner = [...Object.values(shape ?? {}), element, innerType].filter((one) => one !== undefined)
  const found = new Set([...(kind ? [kind] : []), ...inner.flatMap((one) => [...idKindsOf(one)])])
  kindsBySchema.set(schema, found)
  return found
}

const kindsBySchema = new WeakMap<Schema, ReadonlySet<IdKind>>()

/** The ids that a value of the schema names, each once, by kind; an empty list for a kind that it could name. */
export function idsNamedBy(schema: Schema, value: unknown): Map<IdKind, string[]> {
  const named = new Map<IdKind, Set<string>>(Array.from(idKindsOf(schema), (kind) => [kind, new Set()]))
  collect(schema, value, named)
  return new Map(Array.from(named, ([kind, found]) => [kind, [...found]]))
}

function collect(schema: Schema, value: unknown, named: ReadonlyMap<IdKind, Set<string>>): void {
  if (value === undefined || value === null || idKindsOf(schema).size === 0) return
  const kind = idKindOf(schema)
  if (kind) named.get(kind)!.add(value as string)
  const { shape, element, innerType } = defOf(schema)
  if (innerType) collect(innerType, value, named)
  if (element) for (const item of value as readonly unknown[]) collect(element, item, named)
  for (const [name, member] of Object.entries(shape ?? {})) {
    collect(member, (value as Record<string, unknown>)[name], named)
  }
}
