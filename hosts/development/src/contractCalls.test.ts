import { expect, it } from 'vitest'
import { contractCallsOf } from './contractCalls.ts'

const calls = (facts: object) => contractCallsOf({ activity: {}, ...facts } as never)

it('shows a call with its arguments, in the smallest units', () => {
  const tx = {
    function_name: 'transfer',
    contract_call_args: { to: '0x1', amount: 2n ** 200n, calls: [{ target: '0x2' }] },
  }
  const args = [
    ['to', "'0x1'"],
    ['amount', String(2n ** 200n)],
    ['calls', "[{ target: '0x2' }]"],
  ]
  expect(calls({ eth: { tx } })).toEqual([{ name: 'transfer', args }])
})

it('gives the reason why arguments can’t be read, and leaves out calls without an interface', () => {
  const problem = 'the call data is malformed'
  expect(calls({ eth: { tx: { absences: { contract_call_args: problem } } } })).toEqual([
    { name: 'unknown call', args: [], problem },
  ])
  expect(calls({ eth: { tx: { data: '0x' } } })).toEqual([])
  expect(calls({})).toEqual([])
})

it('shows each instruction that an IDL describes', () => {
  const parsed = { instruction_name: 'payOut', program_call_args: { amount: 5n, memo: null } }
  const instructions = [
    { parsed_instruction_data: parsed },
    {},
    { absences: { parsed_instruction_data: 'no such instruction' } },
  ]
  expect(calls({ solana: { tx: { instructions } } })).toEqual([
    {
      name: 'payOut',
      args: [
        ['amount', '5'],
        ['memo', 'null'],
      ],
    },
    { name: 'unknown call', args: [], problem: 'no such instruction' },
  ])
})
