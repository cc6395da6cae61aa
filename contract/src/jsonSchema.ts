/** The contract's schemas as JSON Schema 2020-12, with descriptions, for the API description. */
import type { CallName } from './calls.ts'
import { EMAIL, PHONE } from './contacts.ts'
import { decimalRange } from './decimalRange.ts'
import type { Schema } from './define.ts'
import { describeCallField, describeEntityField } from './describe.ts'
import { type EntityName, entities } from './entities.ts'
import { type FieldInfo, fieldInfosOf, type ScalarName, type TypeInfo } from './introspect.ts'
import { type LifetimeKind, lifetimeBounds, limits } from './limits.ts'
import { defaultOfCallField, defaultOfEntityField } from './memberDefaults.ts'
import { entityWords } from './words/entities.ts'

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
  expression: { type: 'string' },
  payload: { type: 'string' },
  secret: { type: 'string', format: 'password' },
  id: { type: 'string', format: 'uuid' },
  hex: { type: 'string', contentEncoding: 'base16' },
  base64url: { type: 'string', contentEncoding: 'base64url' },
  name: { type: 'string', minLength: 1, maxLength: limits.nameLength },
  email: { type: 'string', pattern: EMAIL.source },
  phone: { type: 'string', pattern: PHONE.source },
  uint64: decimal('^\\d{1,20}$', { format: 'uint64' }),
  timestampMs: decimal('^\\d{1,16}$', { format: 'uint64' }),
  apiKeyLifetime: lifetime('apiKeyLifetime'),
  sessionLifetime: lifetime('sessionLifetime'),
  mailedKeyLifetime: lifetime('mailedKeyLifetime'),
  codeLifetime: lifetime('codeLifetime'),
  tokenLifetime: lifetime('tokenLifetime'),
  pageLimit: decimal('^([1-9]\\d?|100)$', { format: 'uint64' }),
  int32: { type: 'integer', format: 'int32', minimum: -(2 ** 31), maximum: 2 ** 31 - 1 },
  mnemonicLength: { type: 'integer', format: 'int32', enum: limits.mnemonicLengths },
  threshold: { type: 'integer', format: 'int32', minimum: 1, maximum: 2 ** 31 - 1 },
  otpLength: { type: 'integer', format: 'int32', minimum: limits.otpLengthMin, maximum: limits.otpLengthMax },
  flag: { type: 'boolean' },
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

/** An object schema. */
export function objectSchema(schema: Schema, members: Members, closed: boolean): JsonSchema {
  const fields = fieldInfosOf(schema)
  const required = fields.filter((field) => field.required).map((field) => field.name)
  return {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field.name, memberSchema(field, members)])),
    ...(required.length > 0 && { required }),
    ...(closed && { additionalProperties: false }),
  }
}

/** The component schema of an entity. */
export const entitySchema = (name: EntityName, closed: boolean): JsonSchema => ({
  description: entityWords[name].summary,
  ...objectSchema(entities[name], membersOfEntity(name), closed),
})

function memberSchema(field: FieldInfo, members: Members): JsonSchema {
  const schema = typeSchema(field.type)
  const value = field.required ? undefined : members.defaultOf(field.name)
  return {
    ...(field.nullable ? { anyOf: [schema, { type: 'null' }] } : schema),
    description: members.describe(field.name),
    ...(value !== undefined && { default: value }),
    ...(field.era === 'later' && { 'x-era': 'later' }),
  }
}

function typeSchema(type: TypeInfo): JsonSchema {
  switch (type.kind) {
    case 'scalar':
      return scalarSchemas[type.scalar]
    case 'enum':
    case 'entity':
      return componentRef(type.name)
    case 'list':
      return { type: 'array', items: typeSchema(type.item) }
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
