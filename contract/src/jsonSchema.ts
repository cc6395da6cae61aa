/** The contract's schemas as JSON Schema 2020-12, with descriptions, for the API description. */
import type { CallName } from './calls.ts'
import { EMAIL, PHONE } from './contacts.ts'
import { decimalRange } from './decimalRange.ts'
import type { Schema } from './define.ts'
import { describeCallField, describeEntityField } from './describe.ts'
import { type EntityName, entities } from './entities.ts'
import { HIDDEN_ALWAYS } from './hiddenCharacters.ts'
import { type FieldInfo, fieldInfosOf, type ScalarName, type TypeInfo } from './introspect.ts'
import { type LifetimeKind, lifetimeBounds, limits } from './limits.ts'
import { defaultOfCallField, defaultOfEntityField } from './memberDefaults.ts'
import { memberShapes, objectShapes, patternOf, shownPattern, UUID_PATTERN } from './shapes.ts'
import { entityWords, fieldWords } from './words.ts'

export type JsonSchema = Record<string, unknown>

/** Reference to a named schema in an OpenAPI document. */
export const componentRef = (name: string): JsonSchema => ({ $ref: `#/components/schemas/${name}` })

const decimal = (pattern: string, extra: JsonSchema = {}): JsonSchema => ({
  type: 'string',
  pattern,
  'x-number-as-string': true,
  ...extra,
})

function lifetime(kind: LifetimeKind): JsonSchema {
  const { min, max } = lifetimeBounds[kind]
  return decimal(decimalRange(min, max), { format: 'uint64', 'x-minimum': min, 'x-maximum': max })
}

const scalarSchemas: Readonly<Record<ScalarName, JsonSchema>> = {
  text: { type: 'string' },
  prose: { type: 'string' },
  interfaceText: { type: 'string' },
  expression: { type: 'string' },
  payload: { type: 'string' },
  secret: { type: 'string', format: 'password' },
  id: { type: 'string', format: 'uuid' },
  hex: { type: 'string', contentEncoding: 'base16' },
  base64url: { type: 'string', contentEncoding: 'base64url' },
  name: { type: 'string', minLength: 1, maxLength: limits.nameLength },
  email: { type: 'string', pattern: patternOf(EMAIL) },
  phone: { type: 'string', pattern: patternOf(PHONE) },
  uint64: decimal('^[0-9]{1,20}$', { format: 'uint64' }),
  timestampMs: decimal('^[0-9]{1,16}$', { format: 'uint64' }),
  apiKeyLifetime: lifetime('apiKeyLifetime'),
  sessionLifetime: lifetime('sessionLifetime'),
  mailedKeyLifetime: lifetime('mailedKeyLifetime'),
  codeLifetime: lifetime('codeLifetime'),
  tokenLifetime: lifetime('tokenLifetime'),
  pageLimit: decimal('^([1-9][0-9]?|100)$', { format: 'uint64' }),
  int32: { type: 'integer', format: 'int32', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  mnemonicLength: { type: 'integer', format: 'int32', enum: limits.mnemonicLengths },
  threshold: { type: 'integer', format: 'int32', minimum: 1, maximum: 2 ** 31 - 1 },
  otpLength: { type: 'integer', format: 'int32', minimum: limits.otpLengthMin, maximum: limits.otpLengthMax },
  flag: { type: 'boolean' },
}

/** Scalars in requests, which hold no hidden characters. */
const requestScalars: Readonly<Partial<Record<ScalarName, JsonSchema>>> = {
  ...Object.fromEntries(
    (['text', 'secret', 'hex', 'base64url', 'name'] as const).map((scalar) => [
      scalar,
      { ...scalarSchemas[scalar], pattern: shownPattern() },
    ]),
  ),
  // Without a pattern in addition to the format: generators apply it to values of their own types, and fail.
  id: scalarSchemas.id,
  prose: { ...scalarSchemas.prose, pattern: shownPattern('\n\t') },
  interfaceText: { ...scalarSchemas.interfaceText, pattern: shownPattern('\n\r\t') },
  expression: { ...scalarSchemas.expression, pattern: shownPattern('\n\r\t') },
  email: { type: 'string', pattern: patternOf(EMAIL).replaceAll('[^', `[^\\u0000-\\u001f${HIDDEN_ALWAYS}`) },
}

/** Types of texts that many members of requests share, by component name. */
export const textTypes = {
  Text: requestScalars.text!,
  Prose: requestScalars.prose!,
  SecretText: requestScalars.secret!,
  Id: requestScalars.id!,
  Hex: requestScalars.hex!,
  Base64Url: requestScalars.base64url!,
  Name: requestScalars.name!,
  Email: requestScalars.email!,
  Phone: scalarSchemas.phone,
  ApiKeyLifetime: scalarSchemas.apiKeyLifetime,
  SessionLifetime: scalarSchemas.sessionLifetime,
  EmailedKeyLifetime: scalarSchemas.mailedKeyLifetime,
  TimestampMs: {
    ...scalarSchemas.timestampMs,
    description:
      'Current time in milliseconds since 1970-01-01 UTC, as a string. At most one hour old and at most five minutes ahead of the server.',
  },
  OrganizationId: {
    type: 'string',
    // Without the format in addition to the pattern: generators apply the pattern to values of their own types, and fail.
    pattern: UUID_PATTERN,
    description: fieldWords['organizationId']!,
  },
  CallPath: {
    type: 'string',
    description: 'Path of this call. Prevents the stamp from being used for other queries.',
  },
} as const satisfies Readonly<Record<string, JsonSchema>>

const nameOfType = new Map<string, string>(
  Object.entries(textTypes).map(([name, type]) => [JSON.stringify(type), name]),
)

function withSharedType(schema: JsonSchema): JsonSchema {
  if (schema['items']) return { ...schema, items: withSharedType(schema['items'] as JsonSchema) }
  const { description, default: value, 'x-era': era, ...type } = schema
  const name = nameOfType.get(JSON.stringify(type))
  if (name === undefined) return schema
  return {
    ...componentRef(name),
    ...(description !== undefined && { description }),
    ...(value !== undefined && { default: value }),
    ...(era !== undefined && { 'x-era': era }),
  }
}

/** Description and default of the members of one owner. */
export interface Members {
  describe(field: string): string
  /** Default of a member; undefined if it has none. */
  defaultOf(field: string): unknown
}

const membersOfEntity = (name: EntityName): Members => ({
  describe: (field) => describeEntityField(name, field),
  defaultOf: defaultOfEntityField,
})

export const membersOfCall = (name: CallName): Members => ({
  describe: (field) => describeCallField(name, field),
  defaultOf: (field) => defaultOfCallField(name, field),
})

/** Schema of an object in responses, which may get new members. Secrets are absent for all but their submitter. */
export function objectSchema(schema: Schema, members: Members): JsonSchema {
  return membersSchema(
    schema,
    (field) => memberSchema(field, members, scalarSchemas),
    (field) => !isSecret(field),
  )
}

const isSecret = ({ type }: FieldInfo): boolean => type.kind === 'scalar' && type.scalar === 'secret'

/** Whether a schema has a secret at any depth. */
export const holdsSecret = (schema: Schema): boolean =>
  [schema, ...Array.from(entitiesWithin(schema), (name) => entities[name])].some((one) =>
    fieldInfosOf(one).some(isSecret),
  )

/**
 * Schema of an object in requests, which rejects unknown members.
 * @param name the key of its shape: entity, activity type or query
 */
export function requestObjectSchema(schema: Schema, members: Members, name: string): JsonSchema {
  const { properties = {}, ...conditions } = objectShapes[name] ?? {}
  const shapes = properties as Readonly<Record<string, JsonSchema>>
  return {
    ...membersSchema(schema, (field) =>
      withSharedType({
        ...memberSchema(field, members, { ...scalarSchemas, ...requestScalars }),
        ...memberShapes[field.name],
        ...shapes[field.name],
      }),
    ),
    additionalProperties: false,
    ...conditions,
  }
}

function membersSchema(
  schema: Schema,
  schemaOf: (field: FieldInfo) => JsonSchema,
  isPresent: (field: FieldInfo) => boolean = () => true,
): JsonSchema {
  const fields = fieldInfosOf(schema)
  const required = fields.filter((field) => field.required && isPresent(field)).map((field) => field.name)
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, schemaOf(field)])),
    ...(required.length > 0 && { required }),
  }
}

