import { AbiCoder, Interface, ParamType } from 'ethers'
import { decodeFunctionData, encodeFunctionData } from 'viem'
import { describe, expect, it, test } from 'vitest'
import { seeds, tries } from '../../../../tools/scripts/lib/tries.ts'
import {
  damaged,
  type Parameter,
  positionals,
  randomParameters,
  randomTuple,
  seeded,
} from '../../test/contracts.ts'
import { parseHex, toHex } from '../encoding.ts'
import { parseAbi } from './abi.ts'
import type { CallTuple, CallValue, DecodedCall } from './callValue.ts'
import { decodeAbiCall } from './decodeAbiCall.ts'
import { encodeAbiCall } from './encodeAbiCall.ts'
import { InterfaceError } from './interfaceError.ts'

const CASES = tries(3_000)
const coder = AbiCoder.defaultAbiCoder()

const abiOf = (inputs: readonly Parameter[], name = 'run') => [
  { type: 'function', name, inputs, outputs: [], stateMutability: 'nonpayable' },
]
const typesOf = (inputs: readonly Parameter[]) => inputs.map((input) => ParamType.from(input))

/** Whether bytes are what another library makes of what it reads there. */
function isCanonicalTo(inputs: readonly Parameter[], body: string): boolean {
  try {
    const types = typesOf(inputs)
    return coder.encode(types, [...coder.decode(types, body)]) === body
  } catch {
    return false
  }
}

describe.each(seeds(20_261_128))('with %s (%i)', (_, seed) => {
  test('decodes what ethers and viem encode', () => {
    const random = seeded(seed)
    for (let i = 0; i < CASES; i++) {
      const inputs = randomParameters(random, random.below(5), 3)
      const value = randomTuple(random, inputs)
      const abi = abiOf(inputs)
      const values = positionals(value, inputs)
      const data = new Interface(abi).encodeFunctionData('run', values)
      expect(encodeFunctionData({ abi, functionName: 'run', args: values } as never), String(i)).toBe(data)
      const parsed = parseAbi(JSON.stringify(abi))
      expect(encodeAbiCall([...parsed.functions.values()][0]!, value), String(i)).toBe(data)
      const decoded = decodeAbiCall(parsed, parseHex(data.slice(2), 'data'))
      expect(decoded, `${i} ${JSON.stringify(abi)}`).toEqual({
        name: 'run',
        selector: data.slice(0, 10),
        args: value,
      })
    }
  })

  test('decodes damaged data only if encoding the result gives the same bytes', () => {
    const random = seeded(seed)
    const seen = { decoded: 0, malformed: 0 }
    for (let i = 0; i < CASES; i++) {
      const inputs = randomParameters(random, 1 + random.below(4), 3)
      const abi = abiOf(inputs)
      const values = positionals(randomTuple(random, inputs), inputs)
      const data = damaged(
        random,
        parseHex(new Interface(abi).encodeFunctionData('run', values).slice(2), 'data'),
      )
      const decoded = decodeAbiCall(parseAbi(JSON.stringify(abi)), data)
      const body = `0x${toHex(data.slice(4))}`
      const where = `${i} ${JSON.stringify(abi)} ${body}`
      if (typeof decoded === 'string') {
        seen.malformed++
        expect(decoded).toBe('CALL_MALFORMED')
        expect(isCanonicalTo(inputs, body), where).toBe(false)
      } else {
        seen.decoded++
        expect(coder.encode(typesOf(inputs), positionals(decoded.args, inputs)), where).toBe(body)
      }
    }
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(CASES / 20)
  })
})

describe('the canonical encoding', () => {
  const TRANSFER = abiOf(
    [
      { name: 'to', type: 'address' },
      { name: 'amount', type: 'uint256' },
    ],
    'transfer',
  )
  const abi = parseAbi(JSON.stringify(TRANSFER))
  const word = (hex: string) => hex.padStart(64, '0')
  const RECIPIENT = '5aaeb6053f3e94c9b9a09f33669435e7ef1beaed'
  const read = (...words: string[]) => decodeAbiCall(abi, parseHex(`a9059cbb${words.join('')}`, 'data'))

  it('is read', () => {
    const { name, args } = read(word(RECIPIENT), word('64')) as DecodedCall
    expect([name, args]).toEqual(['transfer', { to: `0x${RECIPIENT}`, amount: 100n }])
  })

  it.each([
    ['a dirty address', [`01${word(RECIPIENT).slice(2)}`, word('64')]],
    ['trailing bytes', [word(RECIPIENT), word('64'), '00']],
    ['a missing byte', [word(RECIPIENT), word('64').slice(2)]],
    ['no arguments', []],
  ])('is required: %s', (_, words) => {
    expect(read(...words)).toBe('CALL_MALFORMED')
  })

  it('is not required by other decoders', () => {
    const data = `0xa9059cbb01${word(RECIPIENT).slice(2)}${word('64')}00`
    expect(decodeFunctionData({ abi: TRANSFER, data } as never).functionName).toBe('transfer')
  })

  it.each(['', 'a9059c', 'a9059cbc'])('has a known selector, unlike %s', (data) => {
    expect(decodeAbiCall(abi, parseHex(data, 'data'))).toBe('FUNCTION_UNKNOWN')
  })

  it('costs as much as its bytes, whatever lengths it states', () => {
    const lists = parseAbi(JSON.stringify(abiOf([{ name: 'a', type: 'uint256[][][]' }])))
    const { selector } = [...lists.functions.values()][0]!
    const huge = [word('20'), 'f'.repeat(64)].join('')
    expect(decodeAbiCall(lists, parseHex(`${selector.slice(2)}${huge}`, 'data'))).toBe('CALL_MALFORMED')
    const many = [word('20'), word('ffff')].join('')
    expect(decodeAbiCall(lists, parseHex(`${selector.slice(2)}${many}`, 'data'))).toBe('CALL_MALFORMED')
  })
})

it.each<[type: string, value: CallValue]>([
  ['uint8', 256n],
  ['int8', 128n],
  ['uint256', -1n],
  ['uint256', '1'],
  ['bool', 'true'],
  ['address', `0x${'0'.repeat(38)}`],
  ['address', '0x'],
  ['bytes4', '0x000000'],
  ['bytes', '0x0'],
  ['bytes', 'text'],
  ['string', '\ud800'],
  ['uint8[2]', [1n]],
  ['uint8[]', 'text'],
  ['uint8[]', [1n, 256n]],
])('a %s is not encoded from %s', (type, value) => {
  const parsed = parseAbi(JSON.stringify(abiOf([{ name: 'a', type }])))
  const [called] = parsed.functions.values()
  const encode = (args: CallTuple) => () => encodeAbiCall(called!, args)
  expect(encode({ a: value })).toThrow(InterfaceError)
  expect(encode({})).toThrow('a: the value is missing')
})
