/** The requests and users that the cases speak of. */
import type { UserFacts } from '../src/index.ts'
import { readValue } from './case-file.ts'

const signing = (type: string) => ({ type, resource: 'PRIVATE_KEY', action: 'SIGN' })
const activity = (kind: string, resource: string, action: string) => ({
  activity: { type: `ACTIVITY_TYPE_${kind}`, resource, action, kind },
})

/** Requests by name. */
export const REQUESTS: Readonly<Record<string, object>> = {
  ethereum: {
    activity: { ...signing('ACTIVITY_TYPE_SIGN_TRANSACTION_V2'), kind: 'SIGN_TRANSACTION' },
    wallet: { id: 'w-1', label: 'Treasury' },
    wallet_account: { address: '0xd1220a0cf47c7b9be7a2e6ba89f429762e7b9adb' },
    eth: {
      tx: {
        from: '0xd1220a0cf47c7b9be7a2e6ba89f429762e7b9adb',
        to: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
        data: '0x',
        value: 1000n,
        gas: 21000n,
        gas_price: 30000000000n,
        chain_id: 1n,
        nonce: 7n,
        type: 'TYPE_2',
        max_fee_per_gas: 30000000000n,
        max_priority_fee_per_gas: 1000000000n,
      },
    },
  },
  'token transfer': {
    activity: signing('ACTIVITY_TYPE_SIGN_TRANSACTION_V2'),
    private_key: { id: 'k-1', tags: ['t-hot', 't-eth'] },
    eth: {
      tx: {
        from: '0xd1220a0cf47c7b9be7a2e6ba89f429762e7b9adb',
        to: '0xdac17f958d2ee523a2206206994597c13d831ec7',
        data: '0xa9059cbb0000000000000000000000005aaeb6053f3e94c9b9a09f33669435e7ef1beaed',
        value: 0n,
        gas: 60000n,
        gas_price: 20000000000n,
        chain_id: 1n,
        nonce: 8n,
      },
    },
  },
  solana: {
    activity: signing('ACTIVITY_TYPE_SIGN_TRANSACTION_V2'),
    wallet: { id: 'w-sol' },
    solana: {
      tx: readValue(`{
        account_keys: ['payer', 'vendor', '11111111111111111111111111111111'],
        program_keys: ['11111111111111111111111111111111'],
        instructions: [{
          program_key: '11111111111111111111111111111111',
          accounts: [
            { account_key: 'payer', signer: true, writable: true },
            { account_key: 'GsbwXfJraMomNxBcjYLcG3mxkBUiyWXAB32fGbSMQRdW', signer: false, writable: true }
          ],
          instruction_data_hex: '02000000e803000000000000',
          address_table_lookups: []
        }],
        transfers: [{ from: 'payer', to: 'GsbwXfJraMomNxBcjYLcG3mxkBUiyWXAB32fGbSMQRdW', amount: 1000 }],
        recent_blockhash: 'hash'
      }`),
    },
  },
  bitcoin: {
    activity: signing('ACTIVITY_TYPE_SIGN_TRANSACTION_V2'),
    wallet: { id: 'w-btc' },
    bitcoin: {
      tx: readValue(`{ version: '2', fee: 900, inputs: [{ tx_id: 'aa', vout: 0, sequence: 1, leaves: [] }],
        outputs: [{ value: 5000, script_pubkey: '00', address: 'bc1qa', address_type: 'P2WPKH' },
                  { value: 7000, script_pubkey: '01', address: 'bc1qb', address_type: 'P2WPKH' }],
        locktime: { amount: 0, type: 'Blocks' } }`),
    },
  },
  'raw payload': {
    activity: {
      ...signing('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'),
      kind: 'SIGN_RAW_PAYLOAD',
      params: { hash_function: 'HASH_FUNCTION_SHA256', encoding: 'PAYLOAD_ENCODING_TEXT_UTF8' },
    },
    wallet: { id: 'w-1' },
  },
  'typed data': {
    activity: signing('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'),
    wallet: { id: 'w-1' },
    eth: {
      eip_712: readValue(`{ primary_type: 'Permit',
        domain: { name: 'Token', version: '1', chain_id: 1, verifying_contract: '0xabc' },
        message: { owner: 'ann', spender: 'bo', to: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', amount: 500, flags: [true, false], route: { pool: 'main', hops: [3, 5] }, value: 115792089237316195423570985008687907853269984665640564039457584007913129639935 } }`),
    },
  },
  authorization: {
    activity: signing('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2'),
    wallet: { id: 'w-1' },
    eth: {
      eip_7702_authorization: readValue(
        `{ address: '0x5aaeb6053f3e94c9b9a09f33669435e7ef1beaed', chain_id: 1, nonce: 0 }`,
      ),
    },
  },
  'create wallet': activity('CREATE_WALLET', 'WALLET', 'CREATE'),
  'export wallet': { ...activity('EXPORT_WALLET', 'WALLET', 'EXPORT'), wallet: { id: 'w-1' } },
  'create policy': activity('CREATE_POLICY', 'POLICY', 'CREATE'),
}

const user = (id: string, tags: string[] = [], email = ''): UserFacts => ({
  id,
  tags,
  email,
  alias: id.slice(2),
})

/** Everyone in the organization of the policy cases. */
export const USERS: readonly UserFacts[] = [
  user('u-ann', ['t-board', 't-finance']),
  user('u-bo', ['t-board', 't-security']),
  user('u-cy', ['t-board']),
  user('u-faucet', ['t-machines']),
  user('u-hr', ['t-hr']),
]

/** Approvals by name, for expressions of the consensus side. */
export const APPROVALS: Readonly<Record<string, object>> = {
  'no one': { approvers: [] },
  ann: { approvers: [USERS[0]] },
  'ann and bo': { approvers: USERS.slice(0, 2) },
  board: { approvers: USERS.slice(0, 3) },
  'ann with passkey': {
    approvers: [USERS[0]],
    credentials: [
      {
        id: 'c-1',
        user_id: 'u-ann',
        type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR',
        credential_id: 'AQ',
        public_key: '02ab',
      },
    ],
  },
}
