/**
 * The tables that pages show, as rows of text; renderers add only markup. Texts may contain
 * `code` in backticks. No cell is empty: without a value, it is `none`.
 */
import { addressFormats } from './addressFormats.ts'
import { ownErrorsOf } from './callErrors.ts'
import { type Call, type CallName, type CallVersion, callList, calls, versionOf } from './calls.ts'
import type { Era } from './define.ts'
import { describeCallField, describeEntityField, describeEnumMembers } from './describe.ts'
import type { EntityName } from './entities.ts'
import type { ActivityType } from './entityTypes.ts'
import { type EnumName, laterMembers } from './enums.ts'
import { type ErrorCode, type ErrorEntry, errors, grpcStatus, type Stage } from './errors.ts'
import { formatNumber } from './facts.ts'
import { features } from './features.ts'
import { fillFacts } from './fillFacts.ts'
import {
  type CallPart,
  type FieldInfo,
  fieldInfosOf,
  fieldInfosOfEntity,
  schemaOfPart,
  type TypeInfo,
  typeText,
} from './introspect.ts'
import { type LimitedResource, resourceLimits } from './limits.ts'
import bounds from './words/bounds.json' with { type: 'json' }
import defaults from './words/defaults.json' with { type: 'json' }
import retention from './words/retention.json' with { type: 'json' }
import activitiesWithoutPath from './words/withoutPath.json' with { type: 'json' }
import { callWords, enumWords, errorWords } from './words.ts'

export interface LimitRow {
  resource: LimitedResource
  title: string
  /** `100`, `1,000`, `no limit`. */
  parent: string
  subOrganization: string
  per: 'organization' | 'user'
  beyond: string
}

export const limitRows = (only: readonly string[] = []): LimitRow[] =>
  pick(Object.keys(resourceLimits) as LimitedResource[], only).map((resource) => {
    const { parent, subOrganization, per } = resourceLimits[resource]
    const { title, beyond } = bounds.objects[resource]
    return {
      resource,
      title,
      parent: limitText(parent),
      subOrganization: limitText(subOrganization),
      per,
      beyond,
    }
  })

const limitText = (limit: number | null): string => (limit === null ? 'no limit' : formatNumber(limit))

export interface BoundRow {
  name: string
  title: string
  owner: string
  /** The bound with its unit. */
  bound: string
  beyond: string
}

/** Bounds of everything else that callers can make grow, then of single values. */
export const boundRows = (): BoundRow[] => [
  ...[...Object.entries(bounds.growth), ...Object.entries(bounds.values)].map(
    ([name, { title, owner, bound, beyond }]) => ({ name, title, owner, bound: fillFacts(bound), beyond }),
  ),
]

export interface DefaultRow {
  name: string
  title: string
  value: string
}

/** Defaults of members that a request omits. */
export const defaultRows = (): DefaultRow[] =>
  Object.entries(defaults).map(([name, { title, value }]) => ({ name, title, value: fillFacts(value) }))

export interface RetentionRow {
  name: string
  record: string
  kept: string
  reason: string
  /** What removes it, and in which batches. No caller waits for more than one batch. */
  removedBy: string
}

/** How long each kind of record is kept, why, and what removes it. */
export const retentionRows = (): RetentionRow[] =>
  Object.entries(retention).map(([name, { record, kept, reason, removedBy }]) => {
    return { name, record, kept: fillFacts(kept), reason, removedBy: fillFacts(removedBy) }
  })

export interface ErrorRow {
  code: ErrorCode
  http: number
  /** gRPC status number, the `code` of the body. */
  grpc: number
  grpcName: string
  /** With `{slots}` for the values. */
  message: string
  cause: string
  help: string
  situation: string
  stage: Stage
}

/** The error catalog, in its order. */
export const errorRows = (only: readonly string[] = []): ErrorRow[] =>
  pick(Object.keys(errors) as ErrorCode[], only).map((code) => {
    const entry: ErrorEntry = errors[code]
    const { code: grpc, http } = grpcStatus[entry.grpc]
    return {
      code,
      http: entry.http ?? http,
      grpc,
      grpcName: entry.grpc,
      message: entry.message,
      stage: entry.stage,
      ...errorWords[code],
    }
  })

export interface ActivityTypeRow {
  resource: string
  action: string
  /** Full names, all versions, oldest first. */
  types: readonly string[]
  /** The call that accepts them, or null. */
  call: CallName | null
  authority: string
  era: Era
}

/** Resource and action under which policies see each activity type. Votes have neither, so the table omits them. */
export function activityTypeRows(resource?: string): ActivityTypeRow[] {
  const served = callList.flatMap((call): ActivityTypeRow[] =>
    call.kind === 'query' || call.resource === null
      ? []
      : [
          {
            resource: call.resource,
            action: call.action ?? 'none',
            types: call.versions.map((version) => version.type),
            call: call.name,
            authority: call.authority,
            era: call.era,
          },
        ],
  )
  const withoutPath = activitiesWithoutPath.map(
    (activity): ActivityTypeRow => ({ ...activity, call: null, authority: 'none', era: 'seed' }),
  )
  const rows = [...served, ...withoutPath].sort(byResource)
  return resource === undefined ? rows : rows.filter((row) => row.resource === resource)
}

