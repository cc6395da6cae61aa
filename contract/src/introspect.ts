/** Reads schemas as fields and types, for tables, the API description and forms. */
import { type Call, type CallName, calls } from './calls.ts'
import { defOf, type Era, eraOf, type Schema } from './define.ts'
import { type EntityName, entities } from './entities.ts'
import * as enumSchemas from './enumSchemas.ts'
import type { EnumName } from './enums.ts'
import { ids } from './ids.ts'
import { type LifetimeKind, lifetimeRange } from './limits.ts'
import * as scalars from './scalars.ts'

export type ScalarName = keyof typeof scalars

export type TypeInfo =
  | { kind: 'scalar'; scalar: ScalarName }
  | { kind: 'enum'; name: EnumName }
  | { kind: 'entity'; name: EntityName }
  | { kind: 'list'; item: TypeInfo }
  | { kind: 'members' }

export interface FieldInfo {
  name: string
  type: TypeInfo
  required: boolean
  /** True for members of responses that may be null. */
  nullable: boolean
  era: Era
}

/** Part of a call. Queries have a request and a response, submits the other parts. */
export type CallPart = 'intent' | 'result' | 'request' | 'response'

const scalarNames = new Map<object, ScalarName>([
  ...namesOf(scalars),
  ...Object.values(ids).map((schema): [object, ScalarName] => [schema, 'id']),
])
const enumNames = new Map<object, EnumName>(namesOf(enumSchemas))
const entityNames = new Map<object, EntityName>(namesOf(entities))

/** Fields of an object schema, in the order in which they were written. */
export function fieldInfosOf(schema: Schema): FieldInfo[] {
  const def = defOf(schema)
  if (def.type !== 'object') throw new TypeError(`a schema of kind ${def.type} has no fields`)
  return Object.entries(def.shape ?? {}).map(([name, member]) => toFieldInfo(name, member))
}

export const fieldInfosOfEntity = (name: EntityName): FieldInfo[] => fieldInfosOf(entities[name])

/** The schema of a part of a call; for submits, of the newest version. */
export function schemaOfPart(name: CallName, part: CallPart): Schema {
  const call: Call = calls[name]
  if (call.kind === 'query') {
    if (part === 'request' || part === 'response') return call[part]
  } else if (part === 'intent' || part === 'result') {
    return call.versions.at(-1)![part]
  }
  throw new TypeError(`${name} is a ${call.kind} and has no ${part}`)
}

/** The type in a few words: `string`, `Wallet`, `list of Curve`. */
export function typeText(type: TypeInfo): string {
  switch (type.kind) {
    case 'scalar':
      return scalarTexts[type.scalar]
    case 'enum':
    case 'entity':
      return type.name
    case 'list':
      return `list of ${typeText(type.item)}`
    case 'members':
      return 'object'
  }
}

const lifetimeText = (kind: LifetimeKind) => `string (64-bit number, ${lifetimeRange(kind)} seconds)`

/** The name of a scalar for readers. 64-bit numbers are marked because JSON carries them as strings. */
export const scalarTexts: Readonly<Record<ScalarName, string>> = {
  text: 'string',
  prose: 'string (lines of text)',
  interfaceText: 'string (JSON)',
  expression: 'string (policy expression)',
  payload: 'string (payload)',
  secret: 'string (secret)',
  id: 'string (UUID)',
  hex: 'string (hex)',
  base64url: 'string (base64url)',
  name: 'string (name)',
  email: 'string (email address)',
  phone: 'string (E.164)',
  uint64: 'string (64-bit number)',
  timestampMs: 'string (64-bit number, milliseconds)',
  apiKeyLifetime: lifetimeText('apiKeyLifetime'),
  sessionLifetime: lifetimeText('sessionLifetime'),
  mailedKeyLifetime: lifetimeText('mailedKeyLifetime'),
  codeLifetime: lifetimeText('codeLifetime'),
  tokenLifetime: lifetimeText('tokenLifetime'),
  pageLimit: 'string (64-bit number, 1 to 100)',
  int32: 'integer',
  mnemonicLength: 'integer (12, 15, 18, 21 or 24)',
  threshold: 'integer (1 or more)',
  otpLength: 'integer (6 to 9)',
  flag: 'boolean',
}

function toFieldInfo(name: string, schema: Schema): FieldInfo {
  const isOptional = defOf(schema).type === 'optional'
  const present = isOptional ? defOf(schema).innerType! : schema
  const isNullable = defOf(present).type === 'nullable'
  const inner = isNullable ? defOf(present).innerType! : present
  return { name, type: toTypeInfo(inner), required: !isOptional, nullable: isNullable, era: eraOf(schema) }
}

function toTypeInfo(schema: Schema): TypeInfo {
  const scalar = scalarNames.get(schema)
  if (scalar) return { kind: 'scalar', scalar }
  const enumName = enumNames.get(schema)
  if (enumName) return { kind: 'enum', name: enumName }
  const entity = entityNames.get(schema)
  if (entity) return { kind: 'entity', name: entity }
  const def = defOf(schema)
  if (def.type === 'array') return { kind: 'list', item: toTypeInfo(def.element!) }
  if (def.type === 'record') return { kind: 'members' }
  throw new TypeError(`a nested ${def.type} needs a name of its own`)
}

function namesOf<N extends string>(named: Readonly<Record<N, object>>): [object, N][] {
  return (Object.entries(named) as [N, object][]).map(([name, schema]) => [schema, name])
}
