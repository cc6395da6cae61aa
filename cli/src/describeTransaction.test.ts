import { expect, it } from 'vitest'
import { createTestHost } from '../test/testHost.ts'
import { ID, waitingActivity } from '../test/waitingActivity.ts'
import { describeTransaction } from './describeTransaction.ts'

/** One ether to an address on chain 31337, with a gas limit of 21,000 at 2.2 gwei. */
const PAYMENT =
  '02f1827a6980843b9aca008483215600825208946fac4d18c912343bf86fa7049364dd4e424ab9c0880de0b6b3a764000080c0'
const TRANSFER = {
  to: '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0',
  value: '1 ether',
  fee: 'at most 0.0000462 ether',
  chain: '31337',
  nonce: '0',
  data: '0x',
}

it('shows recipient, amount, fee and chain of a transaction to the people who vote on it', async () => {
  const activity = waitingActivity({
    type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
    intent: {
      signTransactionIntentV2: { type: 'TRANSACTION_TYPE_ETHEREUM', unsignedTransaction: PAYMENT },
    },
  })
  const env = {
    KEYWRIGHT_BASE_URL: 'http://127.0.0.1:1',
    KEYWRIGHT_ORGANIZATION_ID: ID,
    KEYWRIGHT_API_PUBLIC_KEY: '036b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296',
    KEYWRIGHT_API_PRIVATE_KEY: '01'.padStart(64, '0'),
  }
  const host = createTestHost({ env, fetch: async () => Response.json({ activity }) })
  const { out } = await host.run('activities', 'show', ID)
  const [, shown] = /\ntransaction\n(.*)$/s.exec(out)!
  expect(JSON.parse(shown!)).toEqual(TRANSFER)
})

it('names what every chain accepts, and a new contract', () => {
  const unsignedTransaction = 'd001825252825208808203e88460006000'
  const read = describeTransaction({ type: 'TRANSACTION_TYPE_ETHEREUM', unsignedTransaction })
  expect(read).toMatchObject({ to: 'a new contract', value: '0.000000000000001 ether', chain: 'every chain' })
})

it.each([
  ['another request', { walletName: 'x' }],
  ['no object', null],
  ['hexadecimal text of another kind', { type: 'TRANSACTION_TYPE_ETHEREUM', unsignedTransaction: 'ff' }],
  [
    'text with other letters than hexadecimal digits',
    { type: 'TRANSACTION_TYPE_SOLANA', unsignedTransaction: 'zz' },
  ],
  ['an unknown type', { type: 'constructor', unsignedTransaction: PAYMENT }],
])('reads nothing from %s', (_, parameters) => {
  expect(describeTransaction(parameters)).toBeUndefined()
})
