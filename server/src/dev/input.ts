/** Reads what is posted to `/dev`: a JSON object with known members of known types. */

import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { Bindings } from '../http/listen.ts'
import { readBytes } from '../http/readBytes.ts'
import type { MemberSchema, Members } from './inputs.ts'

type Input<M extends Members> = {
  readonly [Name in keyof M]?: M[Name]['type'] extends 'string'
    ? string
    : M[Name]['type'] extends 'integer'
      ? number
      : Record<string, unknown>
}

const MAX_INPUT_BYTES = 65_536
/** An export of a large state. */
const MAX_IMPORT_BYTES = 512 * 1024 * 1024

export type DevContext = Context<{ Bindings: Bindings }>

/** @throws HTTPException 400 that names the member */
export async function readInput<M extends Members>(c: DevContext, members: M): Promise<Input<M>> {
  const text = await readText(c, MAX_INPUT_BYTES)
  const input = text.trim() === '' ? {} : parse(text)
  for (const [name, value] of Object.entries(input)) {
    const schema = members[name]
    if (!schema) throw bad(`unknown member \`${name}\``)
    if (!isOfType(schema, value)) throw bad(`\`${name}\` is not of type ${schema.type}`)
  }
  return input as Input<M>
}

function isOfType({ type }: MemberSchema, value: unknown): boolean {
  if (type === 'integer') return Number.isInteger(value)
  return typeof value === type && value !== null && !Array.isArray(value)
}

/** The text of an export. */
export const readImport = (c: DevContext) => readText(c, MAX_IMPORT_BYTES)

/** A whole number of the query, within bounds. @throws HTTPException 400 */
export function readLimit(c: DevContext, most: number): number {
  const text = c.req.query('limit') ?? '100'
  if (!/^[1-9]\d{0,5}$/.test(text) || Number(text) > most) {
    throw bad(`\`limit\` is not a whole number from 1 to ${most}`)
  }
  return Number(text)
}

export function bad(message: string): HTTPException {
  return new HTTPException(400, { message })
}

export function missing(what: string): HTTPException {
  return new HTTPException(404, { message: `there is no such ${what}` })
}

async function readText(c: DevContext, limit: number): Promise<string> {
  const body = await readBytes(c.env.incoming, limit)
  if (body.kind === 'too large')
    throw new HTTPException(413, { message: `the body is larger than ${limit} bytes` })
  if (body.kind === 'incomplete') throw bad('the body ended too early')
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(body.bytes)
  } catch {
    throw bad('the body is not UTF-8')
  }
}

function parse(text: string): Record<string, unknown> {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw bad('the body is not JSON')
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw bad('the body is not an object')
  return value as Record<string, unknown>
}
