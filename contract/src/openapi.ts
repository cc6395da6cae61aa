/** The OpenAPI 3.1 description of the API: the contract as one document. */
import { commonErrors, errorsOf, ownErrorsOf, policyErrors, queryErrors, submitErrors } from './callErrors.ts'
import {
  type Call,
  type CallVersion,
  callList,
  type GroupName,
  memberKey,
  type Noun,
  type QueryCall,
  type SubmitCall,
} from './calls.ts'
import { groups } from './definitions.ts'
import { describeEnum, describeEnumMembers } from './describe.ts'
import { type EntityName, entities } from './entities.ts'
import { type EnumName, enums } from './enums.ts'
import { type ErrorEntry, errors, grpcStatus } from './errors.ts'
import { exampleErrors } from './exampleErrors.ts'
import {
  componentRef,
  entitiesWithin,
  entitySchema,
  holdsSecret,
  type JsonSchema,
  membersOfCall,
  objectSchema,
  requestObjectSchema,
  textTypes,
} from './jsonSchema.ts'
import type { Binding } from './parse.ts'
// Generated: `site/requests/reference.test.ts` records it, and fails if the engine's responses differ.
import recorded from './recorded.json' with { type: 'json' }
import { type Answer, recordedAnswer } from './recordedAnswers.ts'
import { shapeErrors } from './shapes.ts'
import { headers } from './stamps.ts'
import activitiesWithoutPath from './words/withoutPath.json' with { type: 'json' }
import { callWords, errorWords, nounTitles } from './words.ts'

export interface OpenApiOptions {
  /** Base URL of the server. */
  serverUrl?: string
  version?: string
}

