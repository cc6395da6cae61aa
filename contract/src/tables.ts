/**
 * The tables that pages show, as rows of text; renderers add only markup. Texts may contain
 * `code` in backticks. No cell is empty: without a value, it is `none`.
 */
import { addressFormats } from './addressFormats.ts'
import { ownErrorsOf } from './callErrors.ts'
import { type Call, type CallName, type CallVersion, callList, calls, versionOf } from './calls.ts'
import { defaults } from './defaults.ts'
import type { Era } from './define.ts'
import { describeCallField, describeEntityField, describeEnum, describeEnumMembers } from './describe.ts'
import type { EntityName } from './entities.ts'
import type { ActivityType } from './entityTypes.ts'
import { type EnumName, laterMembers } from './enums.ts'
import { type ErrorCode, type ErrorEntry, errors, grpcStatus, type Stage } from './errors.ts'
import { facts, formatDuration, formatNumber } from './facts.ts'
import { features } from './features.ts'
import { beyondText, type OtherGrowth, type Owner, objectGrowth, otherGrowth } from './growth.ts'
import {
  type CallPart,
  type FieldInfo,
  fieldInfosOf,
  fieldInfosOfEntity,
  schemaOfPart,
  type TypeInfo,
  typeText,
} from './introspect.ts'
import { type LimitedResource, limits, resourceLimits } from './limits.ts'
import { activitiesWithoutPath } from './withoutPath.ts'
import { callWords, enumWords, errorWords } from './words.ts'

export interface LimitRow {
  resource: LimitedResource
  title: string
  /** `100`, `1,000`, `no limit`. */
  parent: string
  subOrganization: string
  per: 'organization' | 'user'
  /** What happens beyond the limit. */
  beyond: string
}

/** Resource limits of one organization or user. */
export const limitRows = (only: readonly string[] = []): LimitRow[] =>
  pick(Object.keys(resourceLimits) as LimitedResource[], only).map((resource) => {
    const { parent, subOrganization, per } = resourceLimits[resource]
    return {
      resource,
      title: objectGrowth[resource].title,
      parent: limitText(parent),
      subOrganization: limitText(subOrganization),
      per,
      beyond: beyondText(objectGrowth[resource]),
    }
  })

const limitText = (limit: number | null): string => (limit === null ? 'no limit' : formatNumber(limit))

export interface BoundRow {
  name: string
  title: string
  /** Owner of the count. */
  owner: Owner
  /** The bound with its unit. */
  bound: string
  /** What happens beyond it. */
  beyond: string
}

/** Bounds of everything else that callers can make grow, then of single values. */
export const boundRows = (): BoundRow[] => [
  ...Object.entries<OtherGrowth>(otherGrowth).map(([name, growth]) => {
    return { name, title: growth.title, owner: growth.owner, bound: growth.bound, beyond: beyondText(growth) }
  }),
  ...valueBounds().map(({ error, ...row }) => ({
    ...row,
    owner: 'request' as const,
    beyond: `\`${error}\``,
  })),
]

interface ValueBound extends Pick<BoundRow, 'name' | 'title' | 'bound'> {
  error: ErrorCode
}

const valueBounds = (): ValueBound[] => [
  {
    name: 'pageSize',
    title: 'Entries per page (`limit`)',
    bound: `${limits.pageMin} to ${limits.pageMax}`,
    error: 'PAGE_LIMIT_OUT_OF_RANGE',
  },
  {
    name: 'mnemonicLength',
    title: 'Words of a recovery phrase (`mnemonicLength`)',
    bound: facts.mnemonicLengths.text,
    error: 'MNEMONIC_LENGTH_INVALID',
  },
  {
    name: 'name',
    title: 'Length of a name',
    bound: `1 to ${limits.nameLength} characters`,
    error: 'NAME_LENGTH',
  },
  {
    name: 'timestampMaxAge',
    title: 'Age of a request (`timestampMs`)',
    bound: `at most ${facts.timestampMaxAge.text}`,
    error: 'TIMESTAMP_TOO_OLD',
  },
  {
    name: 'timestampMaxAhead',
    title: 'Time ahead of the server (`timestampMs`)',
    bound: `at most ${facts.timestampMaxAhead.text}`,
    error: 'TIMESTAMP_TOO_FAR_AHEAD',
  },
  {
    name: 'otpLifetime',
    title: 'Lifetime of a one-time code',
    bound: facts.otpLifetime.text,
    error: 'OTP_INVALID',
  },
  {
    name: 'otpMaxAttempts',
    title: 'Wrong attempts before a one-time code is locked',
    bound: facts.otpMaxAttempts.text,
    error: 'OTP_INVALID',
  },
  {
    name: 'readOnlySession',
    title: 'Lifetime of a read-only session',
    bound: facts.readOnlySession.text,
    error: 'SESSION_INVALID',
  },
  ...sizeBounds(),
  ...workBounds(),
  {
    name: 'issuer',
    title: 'Responses of an OpenID Connect issuer',
    bound: `within ${limits.issuerSeconds} seconds, at most ${formatNumber(limits.issuerBytes)} bytes each, no redirects`,
    error: 'ISSUER_UNREACHABLE',
  },
  {
    name: 'rate',
    title: 'Requests from one address',
    bound: 'none, unless `keywright serve --rate-limit` sets one',
    error: 'RATE_LIMITED',
  },
]

