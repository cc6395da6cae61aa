import { describe, expect, it } from 'vitest'
import { parseHex, toBase58, toHex } from '../encoding.ts'
import { decodeIdlCall } from './decodeIdlCall.ts'
import { parseIdl } from './idl.ts'
import { InterfaceError } from './interfaceError.ts'

const idl = (change: object = {}) => JSON.stringify({ instructions: [], types: [], ...change })
const instruction = (args: unknown, change: object = {}) => ({
  name: 'run',
  accounts: [],
  args,
  discriminator: [1],
  ...change,
})
const withArgs = (args: unknown, types: unknown = []) =>
  parseIdl(idl({ instructions: [instruction(args)], types }))
const read = (args: unknown, hex: string, types: unknown = []) => {
  const found = decodeIdlCall(withArgs(args, types), parseHex(`01${hex}`, 'data'))
  return typeof found === 'string' ? found : found.args
}
const arg = (type: unknown, name = 'a') => ({ name, type })
const KEY = '06'.repeat(32)

describe('instruction data', () => {
  it.each([
    ['u8', 'ff', 255n],
    ['i8', 'ff', -1n],
    ['u64', '0100000000000000', 1n],
    ['u128', `${'ff'.repeat(16)}`, 2n ** 128n - 1n],
    ['i128', `${'ff'.repeat(16)}`, -1n],
    ['bool', '01', true],
    ['string', '02000000c3a9', 'é'],
    ['bytes', '0200000001ff', '0x01ff'],
    ['publicKey', KEY, toBase58(parseHex(KEY, 'key'))],
    ['pubkey', KEY, toBase58(parseHex(KEY, 'key'))],
    ['f64', '000000000000f83f', { $float: '1.5' }],
    [{ vec: 'u16' }, '0200000001000200', [1n, 2n]],
    [{ array: ['u8', 2] }, '0102', [1n, 2n]],
    [{ option: 'u8' }, '0107', 7n],
    [{ option: 'u8' }, '00', null],
    [{ defined: 'Point' }, '0102', { x: 1n, y: 2n }],
    [{ defined: { name: 'Point' } }, '0102', { x: 1n, y: 2n }],
    [{ defined: 'Pair' }, '0102', { 0: 1n, 1: 2n }],
    [{ defined: 'Amount' }, '05', 5n],
    [{ defined: 'Way' }, '0107', { to: 7n, $variant: 'Out' }],
    [{ defined: 'Way' }, '00', { $variant: 'In' }],
  ])('has a %j: %s', (type, hex, expected) => {
    const types = [
      { name: 'Point', type: { kind: 'struct', fields: [arg('u8', 'x'), arg('u8', 'y')] } },
      { name: 'Pair', type: { kind: 'struct', fields: ['u8', 'u8'] } },
      { name: 'Amount', type: { kind: 'type', alias: 'u8' } },
      {
        name: 'Way',
        type: { kind: 'enum', variants: [{ name: 'In' }, { name: 'Out', fields: [arg('u8', 'to')] }] },
      },
    ]
    expect(read([arg(type)], hex, types)).toEqual({ a: expected })
    expect(read([arg(type)], `${hex}00`, types)).toBe('CALL_MALFORMED')
    expect(read([arg(type)], hex.slice(0, -2), types)).toBe('CALL_MALFORMED')
  })

  it.each([
    ['bool', '02'],
    [{ option: 'u8' }, '0207'],
    ['string', '01000000ff'],
    [{ vec: 'u8' }, 'ffffffff'],
    [{ vec: { vec: 'string' } }, 'ffffff7f00'],
  ])('is malformed: %j, %s', (type, hex) => {
    expect(read([arg(type)], hex)).toBe('CALL_MALFORMED')
  })

  it('is malformed if structs without fields multiply its values', () => {
    const struct = (name: string, type?: string) => ({
      name,
      type: {
        kind: 'struct',
        fields: type ? Array.from({ length: 900 }, (_, n) => arg({ defined: type }, `f${n}`)) : [],
      },
    })
    const types = [struct('A', 'B'), struct('B', 'C'), struct('C', 'D'), struct('D', 'E'), struct('E')]
    expect(read([arg({ defined: 'A' })], '', types)).toBe('CALL_MALFORMED')
    expect(read([arg({ defined: 'E' })], '', types)).toEqual({ a: {} })
  })

  it('has discriminators of Anchor, in both spellings of a name', () => {
    for (const name of ['initializeMint2', 'initialize_mint2']) {
      const { instructions } = parseIdl(idl({ instructions: [{ name, accounts: [], args: [] }] }))
      expect(instructions[0]!.discriminator).toMatch(/^[0-9a-f]{16}$/)
    }
    const discriminator = (name: string) =>
      parseIdl(idl({ instructions: [{ name, accounts: [], args: [] }] })).instructions[0]!.discriminator
    // Published examples of Anchor.
    expect(discriminator('initialize')).toBe('afaf6d1f0d989bed')
    expect(discriminator('closeAccount')).toBe(discriminator('close_account'))
    expect(toHex(Uint8Array.from([1]))).toBe('01')
  })

  it('names accounts, with groups', () => {
    const accounts = [
      { name: 'payer', isMut: true, isSigner: true },
      { name: 'pool', accounts: [{ name: 'vault' }] },
    ]
    const parsed = parseIdl(idl({ instructions: [instruction([], { accounts })] }))
    expect(parsed.instructions[0]!.accounts).toEqual(['payer', 'pool.vault'])
    expect(decodeIdlCall(parsed, parseHex('02', 'data'))).toBe('FUNCTION_UNKNOWN')
  })
})

describe('an IDL', () => {
  const recursive = [{ name: 'A', type: { kind: 'struct', fields: [arg({ vec: { defined: 'A' } })] } }]
  it.each([
    ['instructions', '{}'],
    ['types', '{"instructions":[]}'],
    ['instructions[0].args[0].type', idl({ instructions: [instruction([arg('u7')])] })],
    ['instructions[0].args[0].type', idl({ instructions: [instruction([arg({ coption: 'u8' })])] })],
    ['instructions[0].args[0].type', idl({ instructions: [instruction([arg({ defined: 'X' })])] })],
    [
      'instructions[0].args[0].type.array',
      idl({ instructions: [instruction([arg({ array: ['u8', 1e9] })])] }),
    ],
    ['instructions[0].args[0].name', idl({ instructions: [instruction([arg('u8', 'a b')])] })],
    ['instructions[0].args[1].name', idl({ instructions: [instruction([arg('u8'), arg('u8')])] })],
    ['instructions[0].discriminator', idl({ instructions: [instruction([], { discriminator: [] })] })],
    ['instructions[0].discriminator', idl({ instructions: [instruction([], { discriminator: [256] })] })],
    [
      'instructions[1]',
      idl({ instructions: [instruction([]), instruction([], { name: 'b', discriminator: [1, 2] })] }),
    ],
    ['types[0].type.fields[0].type.vec', idl({ types: recursive })],
    ['types[0].type.kind', idl({ types: [{ name: 'A', type: { kind: 'union' } }] })],
    [
      'instructions[0].args[0].type.vec',
      idl({
        instructions: [instruction([arg({ vec: { defined: 'E' } })])],
        types: [{ name: 'E', type: { kind: 'struct', fields: [] } }],
      }),
    ],
  ])('is rejected at %s', (path, text) => {
    expect(() => parseIdl(text)).toThrow(InterfaceError)
    expect(() => parseIdl(text)).toThrow(`${path}: `)
  })
})