/** An OpenAPI 3.1 document as plain JSON: one path for each call, one schema for each shared entity. */
export function openapi({ serverUrl = 'http://127.0.0.1:8787', version = '0.1.0' }: OpenApiOptions = {}) {
  return {
    openapi: '3.1.1',
    info: {
      title: 'Keywright API',
      version,
      summary: 'Programmatic key management.',
      description:
        'Every call is a POST with a JSON body, stamped with a credential. Queries read data; every write is submitted as an activity.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: serverUrl, description: 'Local server' }],
    tags: tags(),
    security: [{ [headers.stamp]: [] }, { [headers.webauthnStamp]: [] }],
    paths: Object.fromEntries(callList.map((call) => [call.path, { post: operation(call) }])),
    components: {
      schemas: schemas(),
      // Named apart from the schemas, because some generators make types of both.
      responses: { SubmittedActivity: activityResponse(), Error: errorResponse() },
      examples: voters(),
      securitySchemes: securitySchemes(),
    },
    'x-tagGroups': tagGroups(),
    'x-errors': errorCatalogue(),
    'x-errors-of-every-call': commonErrors,
    'x-errors-of-every-submit': submitErrors,
    'x-errors-of-policies': policyErrors,
    'x-errors-of-queries': queryErrors,
    'x-errors-of-shapes': shapeErrors,
    'x-activities-without-path': activitiesWithoutPath.map(
      ({ properties: _, required: __, ...activity }) => ({
        ...activity,
        parameters: componentRef(intentWithoutPath(activity.types)),
      }),
    ),
  }
}

function tags() {
  return Object.values(groups).flatMap((nouns) =>
    Object.keys(nouns).map((noun) => ({
      name: noun,
      'x-displayName': nounTitles[noun as Noun],
      description: `${nounTitles[noun as Noun]}: every query and submit.`,
    })),
  )
}

const tagGroups = () =>
  (Object.keys(groups) as GroupName[]).map((name) => ({ name, tags: Object.keys(groups[name]) }))

function operation(call: Call) {
  const words = callWords[call.name]
  const { request } = recorded[call.name]
  return {
    operationId: call.name,
    tags: [call.noun],
    summary: words.summary,
    description: words.description,
    ...(call.kind === 'query' && {
      security: [headers.stamp, headers.webauthnStamp, headers.session].map((name) => ({ [name]: [] })),
    }),
    requestBody: {
      required: true,
      content: { 'application/json': { schema: requestSchema(call), example: request } },
    },
    responses: {
      200: call.kind === 'query' ? dataResponse(call) : { $ref: '#/components/responses/SubmittedActivity' },
      '4XX': { $ref: '#/components/responses/Error' },
      '5XX': { $ref: '#/components/responses/Error' },
    },
    'x-call': callExtension(call),
    ...(call.kind === 'submit' && { 'x-answer': answerExtension(call) }),
  }
}

const dataResponse = (call: QueryCall) => ({
  description: 'The requested data.',
  content: {
    'application/json': {
      schema: objectSchema(call.response, membersOfCall(call.name)),
      example: recorded[call.name].answer,
    },
  },
})

/** The call whose recorded response is the example of all. */
const TYPICAL = 'create_wallet'

const activityResponse = () => ({
  description:
    'The activity, in any status. Intent and result depend on the call; the example is a response of `create_wallet`.',
  content: {
    'application/json': { schema: componentRef('ActivityResponse'), example: recorded[TYPICAL].answer },
  },
})

function voters() {
  const answers = Object.values(recorded).map(({ answer }) => answer as { activity?: { votes?: Voter[] } })
  const votes = answers.flatMap(({ activity }) => activity?.votes ?? [])
  return Object.fromEntries(
    votes.map(({ userId, user }) => [userId, { summary: 'A user in votes.', value: user }]),
  )
}

interface Voter {
  readonly userId: string
  readonly user: unknown
}

/** How the recorded response differs from the typical one: see `recordedAnswers.ts`. */
function answerExtension({ name, versions }: SubmitCall) {
  const { request, answer } = recorded[name] as { request: Answer; answer: Answer }
  const { intentKey } = versions.find(({ type }) => type === request['type'])!
  return recordedAnswer(recorded[TYPICAL].answer, request, intentKey, answer)
}

function callExtension(call: Call) {
  const common = {
    kind: call.kind,
    ...(call.era === 'later' && { era: call.era }),
    errors: ownErrorsOf(call.name),
  }
  if (call.kind === 'query') return common
  return {
    ...common,
    authority: call.authority,
    resource: call.resource,
    action: call.action,
    ...(call.postedType !== call.versions.at(-1)!.type && { postedType: call.postedType }),
    versions: versionsOf(call).map(({ type, era, intentKey, resultKey }) => ({
      type,
      ...(era === 'later' && { era }),
      intent: componentName(intentKey),
      ...(resultKey !== null && { result: componentName(resultKey) }),
    })),
  }
}

function requestSchema(call: Call): JsonSchema {
  if (call.kind === 'query') {
    const schema = requestObjectSchema(call.request, membersOfCall(call.name), call.name)
    const { organizationId, ...filters } = schema['properties'] as Record<string, JsonSchema>
    return {
      ...schema,
      ...(call.name === 'get_policy_evaluations' && {
        anyOf: [{ required: ['activityId'] }, { required: ['type'] }],
        // A request as a query must name its path (`parseQuery`).
        dependentRequired: { type: ['callPath'] },
      }),
      properties: {
        organizationId: { ...describedApart(organizationId!), ...componentRef('OrganizationId') },
        ...filters,
        ...bindingSchemas(call.path),
      },
    }
  }
  return componentRef(call.versions.length === 1 ? bodyName(call.versions[0]!.type) : bodiesName(call))
}

const describedApart = ({ description }: JsonSchema): JsonSchema =>
  description === textTypes.OrganizationId.description ? {} : { description }

/** The bodies that a call with several versions accepts. Generators can't name alternatives in place. */
function bodiesSchema({ versions }: SubmitCall): JsonSchema {
  const bodies = versions.map(({ type }) => ({ type, ref: componentRef(bodyName(type)) }))
  return {
    oneOf: bodies.map(({ ref }) => ref),
    discriminator: {
      propertyName: 'type',
      mapping: Object.fromEntries(bodies.map(({ type, ref }) => [type, ref['$ref']])),
    },
  }
}

function schemas(): Record<string, JsonSchema> {
  const submits = callList.filter((call) => call.kind === 'submit') as SubmitCall[]
  const versions = submits.flatMap((call) => versionsOf(call).map((version) => ({ call, version })))
  const closed = closedEntities()
  const found: Record<string, JsonSchema> = { ...textTypes, SubmitFrame: submitFrame }
  for (const name of Object.keys(enums) as EnumName[]) found[name] = enumSchema(name)
  for (const name of Object.keys(entities) as EntityName[]) {
    found[name] = entitySchema(name, closed.has(name))
  }
  for (const { call, version } of versions) {
    const members = membersOfCall(call.name)
    found[componentName(version.intentKey)] ??= requestObjectSchema(version.intent, members, version.type)
    if (version.resultKey !== null) {
      found[componentName(version.resultKey)] ??= objectSchema(version.result, members)
    }
    found[bodyName(version.type)] = submitBodySchema(version)
  }
  for (const call of submits) if (call.versions.length > 1) found[bodiesName(call)] = bodiesSchema(call)
  const intentKeys = versions.map(({ version }) => version.intentKey)
  const resultKeys = versions.flatMap(({ version }) => version.resultKey ?? [])
  const secretKeys = new Set(
    versions.filter(({ version }) => holdsSecret(version.intent)).map(({ version }) => version.intentKey),
  )
  found['Intent'] = oneMember(
    'The request: an object with one member, named after the type and version.',
    intentKeys,
    // Only the submitter sees the secrets of a request, which the schema of the request requires.
    (key) => (secretKeys.has(key) ? { type: 'object' } : componentRef(componentName(key))),
  )
  found['Result'] = oneMember(
    'The result: an object with one member, named after the type. Empty until completed.',
    resultKeys,
  )
  found['ActivityResponse'] = {
    type: 'object',
    properties: { activity: componentRef('Activity') },
    required: ['activity'],
  }
  for (const { types, summary, properties, required } of activitiesWithoutPath)
    found[intentWithoutPath(types)] = {
      type: 'object',
      description: summary,
      properties: { ...properties },
      required,
    }
  const members = found['Activity']!['properties'] as Record<string, JsonSchema>
  members['intent'] = { ...componentRef('Intent'), description: members['intent']!['description'] }
  members['result'] = { ...componentRef('Result'), description: members['result']!['description'] }
  shareMembers(found)
  return withAliases(found)
}

/** Repetitions from which a member's type gets a name. */
const OFTEN = 2

/**
 * Gives a name to each type of a member, with its description, that repeats: `targetPublicKey` of eleven intents becomes
 * `TargetPublicKey`. No objects, because generators name their types after the components.
 */
function shareMembers(found: Record<string, JsonSchema>): void {
  const places = new Map<string, Record<string, JsonSchema>[]>()
  for (const { properties } of Object.values(found) as { properties?: Record<string, JsonSchema> }[])
    for (const [name, member] of Object.entries(properties ?? {})) {
      const key = `${name} ${JSON.stringify(member)}`
      places.set(key, [...(places.get(key) ?? []), properties!])
    }
  for (const [key, owners] of places) {
    const name = key.slice(0, key.indexOf(' '))
    const member = owners[0]![name]!
    const shared = componentName(name)
    if (owners.length < OFTEN || shared in found || key.length < shared.length + MEMBER_REF_LENGTH) continue
    if (!isShareable({ ...found[nameOfRef(member['$ref'])], ...member })) continue
    found[shared] = member
    for (const owner of owners) owner[name] = componentRef(shared)
  }
}

/** Replaces a schema that repeats an earlier one by a reference, such as results of several versions. */
function withAliases(found: Readonly<Record<string, JsonSchema>>): Record<string, JsonSchema> {
  const first = new Map<string, string>()
  return Object.fromEntries(
    Object.entries(found).map(([name, schema]) => {
      const key = JSON.stringify(schema)
      const earlier = first.get(key)
      first.set(key, earlier ?? name)
      return [name, earlier === undefined || key.length < MEMBER_REF_LENGTH ? schema : componentRef(earlier)]
    }),
  )
}

/** A reference is not shorter than a member of this length. */
const MEMBER_REF_LENGTH = 60

const nameOfRef = (ref: unknown): string => String(ref).split('/').at(-1)!

/** A text, number, flag or list without a default or values, which readers look for at the member. */
const isShareable = (schema: JsonSchema): boolean =>
  ['string', 'boolean', 'integer', 'array'].includes(String(schema['type'])) &&
  !('enum' in schema || 'const' in schema || 'default' in schema)

const intentWithoutPath = (types: readonly string[]): string =>
  componentName(memberKey(types.at(-1)!, 'Intent'))

/** Activity types are described by their calls. */
const enumSchema = (name: EnumName): JsonSchema => ({
  type: 'string',
  description: describeEnum(name),
  enum: enums[name],
  ...(name !== 'ActivityType' && {
    'x-enumDescriptions': Object.fromEntries(
      describeEnumMembers(name).map((member) => [member.name, member.description]),
    ),
  }),
})

/** The optional members that bind the stamp of a query. */
const bindingSchemas = (path: string): Readonly<Record<keyof Binding, JsonSchema>> => ({
  timestampMs: { ...componentRef('TimestampMs'), 'x-era': 'later' },
  callPath: { ...componentRef('CallPath'), type: 'string', const: path, 'x-era': 'later' },
})

/** The members that every submit has alike. Its type and parameters would conflict with those of a body. */
const submitFrame: JsonSchema = {
  type: 'object',
  description: 'The common frame of every submit.',
  properties: { timestampMs: componentRef('TimestampMs'), organizationId: componentRef('OrganizationId') },
  required: ['timestampMs', 'organizationId'],
}

const submitBodySchema = ({ type, intentKey }: CallVersion): JsonSchema => ({
  allOf: [
    componentRef('SubmitFrame'),
    {
      type: 'object',
      properties: {
        type: { type: 'string', const: type },
        parameters: componentRef(componentName(intentKey)),
      },
      required: ['type', 'parameters'],
    },
  ],
})

const oneMember = (
  description: string,
  keys: readonly string[],
  schemaOf: (key: string) => JsonSchema = (key) => componentRef(componentName(key)),
): JsonSchema => ({
  type: 'object',
  description,
  maxProperties: 1,
  properties: Object.fromEntries(keys.map((key) => [key, schemaOf(key)])),
})

/** Entities in requests reject unknown members; responses may get new members. */
function closedEntities(): Set<EntityName> {
  const found = new Set<EntityName>()
  for (const call of callList) {
    if (call.kind === 'query') entitiesWithin(call.request, found)
    else for (const version of versionsOf(call)) entitiesWithin(version.intent, found)
  }
  return found
}

/** `x-call` names the errors of a call, and `x-errors` has the status of each. */
function errorResponse() {
  const statuses = [...new Set(callList.flatMap(({ name }) => errorsOf(name).map(statusOf)))].sort()
  return {
    description: statuses.map((status) => `${status}: ${errorDescriptions[status]}`).join(' '),
    content: {
      'application/json': {
        schema: componentRef('Status'),
        examples: Object.fromEntries(statuses.map((status) => [status, { value: exampleErrors[status] }])),
      },
    },
  }
}

const errorDescriptions: Readonly<Record<number, string>> = {
  400: 'The request is invalid.',
  401: 'The stamp is missing or invalid.',
  403: 'The caller is not allowed to do this.',
  404: 'The call, or an object that the request names, does not exist.',
  405: 'Wrong method: every call is a POST.',
  409: 'An object with that name or key already exists.',
  429: 'A limit was reached.',
  500: 'Internal error. The message contains an id to look up in the server log.',
  501: 'Not implemented.',
  503: 'The server is sealed, or a service that it needs is unavailable.',
}

function errorCatalogue() {
  return Object.fromEntries(
    (Object.keys(errors) as (keyof typeof errors)[]).map((code) => {
      const entry: ErrorEntry = errors[code]
      const { cause, help } = errorWords[code]
      return [
        code,
        { status: statusOf(code), code: grpcStatus[entry.grpc].code, message: entry.message, cause, help },
      ]
    }),
  )
}

function statusOf(code: keyof typeof errors): number {
  const entry: ErrorEntry = errors[code]
  return entry.http ?? grpcStatus[entry.grpc].http
}

const securitySchemes = () => ({
  [headers.stamp]: {
    type: 'apiKey',
    in: 'header',
    name: headers.stamp,
    description:
      'base64url of JSON `{publicKey, scheme, signature}`: a signature by an API key over the exact body bytes.',
  },
  [headers.webauthnStamp]: {
    type: 'apiKey',
    in: 'header',
    name: headers.webauthnStamp,
    description:
      'JSON `{authenticatorData, clientDataJson, credentialId, signature}`, not encoded again: a WebAuthn assertion whose challenge is the lower-case hex SHA-256 of the body.',
  },
  [headers.session]: {
    type: 'apiKey',
    in: 'header',
    name: headers.session,
    description: 'Token of a read-only session. For queries only.',
  },
})

const versionsOf = (call: Call | SubmitCall): readonly CallVersion[] =>
  call.kind === 'submit' ? (call.versions as readonly CallVersion[]) : []

/** `createWalletIntent` is the component `CreateWalletIntent`. */
const componentName = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1)

/**
 * `ACTIVITY_TYPE_CREATE_POLICY_V3` is posted as the component `CreatePolicyBodyV3`. Some generators name their own types
 * `…Request`.
 */
const bodyName = (type: string): string => componentName(memberKey(type, 'Body'))

/** Every body of `create_policy` is a `CreatePolicySubmission`. */
const bodiesName = ({ name }: SubmitCall): string =>
  name.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase()).concat('Submission')
