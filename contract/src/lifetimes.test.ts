/** Every lifetime that a request can choose has bounds, and the error names them. */
import { describe, expect, it } from 'vitest'
import { ApiError } from './apiError.ts'
import { callList } from './calls.ts'
import { defOf, type Schema } from './define.ts'
import { type LifetimeKind, lifetimeBounds, lifetimeRange } from './limits.ts'
import { parseWith } from './parse.ts'
import { apiKeyLifetime, codeLifetime, mailedKeyLifetime, sessionLifetime, tokenLifetime } from './scalars.ts'

const schemas: Readonly<Record<LifetimeKind, Schema>> = {
  apiKeyLifetime,
  codeLifetime,
  mailedKeyLifetime,
  sessionLifetime,
  tokenLifetime,
}
const kinds = Object.keys(lifetimeBounds) as LifetimeKind[]

/** Members named `expirationSeconds` that a request may hold, at any depth. */
function lifetimeMembers(schema: Schema, path: string): [string, Schema][] {
  const { shape, element, innerType } = defOf(schema)
  if (innerType) return lifetimeMembers(innerType, path)
  if (element) return lifetimeMembers(element, path)
  return Object.entries(shape ?? {}).flatMap(([name, member]) =>
    name === 'expirationSeconds'
      ? [[`${path}.${name}`, member] as [string, Schema]]
      : lifetimeMembers(member, `${path}.${name}`),
  )
}

const members = callList.flatMap((call) =>
  call.kind === 'submit'
    ? call.versions.flatMap(({ type, intent }) => lifetimeMembers(intent, type))
    : lifetimeMembers(call.request, call.name),
)

const kindOf = (schema: Schema) => kinds.find((kind) => schemas[kind] === (defOf(schema).innerType ?? schema))

describe('lifetimes', () => {
  it('are all members of a bounded kind', () => {
    expect(members.length).toBeGreaterThan(25)
    expect(members.filter(([, schema]) => kindOf(schema) === undefined).map(([path]) => path)).toEqual([])
  })

  it('bound every request for a code alike', () => {
    const codes = members.filter(([path]) => path.startsWith('ACTIVITY_TYPE_INIT_OTP'))
    expect(codes.map(([, schema]) => kindOf(schema))).toEqual(codes.map(() => 'codeLifetime'))
  })

  it.each(members.map(([path, schema]) => ({ path, schema })))('$path keeps its bounds', ({ schema }) => {
    const kind = kindOf(schema)!
    const { min, max } = lifetimeBounds[kind]
    for (const good of [min, max])
      expect(parseWith(schema, String(good), 'expirationSeconds')).toBe(String(good))
    for (const bad of [min - 1, max + 1, 9_999_999_999]) {
      const attempt = () => parseWith(schema, String(bad), 'expirationSeconds')
      expect(attempt).toThrow(ApiError)
      expect(attempt).toThrow(`\`expirationSeconds\` must be ${lifetimeRange(kind)} seconds`)
    }
  })
})
