import { describe, expect, it } from 'vitest'
import { CHAINS } from '../../playground/readPasted.ts'
import { decode, judge } from './decode.ts'
import { CONDITIONS, SAMPLES } from './samples.ts'

const FROM = '0x26c438020a74D0C6b7F2c9E29dC8F53C08c4D3a7'

describe.each(CHAINS)('%s', (chain) => {
  const decoded = decode(chain, SAMPLES[chain], FROM)

  it('names each field as the policy language does', () => {
    expect(decoded.fields.length).toBeGreaterThan(4)
    for (const [name, value] of decoded.fields) {
      if (!/^('[^']*'|\d+|true|false)$/.test(value) || value.endsWith("...'")) continue
      // Numbers above the largest `int` are `uint`, and enumerations compare as strings.
      expect([name, judge(`${name} == ${value}`, decoded)]).toEqual([name, true])
    }
  })

  it('starts with a condition that holds', () => {
    expect(judge(CONDITIONS[chain], decoded)).toBe(true)
  })

  it.each(['', 'zz', '00', '0x', SAMPLES[chain].slice(0, -6)])('explains what is wrong with %s', (hex) => {
    expect(() => decode(chain, hex, FROM)).toThrow(/\w+ \w+/)
  })
})

describe('judge', () => {
  const decoded = decode('Ethereum', SAMPLES.Ethereum, FROM)

  it('returns false for a condition that does not hold', () => {
    expect(judge('eth.tx.value > 20000000000000000', decoded)).toBe(false)
  })

  it.each(['eth.tx.', 'eth.tx.price == 1', "eth.tx.value == 'one'"])('rejects %s', (condition) => {
    expect(() => judge(condition, decoded)).toThrow()
  })

  it('reports fields of another chain as missing', () => {
    expect(() => judge('solana.tx.transfers.count() == 0', decoded)).toThrow('this request has no')
  })

  it('requires a condition to be true or false', () => {
    expect(() => judge('eth.tx.value', decoded)).toThrow('a condition must be true or false')
  })
})
