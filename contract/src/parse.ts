/** Turns a decoded request body into a typed request, or throws an error that names the invalid member. */
import * as z from 'zod/mini'
import { ApiError, type FieldViolation, fillMessage } from './apiError.ts'
import {
  type ActivityTypeOf,
  type CallOf,
  findCallOfType,
  type QueryCall,
  type QueryName,
  type RequestOf,
  type SubmitBody,
  type SubmitCall,
  type SubmitName,
} from './calls.ts'
import { binding, defOf } from './define.ts'
import type { ActivityType } from './entityTypes.ts'
import { type ErrorCode, errors } from './errors.ts'
import { findHidden } from './hiddenCharacters.ts'
import { limits } from './limits.ts'
import { timestampMs as timestampMsSchema } from './scalars.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

type JsonObject = Record<string, unknown>

/**
 * Reads the filters of a query and checks its binding, except for the age. `null` counts as absent. Unknown members are
 * rejected, because ignoring a misspelled filter would return more than the caller asked for. A question about a request
 * has the members of that request, so it must name its own path: otherwise each could be posted as the other.
 *
 * @param body the decoded JSON
 * @throws ApiError naming the member by its dotted path
 */
export function parseQuery<N extends QueryName>(call: QueryCall<N>, body: unknown): RequestOf<N> {
  const { timestampMs: _timestampMs, callPath: _callPath, ...request } = withoutNulls(assertObject(body))
  assertOrganizationId(request)
  const { callPath } = readBinding(call, body)
  const filters = parseWith(call.request, request)
  const field = 'callPath'
  if (request['type'] !== undefined && callPath === undefined)
    throw new ApiError('MEMBER_MISSING', { field }, { field })
  return filters
}

/** The call and the time for which a body was stamped. */
export type Binding = z.infer<typeof binding>

/**
 * Reads `timestampMs` and `callPath` of a body. The server compares the time with its clock.
 *
 * @throws ApiError when a member is malformed, or when `callPath` is not the path of this call
 */
export function readBinding({ path }: Pick<QueryCall | SubmitCall, 'path'>, body: unknown): Binding {
  const { timestampMs, callPath } = assertObject(body)
  const bound = parseWith(binding, withoutNulls({ timestampMs, callPath }))
  if (bound.callPath !== undefined && bound.callPath !== path) {
    const field = 'callPath'
    throw new ApiError('CALL_PATH_MISMATCH', { callPath: excerpt(bound.callPath), path }, { field })
  }
  return bound
}

/**
 * Reads the body of a submit. `null` counts as absent. Unknown members next to `parameters` are ignored
 * (newer clients send `generateAppProofs`); inside `parameters` they are rejected. A `callPath`, which only queries need,
 * must be the path of this call.
 *
 * @param body the decoded JSON
 * @throws ApiError naming the member by its dotted path, counted from inside `parameters`
 */
export function parseSubmit<N extends SubmitName>(call: SubmitCall<N>, body: unknown): SubmitBody<N> {
  const request = withoutNulls(assertObject(body))
  const type = readType(call, request)
  const organizationId = assertOrganizationId(request)
  const timestampMs = parseWith(timestampMsSchema, required(request, 'timestampMs'), 'timestampMs')
  // The time is read already.
  if (request['callPath'] !== undefined) readBinding(call, body)
  const version = call.versions.find((one) => one.type === type)!
  const parameters = parseWith(version.intent, readParameters(request))
  return { type, timestampMs, organizationId, parameters } as SubmitBody<N>
}

/** Reads the body of a call of either kind. */
export function parseBody<N extends SubmitName | QueryName>(call: CallOf<N>, body: unknown) {
  return call.kind === 'query'
    ? parseQuery(call as QueryCall, body)
    : parseSubmit(call as unknown as SubmitCall, body)
}

/**
 * Checks a value against a schema of this package.
 *
 * @param at dotted path of the value, put before the paths of its members
 * @throws ApiError for the first violation, with a list of the others
 */
