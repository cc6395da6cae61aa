/** Validates bodies of `/dev`: JSON objects with known fields of known types. */
import { ApiError, limits } from '@keywright/contract'
import { readBytes } from '@keywright/engine'
import { DuplicateMemberError, parseJson } from '@keywright/keys'
import type { MemberSchema, Members } from './inputs.ts'

export type Input<M extends Members> = {
  readonly [Name in keyof M]?: M[Name]['type'] extends 'string'
    ? string
    : M[Name]['type'] extends 'integer' | 'number'
      ? number
      : Record<string, unknown>
}

const MAX_INPUT_BYTES = 65_536
/** Upper bound of the export of a large state, which is never in memory as a whole. */
const MAX_IMPORT_BYTES = 64 * 1024 * 1024 * 1024

/** Upper bound of a body in bytes, also for hosts that read bodies themselves. */
export function bodyLimitOf(path: string): number {
  if (!path.startsWith('/dev')) return limits.bodyBytes
  return path === '/dev/import' ? MAX_IMPORT_BYTES : MAX_INPUT_BYTES
}

export const bad = (reason: string): ApiError => new ApiError('HOST_INPUT_INVALID', { reason }) as ApiError
export const missing = (what: string): ApiError =>
  new ApiError('HOST_RESOURCE_NOT_FOUND', { what: `such ${what}` }) as ApiError
/** @param path of the request */
export const tooLarge = (path: string): ApiError =>
  new ApiError('BODY_TOO_LARGE', { limit: bodyLimitOf(path) }) as ApiError

/** @throws ApiError that names the field */
export async function readInput<M extends Members>(request: Request, members: M): Promise<Input<M>> {
  const text = await readText(request)
  const input = text.trim() === '' ? {} : parse(text)
  for (const [name, value] of Object.entries(input)) {
    const schema = Object.hasOwn(members, name) ? members[name] : undefined
    if (!schema) throw bad(`unknown member \`${name}\``)
    if (!isOfType(schema, value)) throw bad(`\`${name}\` is not of type ${schema.type}`)
  }
  return input as Input<M>
}

/** Whether the body is a form without files, as browsers post it. */
export const isForm = ({ headers }: Request): boolean =>
  /^application\/x-www-form-urlencoded\s*(;|$)/i.test(headers.get('content-type') ?? '')

/** @throws ApiError if the body is too large or not UTF-8 */
export const readForm = async (request: Request): Promise<URLSearchParams> =>
  new URLSearchParams(await readText(request))

function isOfType({ type }: MemberSchema, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type && value !== null && !Array.isArray(value)
}

/** Reads `limit` from the query. @throws ApiError */
export function readLimit(query: URLSearchParams, most: number): number {
  const text = query.get('limit') ?? '100'
  if (!/^[1-9]\d{0,5}$/.test(text) || Number(text) > most) {
    throw bad(`\`limit\` must be a whole number from 1 to ${most}`)
  }
  return Number(text)
}

/** @throws ApiError if the body is too large or not UTF-8 */
export async function readText(request: Request): Promise<string> {
  const bytes = await readBytes(request, bodyLimitOf(new URL(request.url).pathname))
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw bad('the body is not UTF-8')
  }
}

function parse(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = parseJson(text)
  } catch (error) {
    throw bad(error instanceof DuplicateMemberError ? error.message : 'the body is not JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw bad('the body is not an object')
  return value as Record<string, unknown>
}