const sizeBounds = (): ValueBound[] => [
  {
    name: 'pathIndex',
    title: 'Index in a derivation path',
    bound: `0 to ${formatNumber(limits.pathIndexMax)}`,
    error: 'DERIVATION_PATH_INVALID',
  },
  {
    name: 'digest',
    title: 'Payload with `HASH_FUNCTION_NO_OP`',
    bound: `exactly ${limits.digestBytes} bytes`,
    error: 'PAYLOAD_NOT_DIGEST',
  },
  {
    name: 'bodyDepth',
    title: 'Nesting of a request body',
    bound: `at most ${limits.bodyDepth} levels`,
    error: 'BODY_TOO_DEEP',
  },
]

const workBounds = (): ValueBound[] =>
  (
    [
      ['payloads', 'Payloads to sign per request', limits.payloadsPerRequest],
      ['inputs', 'Inputs of a Bitcoin transaction to sign', limits.inputsPerTransaction],
      ['outputs', 'Outputs of a Bitcoin transaction to sign', limits.outputsPerTransaction],
      ['keys', 'Wallet accounts and private keys created per request', limits.keysPerRequest],
      ['hashedBytes', 'Bytes of payloads and transactions hashed per request', limits.hashedBytesPerRequest],
      ['rows', 'Objects read or changed per request', limits.rowsPerRequest],
      ['policySteps', 'Policy evaluation steps per request', limits.policyStepsPerRequest],
    ] as const
  ).map(([name, title, limit]) => {
    return { name, title, bound: `at most ${formatNumber(limit)}`, error: 'WORK_LIMIT_EXCEEDED' }
  })

export interface DefaultRow {
  name: string
  title: string
  value: string
}

/** Defaults of members that a request omits. */
export const defaultRows = (): DefaultRow[] => [
  { name: 'pageLimit', title: 'Entries per page (`limit`)', value: facts.pageDefault.text },
  {
    name: 'mnemonicLength',
    title: 'Words of a recovery phrase (`mnemonicLength`)',
    value: facts.mnemonicDefault.text,
  },
  {
    name: 'mnemonicLanguage',
    title: 'Language of an exported phrase (`language`)',
    value: `\`${defaults.mnemonicLanguage}\``,
  },
  { name: 'otpLength', title: 'Length of a one-time code (`otpLength`)', value: facts.otpDigits.text },
  { name: 'readWriteSession', title: 'Lifetime of a read-write session', value: facts.readWriteSession.text },
  {
    name: 'credentialExpiry',
    title: 'Lifetime of email auth, OTP auth, OAuth, recovery and login credentials',
    value: facts.credentialExpiry.text,
  },
  {
    name: 'verificationToken',
    title: 'Lifetime of a verification token',
    value: formatDuration(defaults.verificationToken),
  },
  {
    name: 'readWriteSessionName',
    title: 'API key name, read-write session',
    value: `\`${defaults.apiKeyNames.readWriteSession}\``,
  },
  {
    name: 'emailAuthName',
    title: 'API key name, email auth',
    value: `\`${defaults.apiKeyNames.emailAuth}\``,
  },
  { name: 'otpAuthName', title: 'API key name, OTP auth', value: `\`${defaults.apiKeyNames.otpAuth}\`` },
  { name: 'oauthName', title: 'API key name, OAuth', value: `\`${defaults.apiKeyNames.oauth}\`` },
  {
    name: 'recoveryName',
    title: 'API key name, email recovery',
    value: `\`${defaults.apiKeyNames.recovery}\``,
  },
  {
    name: 'stampLoginName',
    title: 'API key name, login by stamp',
    value: `\`${defaults.apiKeyNames.stampLogin}\``,
  },
  {
    name: 'otpLoginName',
    title: 'API key name, login by one-time code',
    value: `\`${defaults.apiKeyNames.otpLogin}\``,
  },
  {
    name: 'oauthLoginName',
    title: 'API key name, login by OAuth',
    value: `\`${defaults.apiKeyNames.oauthLogin}\``,
  },
]

export interface ErrorRow {
  code: ErrorCode
  /** HTTP status. */
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
  /** Meaning of the value. */
  value: string
  parent: 'on' | 'off'
  subOrganization: 'on' | 'off'
  /** Member of `create_sub_organization` that keeps it off, or `none`. */
  disabledBy: string
}

/** Features of an organization. */
export const featureRows = (): FeatureRow[] =>
  features.map(({ name, value, parent, subOrganization, disabledBy }) => ({
    name,
    description: enumWords.FeatureName.members[name],
    value: { none: 'none', origin: 'one web origin', url: 'a URL' }[value],
    parent: parent ? 'on' : 'off',
    subOrganization: subOrganization ? 'on' : 'off',
    disabledBy: disabledBy ?? 'none',
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

/** Purpose of an enumeration. */
export const enumSummary = (name: EnumName): string => describeEnum(name)

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
  /** Activity types that it accepts, oldest first; none for queries. */
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

/** The named entries in the given order, or all. */
function pick<N extends string>(all: readonly N[], only: readonly string[]): readonly N[] {
  if (only.length === 0) return all
  return only.map((name) => {
    const found = all.find((one) => one === name)
    if (found === undefined) throw new Error(`unknown name \`${name}\`, known are ${all.join(', ')}`)
    return found
  })
}
