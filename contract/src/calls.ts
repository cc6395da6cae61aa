/** The calls as the rest of the system uses them: by name, by path, by activity type, with their types. */
import type * as z from 'zod/mini'
import type { Authority, Era, Schema, VersionDefinition } from './define.ts'
import { eraOf } from './define.ts'
import { type definitions, groups } from './definitions.ts'
import type { EntityName, entities } from './entities.ts'
import type { ActivityType } from './entityTypes.ts'
import type { IdKindIn } from './ids.ts'

type Definitions = typeof definitions

/** Name of a call: the last segment of its path. */
export type CallName = keyof Definitions
export type QueryName = {
  [N in CallName]: Definitions[N] extends { kind: 'query' } ? N : never
}[CallName]
export type SubmitName = Exclude<CallName, QueryName>
/** Submits that give a user access. They find the user by id, contact or token, or take the caller. */
export type SignInName = {
  [N in SubmitName]: Definitions[N] extends { resource: 'AUTH' | 'RECOVERY' } ? N : never
}[SubmitName]

type VersionsOf<N extends SubmitName> = Definitions[N] extends { versions: infer V } ? V : never

type IntentsOf<V> = { [T in keyof V]: V[T] extends { intent: infer I } ? I : never }[keyof V]

type KeyKind = 'wallet' | 'wallet_account' | 'private_key'

/** Submits on wallets, accounts and keys, which are named by id or, for signing and export, by address. */
export type KeySubmitName = {
  [N in SubmitName]: Definitions[N] extends { action: 'SIGN' | 'EXPORT' }
    ? N
    : [Extract<IdKindIn<IntentsOf<VersionsOf<N>>>, KeyKind>] extends [never]
      ? never
      : N
}[SubmitName]

/** Types that the path of a call accepts, all versions. */
export type ActivityTypeOf<N extends SubmitName> = Extract<keyof VersionsOf<N>, ActivityType>

type AllVersions = { [N in SubmitName]: (x: VersionsOf<N>) => void }[SubmitName] extends (x: infer I) => void
  ? I
  : never
type DefinitionOf<T extends ActivityType> = T extends keyof AllVersions ? AllVersions[T] : never

/** `parameters` of a submit of this type. */
export type IntentOf<T extends ActivityType> = T extends ActivityType
  ? DefinitionOf<T> extends { intent: infer S extends Schema }
    ? z.infer<S>
    : never
  : never

/** Member of `activity.result` of a completed activity of this type. */
export type ResultOf<T extends ActivityType> = T extends ActivityType
  ? DefinitionOf<T> extends { result: infer S extends Schema }
    ? z.infer<S>
    : never
  : never

/** Body of a query. */
export type RequestOf<N extends QueryName> = Definitions[N] extends { request: infer S extends Schema }
  ? z.infer<S>
  : never

export type ResponseOf<N extends QueryName> = Definitions[N] extends { response: infer S extends Schema }
  ? z.infer<S>
  : never

/** Body of a submit: one shape for each accepted type. */
export type SubmitBody<N extends SubmitName = SubmitName> = {
  [T in ActivityTypeOf<N>]: {
    type: T
    timestampMs: string
    organizationId: string
    parameters: IntentOf<T>
  }
}[ActivityTypeOf<N>]

export type GroupName = keyof typeof groups
export type Noun = { [G in GroupName]: keyof (typeof groups)[G] }[GroupName]

interface CallBase<N extends CallName> {
  readonly name: N
  readonly group: GroupName
  readonly noun: Noun
  readonly era: Era
}

export interface QueryCall<N extends QueryName = QueryName> extends CallBase<N> {
  readonly kind: 'query'
  readonly path: `/public/v1/query/${N}`
  readonly request: z.core.$ZodType<RequestOf<N>>
  readonly response: z.core.$ZodType<ResponseOf<N>>
}

export interface CallVersion<T extends ActivityType = ActivityType> {
  readonly type: T
  /** 1 for the type without a suffix. */
  readonly version: number
  readonly era: Era
  /** Member of `activity.intent` that holds the parameters. */
  readonly intentKey: string
  /** Member of `activity.result`; `null` for votes, which return the activity that the vote is about. */
  readonly resultKey: string | null
  readonly intent: z.core.$ZodType<IntentOf<T>>
  readonly result: z.core.$ZodType<ResultOf<T>>
}

