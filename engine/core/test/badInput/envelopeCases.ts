/** Errors outside the parameters: in the members of every submit, the JSON itself, and the path. */
import { type ErrorCode, limits } from '@keywright/contract'
import { HUGE } from './memberCases.ts'
import type { JsonObject } from './places.ts'

export interface TextCase {
  readonly kind: string
  /** The body, to be stamped unchanged. */
  readonly text: string
  readonly codes: readonly ErrorCode[]
  readonly field?: string
}

const UNKNOWN = '00000000-0000-4000-8000-000000000000'

interface Envelope {
  readonly body: JsonObject
  readonly now: number
  /** An activity type of another path. */
  readonly otherType: string
  /** An organization that doesn't know the caller. */
  readonly strangerId: string
}

/** Cases for the other members, and for `parameters` as a whole. */
export function* envelopeCases({ body, now, otherType, strangerId }: Envelope): Iterable<TextCase> {
  const make = (kind: string, change: object, codes: readonly ErrorCode[], field?: string): TextCase => ({
    kind,
    text: JSON.stringify({ ...body, ...change }),
    codes,
    ...(field === undefined ? {} : { field }),
  })
  for (const field of ['type', 'timestampMs', 'organizationId', 'parameters']) {
    yield make('missing', { [field]: undefined }, ['MEMBER_MISSING'], field)
    yield make('null', { [field]: null }, ['MEMBER_MISSING'], field)
    for (const value of field === 'parameters' ? ['x', 7, true, []] : [7, true, {}, []]) {
      yield make('wrong type', { [field]: value }, ['MEMBER_TYPE'], field)
    }
  }
  for (const type of ['', 'ACTIVITY_TYPE_NOTHING', `${body['type']} `, `${body['type']}_V99`]) {
    yield make('unknown enum', { type }, ['ACTIVITY_TYPE_UNKNOWN'], 'type')
  }
  yield make('unknown enum', { type: otherType }, ['ACTIVITY_TYPE_MISMATCH'], 'type')
  yield make('over-long', { type: 'a'.repeat(50_000) }, ['ACTIVITY_TYPE_UNKNOWN'], 'type')
  yield* organizationCases(body, strangerId)
  for (const timestampMs of ['', 'x', '-1', '1.5', '0x1', '1e13', ' 1', '9'.repeat(17)]) {
    yield make('wrong encoding', { timestampMs }, ['TIMESTAMP_MALFORMED'], 'timestampMs')
  }
  const at = (time: number) => ({ timestampMs: String(time) })
  const { timestampMaxAge, timestampMaxAhead } = limits
  yield make('stale', at(now - timestampMaxAge * 1000 - 1), ['TIMESTAMP_TOO_OLD'], 'timestampMs')
  yield make('stale', at(0), ['TIMESTAMP_TOO_OLD'], 'timestampMs')
  yield make('future', at(now + timestampMaxAhead * 1000 + 1), ['TIMESTAMP_TOO_FAR_AHEAD'], 'timestampMs')
  yield make('future', at(9_999_999_999_999), ['TIMESTAMP_TOO_FAR_AHEAD'], 'timestampMs')
}

/** Cases for the one member that every call has. */
export function* organizationCases(body: JsonObject, strangerId: string): Iterable<TextCase> {
  const make = (kind: string, organizationId: unknown, codes: readonly ErrorCode[]): TextCase => ({
    kind,
    text: JSON.stringify({ ...body, organizationId }),
    codes,
  })
  for (const id of ['', 'x', '3b0f6c6e', `${body['organizationId']} `, 'a'.repeat(50_000)]) {
    yield make('wrong encoding', id, ['ORGANIZATION_ID_MALFORMED'])
  }
  yield make('unknown id', UNKNOWN, ['ORGANIZATION_NOT_FOUND'])
  yield make('key of another organization', strangerId, ['API_KEY_NOT_FOUND', 'PASSKEY_ASSERTION_INVALID'])
}

/** Texts that are not a JSON object, or exceed a limit. @param limit of the call's body, in bytes */
export function* jsonCases(body: JsonObject, limit: number): Iterable<TextCase> {
  const text = JSON.stringify(body)
  const malformed = (broken: string): TextCase => ({
    kind: 'malformed JSON',
    text: broken,
    codes: ['BODY_MALFORMED'],
  })
  yield malformed('')
  yield malformed(' ')
  yield malformed(text.slice(0, -1))
  yield malformed(text.slice(1))
  yield malformed(`${text},`)
  yield malformed(`${text}${text}`)
  yield malformed(`\ufeff${text}`)
  yield malformed(text.replaceAll('"', "'"))
  yield malformed(`${text.slice(0, -1)},}`)
  yield malformed(`${text.slice(0, -1)},"a":NaN}`)
  yield malformed(`${text.slice(0, -1)},"a":undefined}`)
  yield malformed(`${text.slice(0, -1)},"a":01}`)
  yield malformed(`${text.slice(0, -1)},"a":"\u0001"}`)
  yield malformed(`/* */${text}`)
  for (const other of ['null', '7', 'true', '"x"', '[]', `[${text}]`]) {
    yield { kind: 'not an object', text: other, codes: ['BODY_NOT_OBJECT'] }
  }
  const within = (value: string) => `${text.slice(0, -1)},"a":${value}}`
  // The size is checked first, so deep nesting never costs more than the call's size limit allows.
  const tooDeep = (nested: string): TextCase => ({
    kind: 'too deep',
    text: nested,
    codes: [nested.length > limit ? 'BODY_TOO_LARGE' : 'BODY_TOO_DEEP'],
  })
  for (const depth of [limits.bodyDepth, 1_000, 8_000, 100_000]) {
    yield tooDeep(within('['.repeat(depth) + ']'.repeat(depth)))
    yield tooDeep(within(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`))
    yield tooDeep('['.repeat(depth + 1))
  }
  yield { kind: 'too large', text: within(`"${HUGE}"`), codes: ['BODY_TOO_LARGE'] }
  yield { kind: 'too large', text: ' '.repeat(limits.bodyBytes) + text, codes: ['BODY_TOO_LARGE'] }
}

/** Methods that calls don't accept. */
export const WRONG_METHODS = ['GET', 'HEAD', 'PUT', 'PATCH', 'DELETE'] as const

/** Paths that differ slightly from a call's. */
export function wrongPathsOf(path: string): string[] {
  return [
    `${path}/`,
    `${path}x`,
    path.toUpperCase(),
    path.replace('/v1/', '/v2/'),
    path.replace('/public', ''),
    path.includes('/query/') ? path.replace('/query/', '/submit/') : path.replace('/submit/', '/query/'),
    `${path}/..%2f`,
    `${path}%00`,
  ]
}