const resourceOrder = [
  'ORGANIZATION',
  'INVITATION',
  'POLICY',
  'SMART_CONTRACT_INTERFACE',
  'WALLET',
  'PRIVATE_KEY',
  'USER',
  'CREDENTIAL',
  'AUTH',
  'OTP',
  'RECOVERY',
  'WEBHOOK',
  'CONFIG',
  'PAYMENT_METHOD',
  'SUBSCRIPTION',
]

// The sort is stable, so calls of one resource keep their order.
const byResource = (a: ActivityTypeRow, b: ActivityTypeRow): number =>
  resourceOrder.indexOf(a.resource) - resourceOrder.indexOf(b.resource)

export interface FeatureRow {
  name: string
  description: string
  value: string
  parent: 'on' | 'off'
  subOrganization: 'on' | 'off'
  /** Member of `create_sub_organization` that keeps it off. */
  disabledBy: string | null
}

export const featureRows = (): FeatureRow[] =>
  features.map(({ name, value, parent, subOrganization, disabledBy }) => ({
    name,
    description: enumWords.FeatureName.members[name],
    value: { none: 'none', origin: 'one web origin', url: 'a URL' }[value],
    parent: parent ? 'on' : 'off',
    subOrganization: subOrganization ? 'on' : 'off',
    disabledBy,
  }))

export interface AddressFormatRow {
  format: string
  /** Supported curves, the usual curve first. */
  curves: string
  defaultPath: string
  encoding: string
  example: string
}

/** Address formats; `prefix` is matched after `ADDRESS_FORMAT_`, such as `BITCOIN`. */
export const addressFormatRows = (prefix = ''): AddressFormatRow[] =>
  addressFormats
    .filter(({ format }) => format.slice('ADDRESS_FORMAT_'.length).startsWith(prefix))
    .map((row) => ({ ...row, curves: row.curves.join(', ') }))

export interface FieldRow {
  name: string
  /** In words: `string (UUID)`, `list of Curve`. */
  type: string
  /** Entity or enumeration to link to, or null. */
  refersTo: { kind: 'entity' | 'enum'; name: string } | null
  required: boolean
  nullable: boolean
  description: string
  era: Era
}

/** Fields of an entity: `fieldsOf('Wallet')`. Required ones first. */
export function fieldsOf(entity: EntityName): FieldRow[]
/** Fields of a part of a call: `fieldsOf('create_wallet', 'intent')`; the newest version. Required ones first. */
export function fieldsOf(call: CallName, part: CallPart): FieldRow[]
export function fieldsOf(owner: EntityName | CallName, part?: CallPart): FieldRow[] {
  if (part === undefined) {
    const entity = owner as EntityName
    return toFieldRows(fieldInfosOfEntity(entity), (field) => describeEntityField(entity, field))
  }
  const call = owner as CallName
  return toFieldRows(fieldInfosOf(schemaOfPart(call, part)), (field) => describeCallField(call, field))
}

function toFieldRows(fields: readonly FieldInfo[], describe: (field: string) => string): FieldRow[] {
  return fields
    .map((field) => ({
      name: field.name,
      type: typeText(field.type),
      refersTo: toReference(field.type),
      required: field.required,
      nullable: field.nullable,
      description: describe(field.name),
      era: field.era,
    }))
    .sort((a, b) => Number(b.required) - Number(a.required))
}

function toReference(type: TypeInfo): FieldRow['refersTo'] {
  if (type.kind === 'list') return toReference(type.item)
  return type.kind === 'entity' || type.kind === 'enum' ? { kind: type.kind, name: type.name } : null
}

export interface EnumRow {
  name: string
  description: string
  era: Era
}

/** Members of an enumeration with their descriptions. */
export const enumRows = (name: EnumName): EnumRow[] =>
  describeEnumMembers(name).map((member) => ({
    ...member,
    era: name === 'ActivityType' ? versionOf(member.name as ActivityType).era : eraOfMember(member.name),
  }))

const eraOfMember = (member: string): Era => (laterMembers.has(member) ? 'later' : 'seed')

export interface CallRow {
  name: CallName
  kind: Call['kind']
  path: string
  group: string
  noun: string
  summary: string
  era: Era
  /** Link to the full entry. */
  href: string
  types: readonly string[]
  /** Errors beyond those of every call of its kind. */
  errors: readonly ErrorCode[]
}

/** All calls in reading order, or the named calls. */
export const callRows = (only: readonly string[] = []): CallRow[] =>
  pick(Object.keys(calls) as CallName[], only).map((name) => {
    const call: Call = calls[name]
    const { kind, path, group, noun, era } = call
    const versions = (call.kind === 'submit' ? call.versions : []) as readonly CallVersion[]
    return {
      name,
      kind,
      path,
      group,
      noun,
      era,
      summary: callWords[name].summary,
      href: `/api/#${name}`,
      types: versions.map((version) => version.type),
      errors: ownErrorsOf(name),
    }
  })

function pick<N extends string>(all: readonly N[], only: readonly string[]): readonly N[] {
  if (only.length === 0) return all
  return only.map((name) => {
    const found = all.find((one) => one === name)
    if (found === undefined) throw new Error(`unknown name \`${name}\`, known are ${all.join(', ')}`)
    return found
  })
}
