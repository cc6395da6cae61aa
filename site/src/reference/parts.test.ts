import { gzipSync } from 'node:zlib'
import { openapi } from '@keywright/contract/reference'
import { describe, expect, it } from 'vitest'
import { callsOf } from './callIndex.ts'
import type { ApiDescription, Schema } from './description.ts'
import { type FieldRow, fieldsOf, type Schemas } from './fields.ts'
import { findCalls } from './findCalls.ts'
import { partAt } from './hash.ts'
import { indexOf } from './indexCalls.ts'
import { FRAME, partsOf, SHARED_PART } from './parts.ts'
import { shapesOf, sharedEntities } from './shapes.ts'
import { startOf } from './try/bodyForm.ts'

const description = openapi() as unknown as ApiDescription
const { schemas } = description.components
const parts = partsOf(description)
const index = indexOf(description)
const calls = callsOf(index)

/** The fields of a schema, unfolded as deep as an entity first holds itself. */
const unfolded = (schema: Schema, known: Schemas, above: readonly string[] = []): unknown[] =>
  fieldsOf(schema, known).map((row: FieldRow) => [
    row,
    row.below && above.length < 6 && !above.includes(row.type)
      ? unfolded(row.below, known, [...above, row.type])
      : [],
  ])

describe('the parts of the description', () => {
  it.each(calls.map(({ name, path }) => [name, path]))('%s reads as in the whole', (name, path) => {
    const part = parts[partAt(index, { id: name!, call: name! })]!
    const { post } = part.paths[path!]!
    expect(post).toEqual(description.paths[path!]!.post)
    for (const shape of shapesOf(post, part))
      expect(unfolded(shape, part.components.schemas)).toEqual(unfolded(shape, schemas))
    for (const { type } of post['x-call'].versions ?? [{ type: '' }])
      expect(startOf(post, type, part.components.schemas)).toEqual(startOf(post, type, schemas))
    for (const code of [...post['x-call'].errors, ...part['x-errors-of-policies']])
      expect(part['x-errors'][code], code).toEqual(description['x-errors'][code])
  })

  it('have each call once', () => {
    const paths = Object.values(parts).flatMap((part) => Object.keys(part.paths))
    expect(paths.toSorted()).toEqual(Object.keys(description.paths).toSorted())
  })

  it('have in one what all calls share', () => {
    const shared = parts[SHARED_PART]!
    const known = shared.components.schemas
    for (const name of [FRAME, ...sharedEntities(description).map((entity) => entity.name)])
      expect(unfolded(known[name]!, known), name).toEqual(unfolded(schemas[name]!, schemas))
    const codes = [...description['x-errors-of-every-call'], ...description['x-errors-of-every-submit']]
    for (const code of codes) expect(shared['x-errors'][code]).toEqual(description['x-errors'][code])
    expect(shared['x-activities-without-path']).toEqual(description['x-activities-without-path'])
  })

  it('are small where the reference opens: what it reads first is a quarter of the whole', () => {
    const size = (value: unknown) => JSON.stringify(value).length
    const loaded = (value: unknown) => gzipSync(JSON.stringify(value)).length
    const first = parts[partAt(index, undefined)]
    expect(size(index)).toBeLessThan(90_000)
    expect(size(index) + size(first)).toBeLessThan(0.25 * size(description))
    expect(loaded(index) + loaded(first)).toBeLessThan(31_000)
  })
})

describe('the index', () => {
  it('has the calls in the order of the description, and what each is found by', () => {
    expect(calls.map(({ path }) => path).toSorted()).toEqual(Object.keys(description.paths).toSorted())
    const found = (query: string) => [...findCalls(calls, query)]
    expect(found('')).toHaveLength(calls.length)
    expect(found('TYPE_CREATE_POLICY_V2 effect')).toContain('create_policy')
    expect(found('policy_v2 whoami')).toEqual([])
    expect(found('create wallet mnemonicLength')).toContain('create_wallet')
    expect(found('createwallet')).toContain('create_wallet')
    expect(found('THRESHOLD_TOO_HIGH')).toContain('update_root_quorum')
    expect(found('nothing says this')).toEqual([])
  })

  it.each([
    'createWallet()',
    'await client.createWallet({',
    'create-wallet',
    '`create_wallet`',
    '#create_wallet',
    '#create_wallet.parameters.walletName',
    'POST /public/v1/submit/create_wallet',
    '"walletName": "mnemonicLength":',
    'Wallets create',
  ])('finds what is pasted as it stands elsewhere: %s', (query) => {
    const found = findCalls(calls, query)
    expect(found).toContain('create_wallet')
    expect(found.size).toBeLessThan(20)
  })

  it('says which part a place is in', () => {
    expect(partAt(index, undefined)).toBe(index.groups[0]!.resources[0]!.part)
    expect(partAt(index, { id: 'schema-Activity' })).toBe(SHARED_PART)
    expect(partAt(index, { id: 'x', call: 'create_wallet' })).toBe('wallets')
  })
})
