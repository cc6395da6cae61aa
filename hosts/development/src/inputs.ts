/** Bodies of the routes under `/dev`, from which validation and the OpenAPI description are derived. */
import { FAULT_KINDS } from './readFault.ts'

/** JSON Schema of a field. */
export interface MemberSchema {
  readonly type: 'string' | 'integer' | 'number' | 'object'
  readonly [keyword: string]: unknown
}

export type Members = Readonly<Record<string, MemberSchema>>

const text = { type: 'string' } as const
const count = { type: 'integer', minimum: 0 } as const

export const CLOCK_STEP = { milliseconds: count, seconds: count } as const satisfies Members

export const CLOCK_TIME = {
  now: { ...count, description: 'Milliseconds since 1970' },
} as const satisfies Members

export const STAMP = {
  organizationId: { ...text, description: 'Organization of the user' },
  userId: text,
  body: { ...text, description: 'The exact text that will be posted' },
} as const satisfies Members

export const FAULT = {
  kind: {
    type: 'string',
    enum: Object.keys(FAULT_KINDS),
    description: Object.entries(FAULT_KINDS)
      .map(([kind, effect]) => `\`${kind}\` ${effect}`)
      .join('; '),
  },
  call: text,
  times: count,
  organizationId: text,
  probability: { type: 'number', exclusiveMinimum: 0, maximum: 1 },
  status: count,
  milliseconds: count,
} as const satisfies Members

export const TOKEN = {
  subject: text,
  audience: text,
  email: text,
  nonce: text,
  targetPublicKey: text,
  expiresInSeconds: { type: 'integer' },
  claims: { type: 'object' },
} as const satisfies Members