export function parseWith<S extends z.core.$ZodType>(schema: S, value: unknown, at = ''): z.infer<S> {
  if (holdsMany(value)) assertLongLists(schema, value, at)
  const outcome = z.safeParse(schema, value, { reportInput: true })
  if (outcome.success) return outcome.data
  const found = outcome.error.issues
    .slice(0, MAX_VIOLATIONS)
    .flatMap((issue) => toViolations(issue, at))
    .slice(0, MAX_VIOLATIONS)
  throw violationsError(found)
}

/** Upper bound of the violations in one error. */
const MAX_VIOLATIONS = 100

/** Number of entries or unknown members that are checked in one step. */
const FEW = 100

/** Whether the value contains a list or object with more than `FEW` members, at any depth, which is rare. */
function holdsMany(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const members = Array.isArray(value) ? value : Object.values(value)
  return members.length > FEW || members.some(holdsMany)
}

/**
 * Checks long lists in pieces up to the first invalid piece, because the library would take seconds to collect the
 * violations of a million entries.
 */
function assertLongLists(schema: z.core.$ZodType, value: unknown, at: string): void {
  if (typeof value !== 'object' || value === null) return
  const { shape, element, innerType } = defOf(schema)
  const inside = (key: string | number) => (at === '' ? String(key) : `${at}.${key}`)
  if (innerType) assertLongLists(innerType, value, at)
  else if (element && Array.isArray(value)) {
    for (let from = 0; from < value.length; from += FEW) {
      const piece = value.slice(from, from + FEW)
      for (const [n, entry] of piece.entries())
        if (typeof entry === 'object') assertLongLists(element, entry, inside(from + n))
      if (value.length <= FEW || z.safeParse(schema, piece).success) continue
      for (const [n, entry] of piece.entries()) parseWith(element, entry, inside(from + n))
    }
  } else if (shape) {
    const unknown = Object.keys(value).filter((key) => !Object.hasOwn(shape, key))
    if (unknown.length > FEW) {
      throw violationsError(
        unknown.slice(0, FEW).map((key) => ({ field: inside(key), code: 'MEMBER_UNKNOWN', expected: '' })),
      )
    }
    for (const [key, member] of Object.entries(shape)) {
      if (Object.hasOwn(value, key)) assertLongLists(member, (value as JsonObject)[key], inside(key))
    }
  }
}

/** True for the canonical text form of a UUID of any version. */
export const isUuid = (text: string): boolean => UUID.test(text)

interface Violation {
  field: string
  code: ErrorCode
  expected: string
  /** The hidden character, if the text contains one. */
  character?: string
}

function violationsError(found: readonly Violation[]): ApiError {
  const violations = found.map(
    ({ code, ...params }): FieldViolation => ({
      field: params.field,
      description: fillMessage(errors[code].message, params),
    }),
  )
  const { code, ...params } = found[0]!
  return new ApiError(code as 'MEMBER_TYPE', params, { violations })
}

function toViolations(issue: z.core.$ZodIssue, at: string): Violation[] {
  const path = at === '' ? issue.path : [at, ...issue.path]
  const field = path.join('.')
  const absent = issue.input === undefined
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        field: [...path, key].join('.'),
        code: 'MEMBER_UNKNOWN' as const,
        expected: '',
      }))
    case 'invalid_value':
      return [{ field, code: absent ? 'MEMBER_MISSING' : 'ENUM_UNKNOWN', expected: issue.values.join(', ') }]
    case 'invalid_type':
      return [
        { field, code: absent ? 'MEMBER_MISSING' : 'MEMBER_TYPE', expected: kinds[issue.expected] ?? '' },
      ]
    default:
      if (issue.code === 'custom' && issue.message === 'CHARACTER_HIDDEN') {
        const character = findHidden(issue.input as string, issue.params?.['allowed'])!
        return [{ field, code: issue.message, expected: '', character }]
      }
      // Our own checks have the error code as their message; the library's check means that a number is too large.
      return [
        {
          field,
          code: Object.hasOwn(errors, issue.message) ? (issue.message as ErrorCode) : 'MEMBER_TYPE',
          expected: expectedBy(issue) ?? kinds['int']!,
        },
      ]
  }
}

