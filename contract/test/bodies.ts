/** A body that parses, for each call and version, built from the schemas. */
import type { Schema } from '../src/define.ts'
import { entities } from '../src/entities.ts'
import { enums } from '../src/enums.ts'
import { type Call, type CallVersion, callList } from '../src/index.ts'
import { fieldInfosOf, type ScalarName, type TypeInfo } from '../src/introspect.ts'

type JsonObject = Record<string, unknown>

export interface Body {
  readonly call: Call
  /** The query or the activity type. */
  readonly label: string
  /** Schema of the parameters, or of the whole query. */
  readonly schema: Schema
  readonly body: JsonObject
}

const ID = '3b0f6c6e-0c0e-4f43-9c53-6d3a5f3c1a10'

/** Scalars that `ab` isn't a value of. */
const SCALARS: Partial<Record<ScalarName, unknown>> = {
  id: ID,
  email: 'alice@example.com',
  phone: '+15555550123',
  uint64: '1',
  timestampMs: '1734000000000',
  pageLimit: '20',
  int32: 1,
  mnemonicLength: 12,
  threshold: 1,
  otpLength: 6,
  flag: true,
}

/** All bodies of the contract, with every member. */
export const bodies: readonly Body[] = callList.flatMap((call): Body[] =>
  call.kind === 'query'
    ? [{ call, label: call.name, schema: call.request, body: objectOf(call.request) }]
    : (call.versions as readonly CallVersion[]).map(({ type, intent }) => {
        const frame = { type, timestampMs: '1734000000000', organizationId: ID }
        return { call, label: type, schema: intent, body: { ...frame, parameters: objectOf(intent) } }
      }),
)

function objectOf(schema: Schema): JsonObject {
  return Object.fromEntries(fieldInfosOf(schema).map(({ name, type }) => [name, valueOfType(type)]))
}

function valueOfType(type: TypeInfo): unknown {
  switch (type.kind) {
    case 'scalar':
      return SCALARS[type.scalar] ?? (type.scalar.endsWith('Lifetime') ? '900' : 'ab')
    case 'enum':
      return enums[type.name][0]
    case 'entity':
      return objectOf(entities[type.name])
    case 'list':
      return [valueOfType(type.item)]
    case 'members':
      return {}
  }
}