export interface SubmitCall<N extends SubmitName = SubmitName> extends CallBase<N> {
  readonly kind: 'submit'
  readonly path: `/public/v1/submit/${N}`
  /** `activity.resource` and `activity.action` in policies; `null` for votes. */
  readonly resource: string | null
  readonly action: string | null
  readonly authority: Authority
  /** Accepted versions, oldest first. */
  readonly versions: readonly CallVersion<ActivityTypeOf<N>>[]
  /** Newest version served, which clients should post. */
  readonly postedType: ActivityTypeOf<N>
}

export type CallOf<N extends CallName> = N extends QueryName
  ? QueryCall<N>
  : N extends SubmitName
    ? SubmitCall<N>
    : never
export type Call = { [N in CallName]: CallOf<N> }[CallName]

/** Every call by its name. */
export const calls = buildCalls()

/** Every call, in reading order. */
export const callList: readonly Call[] = Object.values(calls)

const callsByPath = new Map<string, Call>(callList.map((call) => [call.path, call]))
const callsByType = new Map<string, SubmitCall>()
const versionsByType = new Map<string, CallVersion>()
for (const call of callList) {
  if (call.kind === 'query') continue
  for (const version of call.versions) {
    callsByType.set(version.type, call as SubmitCall)
    versionsByType.set(version.type, version as CallVersion)
  }
}

/** The call at a path such as `/public/v1/query/whoami`, or undefined. */
export const findCall = (path: string): Call | undefined => callsByPath.get(path)

/** The submit whose path accepts an activity type, or undefined. */
export const findCallOfType = (type: string): SubmitCall | undefined => callsByType.get(type)

export const versionOf = <T extends ActivityType>(type: T): CallVersion<T> =>
  versionsByType.get(type) as unknown as CallVersion<T>

/** Every activity type that can be posted, in reading order. */
export const activityTypes = [...versionsByType.keys()] as readonly ActivityType[]

/**
 * Key of the single member of `activity.intent` or `activity.result`, or the name of a request:
 * `ACTIVITY_TYPE_CREATE_POLICY_V3` and `Intent` give `createPolicyIntentV3`.
 */
export function memberKey(type: string, suffix: 'Intent' | 'Result' | 'Body'): string {
  const [, base = '', version = ''] = /^ACTIVITY_TYPE_(.*?)(?:_(V\d+))?$/.exec(type) ?? []
  const camel = base.toLowerCase().replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return `${camel}${suffix}${version}`
}

function buildCalls(): { readonly [N in CallName]: CallOf<N> } {
  const built: Record<string, unknown> = {}
  for (const [group, nouns] of Object.entries(groups)) {
    for (const [noun, members] of Object.entries(nouns)) {
      for (const [name, definition] of Object.entries<AnyDefinition>(members)) {
        built[name] = buildCall({ name, group, noun, era: eraOf(definition) }, definition)
      }
    }
  }
  return built as { readonly [N in CallName]: CallOf<N> }
}

interface Identity {
  name: string
  group: string
  noun: string
  era: Era
}

type AnyDefinition =
  | { kind: 'query'; request: Schema; response: Schema }
  | {
      kind: 'submit'
      resource: string | null
      action: string | null
      authority: Authority
      versions: Readonly<Record<string, VersionDefinition>>
    }

function buildCall(identity: Identity, definition: AnyDefinition) {
  const path = `/public/v1/${definition.kind}/${identity.name}`
  if (definition.kind === 'query') return { ...identity, ...definition, path }
  const versions = Object.entries(definition.versions).map(([type, version]) => ({
    type,
    version: Number(/_V(\d+)$/.exec(type)?.[1] ?? 1),
    era: identity.era === 'later' ? 'later' : eraOf(version),
    intentKey: memberKey(type, 'Intent'),
    resultKey: definition.authority === 'vote' ? null : (version.resultKey ?? memberKey(type, 'Result')),
    intent: version.intent,
    result: version.result,
  }))
  return { ...identity, ...definition, path, versions, postedType: versions.at(-1)?.type }
}

/** Values that the schema of an entity accepts. */
export type Entity<N extends EntityName> = z.infer<(typeof entities)[N]>