/** The bounds that one of our own checks gives. */
function expectedBy(issue: z.core.$ZodIssue): string | undefined {
  return issue.code === 'custom' ? (issue.params?.['expected'] as string | undefined) : undefined
}

const kinds: Readonly<Record<string, string>> = {
  string: 'a string (64-bit numbers travel as strings)',
  number: 'a JSON number',
  int: 'a 32-bit whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}

function assertObject(body: unknown): JsonObject {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw new ApiError('BODY_NOT_OBJECT')
  return body as JsonObject
}

function required(body: JsonObject, field: string): unknown {
  if (!Object.hasOwn(body, field)) throw new ApiError('MEMBER_MISSING', { field }, { field })
  return body[field]
}

function readParameters(body: JsonObject): JsonObject {
  const field = 'parameters'
  const value = required(body, field)
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw new ApiError('MEMBER_TYPE', { field, expected: kinds['object']! }, { field })
  }
  return value as JsonObject
}

function assertOrganizationId(body: JsonObject): string {
  const field = 'organizationId'
  const value = required(body, field)
  if (typeof value !== 'string') {
    throw new ApiError('MEMBER_TYPE', { field, expected: 'a string' }, { field })
  }
  if (!isUuid(value)) {
    throw new ApiError('ORGANIZATION_ID_MALFORMED', { organizationId: excerpt(value) }, { field })
  }
  return value
}

function readType<N extends SubmitName>(call: SubmitCall<N>, body: JsonObject): ActivityTypeOf<N> {
  const field = 'type'
  const value = required(body, field)
  if (typeof value !== 'string') {
    throw new ApiError('MEMBER_TYPE', { field, expected: 'a string' }, { field })
  }
  const owner = findCallOfType(value)
  if (!owner) throw new ApiError('ACTIVITY_TYPE_UNKNOWN', { type: excerpt(value) }, { field })
  if (owner.name !== (call.name as SubmitName)) {
    throw new ApiError(
      'ACTIVITY_TYPE_MISMATCH',
      { type: value as ActivityType, path: owner.path, posted: call.path },
      { field },
    )
  }
  return value as ActivityTypeOf<N>
}

const excerpt = (value: string): string => (value.length > 64 ? `${value.slice(0, 64)}…` : value)

/**
 * Drops members whose value is null, at every depth, because some clients write each unset field as null. List entries
 * stay, so a null entry still has the wrong type.
 */
function withoutNulls(value: JsonObject): JsonObject {
  assertFewListed(value)
  return strip(value, 1) as JsonObject
}

/** What an object or a list in a list counts as. */
const OBJECT_VALUES = 4

/** Counts before anything is checked, because checking hundreds of thousands of entries would delay other requests. */
function assertFewListed(body: JsonObject): void {
  const limit = limits.listedValuesPerRequest
  let left: number = limit
  const count = (value: unknown, isListed: boolean, depth: number): void => {
    const isObject = typeof value === 'object' && value !== null
    if (isListed) left -= isObject ? OBJECT_VALUES : 1
    if (left < 0) throw new ApiError('WORK_LIMIT_EXCEEDED', { what: 'values in lists', limit })
    if (!isObject || depth > limits.bodyDepth) return
    const isList = Array.isArray(value)
    for (const inner of isList ? value : Object.values(value)) count(inner, isListed || isList, depth + 1)
  }
  count(body, false, 1)
}

function strip(value: unknown, depth: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (depth > limits.bodyDepth) throw new ApiError('BODY_TOO_DEEP', { limit: limits.bodyDepth })
  if (Array.isArray(value)) return value.map((item) => strip(item, depth + 1))
  const kept: JsonObject = {}
  for (const key of Object.keys(value)) {
    const item = (value as JsonObject)[key]
    if (item === null || item === undefined) continue
    if (key === '__proto__') keepAsMember(kept, key, strip(item, depth + 1))
    else kept[key] = strip(item, depth + 1)
  }
  return kept
}

/** Adds a member whose assignment would set the prototype. */
function keepAsMember(object: JsonObject, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, writable: true, enumerable: true, configurable: true })
}
