import { expect, test } from 'vitest'
import { complete } from './complete.ts'

const texts = (text: string, side: 'condition' | 'consensus' = 'condition') =>
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
])('%s offers %s', (text, expected) => {
  expect(texts(text)).toContain(expected)
})

test('each side has its own names', () => {
  expect(texts('appr', 'consensus')).toEqual(['approvers'])
  expect(texts('appr', 'condition')).toEqual([])
  expect(texts("approvers.any(a, a.id == '", 'consensus')).toEqual([])
})

test.each(['nothing.known.', 'eth.tx.to.', "'eth.", 'a.any(a, a.'])('%s offers nothing', (text) => {
  expect(texts(text)).toEqual([])
})