/** The component schema of an entity. */
export const entitySchema = (name: EntityName, isInRequests: boolean): JsonSchema => ({
  description: entityWords[name].summary,
  ...(isInRequests
    ? requestObjectSchema(entities[name], membersOfEntity(name), name)
    : objectSchema(entities[name], membersOfEntity(name))),
})

type Scalars = Readonly<Record<ScalarName, JsonSchema>>

function memberSchema(field: FieldInfo, members: Members, scalars: Scalars): JsonSchema {
  const schema = typeSchema(field.type, scalars)
  const value = field.required ? undefined : members.defaultOf(field.name)
  return {
    ...(field.nullable ? { anyOf: [schema, { type: 'null' }] } : schema),
    description: members.describe(field.name),
    ...(value !== undefined && { default: value }),
    ...(field.era === 'later' && { 'x-era': 'later' }),
  }
}

function typeSchema(type: TypeInfo, scalars: Scalars): JsonSchema {
  switch (type.kind) {
    case 'scalar':
      return scalars[type.scalar]
    case 'enum':
    case 'entity':
      return componentRef(type.name)
    case 'list':
      return { type: 'array', items: typeSchema(type.item, scalars) }
    case 'members':
      return { type: 'object' }
  }
}

/** Entities that a schema reaches, directly or through others. */
export function entitiesWithin(schema: Schema, found: Set<EntityName> = new Set()): Set<EntityName> {
  for (const field of fieldInfosOf(schema)) {
    const type = field.type.kind === 'list' ? field.type.item : field.type
    if (type.kind !== 'entity' || found.has(type.name)) continue
    found.add(type.name)
    entitiesWithin(entities[type.name], found)
  }
  return found
}
