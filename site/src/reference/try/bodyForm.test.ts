import { openapi } from '@keywright/contract/reference'
import { describe, expect, it } from 'vitest'
import type { ApiDescription } from '../description.ts'
import { resolve } from '../fields.ts'
import {
  blankOf,
  bodyAround,
  firstType,
  formSchema,
  missingOf,
  setAt,
  startOf,
  violationsOf,
} from './bodyForm.ts'
import { settle } from './known.ts'

const description = openapi() as unknown as ApiDescription
const { schemas } = description.components
const calls = Object.values(description.paths).map(({ post }) => post)
const call = (name: string) => calls.find(({ operationId }) => operationId === name)!
const versionsOf = calls.flatMap((operation) =>
  (operation['x-call'].versions ?? [{ type: undefined }]).map(
    ({ type }) => [operation.operationId, type] as const,
  ),
)

describe.each(versionsOf)('%s %s', (name, type) => {
  const operation = call(name)
  const schema = formSchema(operation, type, schemas)

  it('has a form and an initial value with all required members', () => {
    expect(resolve(schema, schemas).type).toBe('object')
    const start = startOf(operation, type, schemas)
    for (const field of schema.required ?? []) expect(start).toHaveProperty(field)
  })

  it('starts with a valid value if nothing is recorded', () => {
    const blank = blankOf(schema, schemas) as object
    expect(Object.keys(blank).sort()).toEqual([...(schema.required ?? [])].sort())
  })
})

it('keeps the member order of a submit, so that only edited bytes change', () => {
  const operation = call('create_wallet')
  const type = firstType(operation)
  const body = bodyAround(operation, type, { organizationId: 'o', timestampMs: '1' }, { walletName: 'w' })
  expect(JSON.stringify(body)).toBe(
    `{"type":"${type}","timestampMs":"1","organizationId":"o","parameters":{"walletName":"w"}}`,
  )
})

it.each(
  calls
    .filter((operation) => operation['x-call'].kind === 'query')
    .map((one) => [one.operationId, one] as const),
)('binds the stamp of %s to its path and time, and asks the reader for neither', (name, operation) => {
  const body = bodyAround(operation, undefined, { organizationId: 'o', timestampMs: '1' }, {})
  expect(body).toEqual({ organizationId: 'o', timestampMs: '1', callPath: `/public/v1/query/${name}` })
  const asked = Object.keys(formSchema(operation, undefined, schemas).properties ?? {})
  for (const member of Object.keys(body)) expect(asked).not.toContain(member)
})

describe('setAt', () => {
  const value = { a: 1, list: [{ b: 2 }, { b: 3 }], c: 4 }

  it('sets values in lists and objects and keeps the rest', () => {
    const next = setAt(value, ['list', 1, 'b'], 9)
    expect(next).toEqual({ a: 1, list: [{ b: 2 }, { b: 9 }], c: 4 })
    expect(Object.keys(next as object)).toEqual(['a', 'list', 'c'])
    expect(value.list[1]!.b).toBe(3)
  })

  it('removes members and entries', () => {
    expect(setAt(value, ['c'], undefined)).toEqual({ a: 1, list: value.list })
    expect(setAt(value, ['list', 0], undefined)).toEqual({ a: 1, list: [{ b: 3 }], c: 4 })
  })
})

it('reads field violations from a response and ignores everything else', () => {
  const violation = { field: 'policies.2.consensus', description: 'no' }
  expect(violationsOf({ details: [{ '@type': 'x', fieldViolations: [violation] }] })).toEqual([violation])
  for (const other of [null, 'text', {}, { details: 'none' }, { details: [null] }])
    expect(violationsOf(other)).toEqual([])
})

describe('settle', () => {
  const known: Record<string, string[]> = { walletId: ['w1', 'w2'], walletIds: ['w1', 'w2'] }
  const surroundings = {
    suggest: (field: string) => known[field] ?? [],
    names: new Set(['Treasury', 'Treasury 2']),
  }

  it('replaces recorded ids with the organization’s and keeps unknown ones', () => {
    expect(settle({ walletId: 'x', other: 'y', list: [{ walletId: 'x' }] }, surroundings)).toEqual({
      walletId: 'w1',
      other: 'y',
      list: [{ walletId: 'w1' }],
    })
  })

  it('uses the newest object for deletions', () => {
    expect(settle({ walletIds: ['x'] }, surroundings, true)).toEqual({ walletIds: ['w2'] })
  })

  it('finds a free name', () => {
    expect(settle({ walletName: 'Treasury' }, surroundings)).toEqual({ walletName: 'Treasury 3' })
  })
})

describe('required texts', () => {
  const operation = call('sign_raw_payload')
  const missing = (value: object) =>
    missingOf(value, formSchema(operation, firstType(operation), schemas), schemas).map(({ field }) => field)

  it('are missing if they are empty or absent', () => {
    expect(missing({ signWith: '', payload: 'a' })).toContain('signWith')
    expect(missing({ payload: 'a' })).toContain('signWith')
    expect(missing({ signWith: '0x1', payload: 'a' })).not.toContain('signWith')
  })

  it('can be empty if they are free content', () => {
    expect(missing({ signWith: '0x1', payload: '' })).not.toContain('payload')
  })
})

it.each(versionsOf)('%s %s misses nothing in its own example', (name, type) => {
  const schema = formSchema(call(name), type, schemas)
  const example = call(name).requestBody.content['application/json'].example
  if (example['type'] !== type) return
  const value = startOf(call(name), type, schemas)
  expect(missingOf(value, schema, schemas)).toEqual([])
})
