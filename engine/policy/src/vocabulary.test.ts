import { describe, expect, test } from 'vitest'
import { ACTIVITY_ROWS, kindOfActivity, listActivityKinds, resourceAndActionOf } from './activities.ts'
import { nearestWord } from './suggest.ts'
import { parseType, type Type } from './type.ts'
import { VOCABULARY } from './vocabulary.ts'

const structs = new Map(VOCABULARY.structs.map((entry) => [entry.name, entry]))

test('every type that is used is declared', () => {
  const isDeclared = (type: Type): boolean =>
    type.kind === 'list' ? isDeclared(type.of) : type.kind !== 'struct' || structs.has(type.name)
  const used = [...VOCABULARY.names, ...VOCABULARY.structs.flatMap((entry) => entry.fields)]
  for (const { type } of used) expect(isDeclared(parseType(type)), type).toBe(true)
})

test('no name and no field is declared twice', () => {
  const paths = VOCABULARY.names.map(({ path }) => path)
  expect(new Set(paths).size).toBe(paths.length)
  for (const { name, fields } of VOCABULARY.structs) {
    expect(new Set(fields.map((field) => field.name)).size, name).toBe(fields.length)
  }
})

test('every entry has a sentence for the reference', () => {
  const entries = [
    ...VOCABULARY.names,
    ...VOCABULARY.structs,
    ...VOCABULARY.structs.flatMap((entry) => entry.fields),
  ]
  for (const { doc } of entries) expect(doc).toMatch(/^[A-Z0-9`].*\.$/)
})

test('names speak of activities that exist', () => {
  const kinds = new Set(listActivityKinds())
  const entries = [...VOCABULARY.names, ...VOCABULARY.structs.flatMap((entry) => entry.fields)]
  for (const { presentFor } of entries)
    for (const kind of presentFor ?? []) expect(kinds.has(kind), kind).toBe(true)
})

describe('activities', () => {
  test('each kind stands in one row', () => {
    const kinds = ACTIVITY_ROWS.flatMap((row) => row.kinds)
    expect(new Set(kinds).size).toBe(kinds.length)
  })

  test.each([
    ['ACTIVITY_TYPE_SIGN_TRANSACTION_V2', 'PRIVATE_KEY', 'SIGN'],
    ['ACTIVITY_TYPE_SIGN_RAW_PAYLOAD', 'PRIVATE_KEY', 'SIGN'],
    ['ACTIVITY_TYPE_CREATE_SUB_ORGANIZATION_V7', 'ORGANIZATION', 'CREATE'],
    ['ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE', 'ORGANIZATION', 'REMOVE'],
    ['ACTIVITY_TYPE_INIT_USER_EMAIL_RECOVERY', 'RECOVERY', 'CREATE'],
    ['ACTIVITY_TYPE_RECOVER_USER', 'USER', 'UPDATE'],
    ['ACTIVITY_TYPE_EMAIL_AUTH_V2', 'AUTH', 'CREATE'],
    ['ACTIVITY_TYPE_EXPORT_WALLET_ACCOUNT', 'WALLET', 'EXPORT'],
  ])('%s is %s %s', (type, resource, action) => {
    expect(resourceAndActionOf(type)).toEqual({ resource, action })
  })

  test('an unknown type has no fields', () => {
    expect(resourceAndActionOf('ACTIVITY_TYPE_FLY')).toBeUndefined()
    expect(kindOfActivity('ACTIVITY_TYPE_CREATE_USERS_V2')).toBe('CREATE_USERS')
  })
})

test.each([
  ['vlaue', 'value'],
  ['Value', 'value'],
  ['valu', 'value'],
  ['to_', 'to'],
  ['colr', undefined],
  ['x', undefined],
  ['v'.repeat(100_000), undefined],
])('the word nearest to %s is %s', (word, expected) => {
  expect(nearestWord(word, ['from', 'to', 'value'])).toBe(expected)
})
