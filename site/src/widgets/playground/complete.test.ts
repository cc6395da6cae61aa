import { expect, test } from 'vitest'
import { callsOf, complete } from './complete.ts'
import { presets } from './presets.ts'

const texts = (text: string, side: 'condition' | 'consensus' | 'time' = 'condition') =>
  complete(text, text.length, side).options.map((option) => option.text)

test.each<[text: string, expected: string]>([
  ['', 'activity'],
  ['eth.', 'tx'],
  ['eth.tx.', 'chain_id'],
  ['eth.tx.ch', 'chain_id'],
  ['true && wal', 'wallet'],
  ['solana.tx.transfers[0].', 'amount'],
  ['solana.tx.transfers.', 'any(x, '],
  ['solana.tx.transfers.all(t, t.', 'amount'],
  ['solana.tx.instructions.all(i, i.accounts.any(a, a.', 'account_key'],
  ["activity.kind == 'SIGN_T", "SIGN_TRANSACTION'"],
  ["activity.resource in ['WALLET', 'PO", "POLICY'"],
  ["eth.tx.type == '", "LEGACY'"],
  ['eth.tx.contract', 'contract_call_args'],
  ["eth.tx.contract_call_args['", "amount']"],
  ["true && eth.tx.contract_call_args['sp", "spender']"],
  ["eth.tx.function_name == '", "transfer'"],
  ["eth.tx.function_name in ['transfer', 'ap", "approve'"],
  ['eth.tx.value == 0 && ui', 'uint('],
])('%s offers %s', (text, expected) => {
  expect(texts(text)).toContain(expected)
})

test('offers the names of the call of the request', () => {
  const calls = callsOf(presets.contractCalls.request)
  const offered = (text: string) =>
    complete(text, text.length, 'condition', calls).options.map((option) => option.text)
  expect(offered("eth.tx.contract_call_args['")).toEqual(["to']", "amount']"])
  expect(offered("eth.tx.function_name == '")).toEqual(["transfer'"])
})

test('times have their own names and functions', () => {
  expect(texts('', 'time')).toEqual(expect.arrayContaining(["Timestamp('", "CronSpan('"]))
  expect(texts('time.', 'time')).toEqual(['now'])
  expect(texts('Cron', 'condition')).toEqual([])
})

test('each side has its own names', () => {
  expect(texts('appr', 'consensus')).toEqual(['approvers'])
  expect(texts('appr', 'condition')).toEqual([])
  expect(texts("approvers.any(a, a.id == '", 'consensus')).toEqual([])
})

test.each(['nothing.known.', 'eth.tx.to.', "'eth.", 'a.any(a, a.'])('%s offers nothing', (text) => {
  expect(texts(text)).toEqual([])
})
