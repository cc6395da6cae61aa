/** Examples, built from the schemas and the sample values, so that they can never lack a member. */
import { type Call, type CallName, type CallVersion, calls, type SubmitCall } from './calls.ts'
import type { Schema } from './define.ts'
import { type EntityName, entities } from './entities.ts'
import { enums } from './enums.ts'
import { type FieldInfo, fieldInfosOf, type TypeInfo } from './introspect.ts'
import { fingerprintPrefix } from './stamps.ts'
import { callWords } from './words/calls.ts'
import { sampleIds, sampleStamp, samples } from './words/samples.ts'

type JsonObject = Record<string, unknown>

/** Time of the example requests: 2024-12-12T10:40:00Z. */
export const exampleTimestampMs = '1734000000000'

/** A complete request body of a call; for submits, of the newest version. */
export function exampleRequest(name: CallName): JsonObject {
  const call: Call = calls[name]
  if (call.kind === 'query') return exampleParameters(call.request, name)
  return exampleSubmit(call as SubmitCall, call.versions.at(-1) as CallVersion)
}

/** A complete request body of one version of a submit. */
export function exampleSubmit(call: SubmitCall, version: CallVersion): JsonObject {
  return {
    type: version.type,
    timestampMs: exampleTimestampMs,
    organizationId: organizationOf(call),
    parameters:
      version.type === call.postedType
        ? exampleParameters(version.intent, call.name)
        : exampleOf(version.intent, version.type, (field) => field.required),
  }
}

/** A complete response to the example request. */
export function exampleResponse(name: CallName): JsonObject {
  const call: Call = calls[name]
  if (call.kind === 'query') return exampleOf(call.response, name)
  // A vote returns the activity that it is about.
  if (call.authority === 'vote') return { activity: exampleOfEntity('Activity') }
  return { activity: exampleActivity(call as SubmitCall, call.versions.at(-1) as CallVersion) }
}

/** The completed activity of a version, without votes, because they repeat the request. */
export function exampleActivity(call: SubmitCall, version: CallVersion): JsonObject {
  const request = exampleSubmit(call, version)
  return {
    ...exampleOfEntity('Activity'),
    organizationId: request['organizationId'],
    type: version.type,
    intent: { [version.intentKey]: request['parameters'] },
    result: version.resultKey === null ? {} : { [version.resultKey]: exampleResult(call, version) },
    votes: [],
    fingerprint: fingerprintOf(request),
  }
}

/** The result of a version. */
export const exampleResult = (call: SubmitCall, version: CallVersion): JsonObject =>
  exampleOf(version.result, call.name)

/** An object of an entity, with all its members. */
export const exampleOfEntity = (name: EntityName): JsonObject => exampleOf(entities[name], name)

// An unsigned example has the SHA-256 of the empty text.
const fingerprintOf = (request: JsonObject): string =>
  JSON.stringify(request) === sampleStamp.body
    ? sampleStamp.fingerprint
    : `${fingerprintPrefix}e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855`

/** The organization of an example: a sub-organization for deletion, sign-in and recovery, else the sample organization. */
const organizationOf = (call: SubmitCall): string =>
  inSubOrganization.has(call.name) ? sampleIds.subOrganization : sampleIds.organization

const inSubOrganization: ReadonlySet<CallName> = new Set([
  'delete_sub_organization',
  'email_auth',
  'init_otp_auth',
  'otp_auth',
  'init_otp',
  'verify_otp',
  'oauth',
  'otp_login',
  'oauth_login',
  'init_user_email_recovery',
  'recover_user',
])

function exampleParameters(schema: Schema, name: CallName): JsonObject {
  const { shows = [], example = {} } = callWords[name]
  const parameters = exampleOf(schema, name, (field) => field.required || shows.includes(field.name))
  return { ...parameters, ...example }
}

function exampleOf(
  schema: Schema,
  owner: string,
  includes: (field: FieldInfo) => boolean = () => true,
): JsonObject {
  const members = fieldInfosOf(schema)
    .filter(includes)
    .map((field): [string, unknown] => [field.name, exampleOfField(owner, field)])
  return Object.fromEntries(members)
}

function exampleOfField(owner: string, field: FieldInfo): unknown {
  const own = samples[`${owner}.${field.name}`]
  if (own !== undefined) return own
  return exampleOfType(field.type, field.name)
}

function exampleOfType(type: TypeInfo, name: string): unknown {
  if (type.kind === 'entity') return exampleOf(entities[type.name], type.name, isShownIn(type.name))
  if (type.kind === 'list' && type.item.kind === 'entity') return [exampleOfType(type.item, name)]
  const sample = samples[name]
  if (sample !== undefined) return sample
  if (type.kind === 'enum') return enums[type.name][0]
  if (type.kind === 'list') return [exampleOfType(type.item, name)]
  throw new Error(`no sample value for ${name}`)
}

/** Objects inside a request are shown with their required members. */
const isShownIn = (entity: EntityName) => (field: FieldInfo) =>
  field.required || !/Params|Intent|Pagination/.test(entity)
