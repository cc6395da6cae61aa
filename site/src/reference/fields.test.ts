import { describe, expect, it } from 'vitest'
import type { Schema } from './description.ts'
import { fieldsOf, resolve } from './fields.ts'

const schemas: Record<string, Schema> = {
  Curve: {
    type: 'string',
    enum: ['CURVE_A', 'CURVE_B'],
    description: 'a curve',
    'x-enumDescriptions': { CURVE_A: 'the first' },
  },
  Account: {
    type: 'object',
    properties: { curve: { $ref: '#/components/schemas/Curve' } },
    required: ['curve'],
  },
  Wallet: {
    type: 'object',
    required: ['name', 'accounts'],
    properties: {
      words: { type: 'integer', enum: [12, 24], default: 12, description: 'how many words' },
      name: { type: 'string', minLength: 1, maxLength: 255 },
      accounts: { type: 'array', items: { $ref: '#/components/schemas/Account' }, maxItems: 9 },
      lifetime: { type: 'string', 'x-number-as-string': true, 'x-era': 'later' },
    },
  },
}

describe('fieldsOf', () => {
  const rows = fieldsOf({ $ref: '#/components/schemas/Wallet' }, schemas)
  const row = (name: string) => rows.find((one) => one.name === name)!

  it('puts required fields first', () => {
    expect(rows.map(({ name }) => name)).toEqual(['name', 'accounts', 'words', 'lifetime'])
  })
  it('describes types in words', () => {
    expect(rows.map(({ type }) => type)).toEqual(['string', 'list of Account', 'integer', 'number as string'])
  })
  it('includes limits, defaults and era', () => {
    expect(row('name').limits).toEqual(['1 to 255 characters'])
    expect(row('accounts').limits).toEqual(['at most 9 entries'])
    expect(row('words')).toMatchObject({ limits: ['one of 12, 24'], default: '12', members: [] })
    expect(row('lifetime').later).toBe(true)
  })
  it('counts one, and equal bounds, as a person does', () => {
    const limitsOf = (schema: Schema) =>
      fieldsOf({ type: 'object', properties: { x: schema } }, {})[0]!.limits
    expect(limitsOf({ type: 'array', minItems: 1 })).toEqual(['at least 1 entry'])
    expect(limitsOf({ type: 'string', minLength: 64, maxLength: 64 })).toEqual(['exactly 64 characters'])
    expect(limitsOf({ type: 'integer', minimum: 1 })).toEqual(['at least 1'])
  })
  it('includes nested schemas', () => {
    const [curve] = fieldsOf(row('accounts').below!, schemas)
    expect(curve).toMatchObject({
      type: 'Curve',
      members: [
        { value: 'CURVE_A', description: 'the first' },
        { value: 'CURVE_B', description: '' },
      ],
    })
  })
  it('names a dangling reference', () => {
    expect(() => resolve({ $ref: '#/components/schemas/Nothing' }, schemas)).toThrow(
      '#/components/schemas/Nothing',
    )
  })
})
