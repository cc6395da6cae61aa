import { describe, expect, it } from 'vitest'
import { parseAbi } from './abi.ts'
import { InterfaceError } from './interfaceError.ts'

const fn = (inputs: unknown, name = 'run') => ({ type: 'function', name, inputs })
const nested = (levels: number): unknown =>
  levels === 0 ? { name: 'x', type: 'bool' } : { name: 'x', type: 'tuple', components: [nested(levels - 1)] }

describe('an ABI', () => {
  it('has functions by selector', () => {
    const { functions } = parseAbi(
      JSON.stringify([
        { type: 'event', name: 'Transfer', inputs: [] },
        { type: 'constructor', inputs: [{ name: 'x', type: 'anything' }] },
        fn([
          { name: 'a', type: 'uint' },
          { name: '', type: 'tuple[2][]', components: [{ name: 'b', type: 'bytes' }] },
        ]),
      ]),
    )
    expect([...functions.values()].map(({ signature }) => signature)).toEqual(['run(uint256,(bytes)[2][])'])
  })

  it.each([
    ['$', 'not JSON', '{'],
    ['$', 'an ABI is a JSON array', '{"abi":[]}'],
    ['[0]', 'not an object', '[1]'],
    ['[0].type', 'not a kind of entry', [{ type: 'modifier' }]],
    ['[0].name', 'not a name', [fn([], 'a b')]],
    ['[0].name', 'not a name', [fn([], 'a\u202eb')]],
    ['[0].inputs', 'not a list', [fn({})]],
    [
      '[0].inputs[1].name',
      'used twice',
      [
        fn([
          { name: 'a', type: 'bool' },
          { name: 'a', type: 'bool' },
        ]),
      ],
    ],
    ['[0].inputs[0].name', 'not a name', [fn([{ name: '0', type: 'bool' }])]],
    ['[0].inputs[0].type', 'not a type', [fn([{ name: 'a', type: 'uint7' }])]],
    ['[0].inputs[0].type', 'not a type', [fn([{ name: 'a', type: 'uint264' }])]],
    ['[0].inputs[0].type', 'not a type', [fn([{ name: 'a', type: 'bytes33' }])]],
    ['[0].inputs[0].type', 'not a type', [fn([{ name: 'a', type: 'bytes0' }])]],
    ['[0].inputs[0].type', 'not a type', [fn([{ name: 'a', type: 'constructor' }])]],
    ['[0].inputs[0].type', 'length 0', [fn([{ name: 'a', type: 'bool[0]' }])]],
    ['[0].inputs[0].type', 'length 01', [fn([{ name: 'a', type: 'bool[01]' }])]],
    ['[0].inputs[0].type', 'more than 32768 words', [fn([{ name: 'a', type: 'bool[999999][999999]' }])]],
    ['[0].inputs[0]', 'at least one member', [fn([{ name: 'a', type: 'tuple', components: [] }])]],
    ['[1]', 'same selector', [fn([]), fn([])]],
    // Two texts with one selector.
    [
      '[1]',
      'same selector 0x42966c68',
      [
        fn([{ name: 'a', type: 'uint256' }], 'burn'),
        fn([{ name: 'a', type: 'bytes16' }], 'collate_propagate_storage'),
      ],
    ],
    ['$', 'more than 1000 entries', new Array(1001).fill({ type: 'receive' })],
  ])('is rejected at %s: %s', (path, reason, abi) => {
    const parse = () => parseAbi(typeof abi === 'string' ? abi : JSON.stringify(abi))
    expect(parse).toThrow(InterfaceError)
    expect(parse).toThrow(`${path}: `)
    expect(parse).toThrow(reason)
  })

  it('has at most 16 levels', () => {
    expect(() => parseAbi(JSON.stringify([fn([nested(14)])]))).not.toThrow()
    expect(() => parseAbi(JSON.stringify([fn([nested(16)])]))).toThrow('deeper than 16 levels')
    expect(() => parseAbi(JSON.stringify([fn([{ name: 'a', type: `bool${'[]'.repeat(16)}` }])]))).toThrow(
      'deeper',
    )
  })
})
