import { describe, expect, it } from 'vitest'
import { describeEnum } from './describe.ts'
import { fillFacts } from './fillFacts.ts'
import { callList, defaults, type EntityName, type EnumName, entities, enums, errors } from './index.ts'
import { lifetimeBounds } from './limits.ts'
import {
  activityTypeRows,
  addressFormatRows,
  boundRows,
  callRows,
  defaultRows,
  enumRows,
  errorRows,
  featureRows,
  fieldsOf,
  limitRows,
  retentionRows,
} from './tables.ts'
import { callWords, entityWords, fieldWords } from './words.ts'

describe('tables', () => {
  it.each<[string, readonly object[]]>([
    ['limits', limitRows()],
    ['bounds', boundRows()],
    ['defaults', defaultRows()],
    ['errors', errorRows()],
    ['activity types', activityTypeRows()],
    ['retention', retentionRows()],
    ['features', featureRows()],
    ['address formats', addressFormatRows()],
    ['calls', callRows()],
  ])('of %s have no empty cell', (_, rows) => {
    expect(rows.length).toBeGreaterThan(5)
    for (const row of rows) for (const cell of Object.values(row)) expect(cell).not.toBe('')
  })

  it('of bounds name errors that exist', () => {
    const named = [...limitRows(), ...boundRows()].flatMap(
      ({ beyond }) => beyond.match(/[A-Z]+(_[A-Z]+)+/g) ?? [],
    )
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter((code) => !Object.hasOwn(errors, code))).toEqual([])
  })

  it('of bounds have the range of every lifetime that a request may choose', () => {
    const ranges = boundRows().filter(({ title }) => title.includes('`expirationSeconds`'))
    expect(ranges).toHaveLength(Object.keys(lifetimeBounds).length)
  })

  it('of limits say what the decisions say', () => {
    const rows = limitRows(['tags', 'subOrganizations', 'privateKeys', 'walletAccounts'])
    expect(rows.map((row) => [row.title, row.parent, row.subOrganization])).toEqual([
      ['Tags', '100', '10'],
      ['Sub-organizations', 'no limit', '0'],
      ['Private keys', '1,000', '1,000'],
      ['Wallet accounts', 'no limit', 'no limit'],
    ])
  })

  it('of defaults name every key that a sign-in makes', () => {
    const values = defaultRows().map((row) => row.value)
    for (const name of Object.values(defaults.apiKeyNames)) expect(values).toContain(`\`${name}\``)
    expect(Object.keys(defaults.apiKeyNames)).toHaveLength(8)
  })

  it('complain about a name that they do not know', () => {
    expect(() => limitRows(['dogs'])).toThrow('unknown name `dogs`')
    expect(() => errorRows(['NOPE'])).toThrow('unknown name `NOPE`')
    expect(() => callRows(['fly'])).toThrow('unknown name `fly`')
  })

  it('of activity types hold each type once, also those without a path', () => {
    const types = activityTypeRows().flatMap((row) => row.types)
    expect(types).toEqual(
      expect.arrayContaining(enums.ActivityType.filter((type) => !/_(APPROVE|REJECT)_/.test(type))),
    )
    expect(new Set(types).size).toBe(types.length)
    expect(activityTypeRows('POLICY').map((row) => row.action)).toEqual([
      'CREATE',
      'CREATE',
      'UPDATE',
      'DELETE',
      'DELETE',
    ])
  })

  it('of address formats narrow by prefix', () => {
    expect(addressFormatRows().map((row) => row.format)).toEqual(enums.AddressFormat)
    expect(addressFormatRows('BITCOIN')).toHaveLength(20)
    expect(addressFormatRows('BITCOIN_MAINNET').map((row) => row.defaultPath)).toEqual([
      "m/44'/0'/0'/0/0",
      "m/49'/0'/0'/0/0",
      "m/84'/0'/0'/0/0",
      "m/48'/0'/0'/2'/0/0",
      "m/86'/0'/0'/0/0",
    ])
    // BIP-84 and BIP-86 publish these addresses of the test phrase: see their sections "Test vectors".
    const examples = addressFormatRows().map((row) => row.example)
    expect(examples).toContain('bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu')
    expect(examples).toContain('bc1p5cyxnuxmeuwuvkwfem96lqzszd02n6xdcjrs20cac6yqjjwudpxqkedrcr')
    expect(examples).toContain('0x9858EfFD232B4033E47d90003D41EC34EcaEda94')
  })

  it('of fields put the required ones first', () => {
    expect(fieldsOf('create_wallet', 'intent').map((row) => [row.name, row.type, row.required])).toEqual([
      ['walletName', 'string (name)', true],
      ['accounts', 'list of WalletAccountParams', true],
      ['mnemonicLength', 'integer (12, 15, 18, 21 or 24)', false],
    ])
    expect(fieldsOf('create_wallet', 'intent')[1]?.refersTo).toEqual({
      kind: 'entity',
      name: 'WalletAccountParams',
    })
    expect(() => fieldsOf('whoami', 'intent')).toThrow('whoami is a query and has no intent')
  })

  it('mark 64-bit numbers as strings', () => {
    const row = fieldsOf('create_read_write_session', 'intent').find(
      (one) => one.name === 'expirationSeconds',
    )
    expect(row?.type).toBe('string (64-bit number, 1 to 2592000 seconds)')
  })
})

it('texts name only facts that exist', () => {
  expect(fillFacts('at most {bodyDepth} levels, {timestampMaxAge}')).toBe('at most 32 levels, 1 hour')
  expect(() => fillFacts('{dogs}')).toThrow('no fact is called dogs')
})

describe('words', () => {
  it.each(callList.map((call) => ({ name: call.name, call })))('are there for $name', ({ name, call }) => {
    expect(callWords[name].summary).toMatch(/^[A-Z].*\.$/)
    expect(callWords[name].description).toMatch(/[.]$/)
    const parts = call.kind === 'query' ? (['request', 'response'] as const) : (['intent', 'result'] as const)
    for (const part of parts) {
      for (const row of fieldsOf(name, part)) expect(row.description, row.name).toMatch(/^.{8,}\.$/s)
    }
  })

  it.each(Object.keys(entities) as EntityName[])('are there for %s', (name) => {
    expect(entityWords[name].summary).toMatch(/\.$/)
    for (const row of fieldsOf(name)) expect(row.description, row.name).toMatch(/\.$/)
    for (const field of Object.keys(entityWords[name].fields ?? {})) {
      expect(fieldsOf(name).map((row) => row.name)).toContain(field)
    }
  })

  it.each(Object.keys(enums) as EnumName[])('are there for the enumeration %s', (name) => {
    expect(describeEnum(name)).toMatch(/\.$/)
    for (const row of enumRows(name)) expect(row.description, row.name).toBeTruthy()
  })

  it('are not written for members that nothing has', () => {
    const used = new Set<string>([
      ...Object.values(entities).flatMap((entity) => Object.keys(entity.shape)),
      ...callList.flatMap((call) =>
        call.kind === 'query'
          ? [...fieldsOf(call.name, 'request'), ...fieldsOf(call.name, 'response')].map((row) => row.name)
          : (call.versions as readonly { intent: object; result: object }[]).flatMap(({ intent, result }) => [
              ...Object.keys((intent as { shape: object }).shape),
              ...Object.keys((result as { shape: object }).shape),
            ]),
      ),
    ])
    expect(Object.keys(fieldWords).filter((name) => !used.has(name))).toEqual([])
  })
})
