/** Initial playground content per page: the policies of the page's own example. */
import { type RequestFacts, resourceAndActionOf, type UserFacts } from '@keywright/policy'
import type { DraftPolicy, Scenario } from './scenario.ts'

const SERVICE = 'c41e7a90-53b8-4d0f-8f6e-91d2a7c05b32'
const PERSON = '8d5f2f5e-1f0a-4a6e-9a35-2f1f0c7b6e21'
const WALLET = 'f0b1c7d2-6a4e-5c3b-9d18-7e2f5a60c943'
const TREASURY = 'b633358d-a7fc-4269-8351-21aa45b12c55'
const BOARD = '51f549ee-79c4-4158-9b70-f66cf2e39e82'
const SUPPLIER = '0x6fac4d18c912343bf86fa7049364dd4e424ab9c0'
const TOKEN = '0xdac17f958d2ee523a2206206994597c13d831ec7'

const user = (id: string, alias: string, ...tags: string[]): UserFacts => ({ id, alias, email: '', tags })
const isUser = (id: string) => `approvers.any(a, a.id == '${id}')`

const allow = (policyName: string, consensus: string, condition: string): DraftPolicy => ({
  policyId: policyName,
  policyName,
  effect: 'EFFECT_ALLOW',
  consensus,
  condition,
})
const deny = (policyName: string, consensus: string, condition: string): DraftPolicy => ({
  ...allow(policyName, consensus, condition),
  effect: 'EFFECT_DENY',
})

/** An EIP-1559 transaction on a test network. */
function payment(walletId: string, to: string, value: bigint, data = '0x'): RequestFacts {
  const type = 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2'
  const from = '0x9858effd232b4033e47d90003d41ec34ecaeda94'
  return {
    activity: { type, kind: 'SIGN_TRANSACTION', ...resourceAndActionOf(type)! },
    wallet: { id: walletId, imported: false, exported: false, label: 'Payouts' },
    wallet_account: { address: from },
    eth: {
      tx: {
        type: 'TYPE_2',
        from,
        to,
        data,
        value,
        gas: 21_000n,
        gas_price: 20_000_000_000n,
        max_fee_per_gas: 20_000_000_000n,
        max_priority_fee_per_gas: 1_000_000_000n,
        chain_id: 11_155_111n,
        nonce: 0n,
      },
    },
  }
}

const TENTH = 100_000_000_000_000_000n
const ETHER = 10n * TENTH
const small = payment(WALLET, SUPPLIER, TENTH / 10n)
const large = payment(WALLET, SUPPLIER, ETHER)
const elsewhere = payment(WALLET, '0x00000000000000000000000000000000000a11ce', TENTH / 10n)

const toSupplier = `wallet.id == '${WALLET}' && eth.tx.chain_id == 11155111 && eth.tx.to == '${SUPPLIER}'`
const types = "eth.tx.type in ['LEGACY', 'TYPE_1', 'TYPE_2']"
const fee = `eth.tx.gas <= 21000 && eth.tx.gas_price <= 50000000000 && ${types}`

const quickstart: Scenario = {
  policies: [
    allow(
      'Payouts pays the supplier',
      isUser(SERVICE),
      `${toSupplier} && eth.tx.value <= ${TENTH} && ${fee}`,
    ),
    allow(
      'Larger payouts need Bob',
      `${isUser(SERVICE)} && ${isUser(PERSON)}`,
      `${toSupplier} && eth.tx.value > ${TENTH} && ${fee}`,
    ),
  ],
  users: [user(SERVICE, 'Payouts'), user(PERSON, 'Bob')],
  approvers: [SERVICE],
  request: small,
  tests: [
    { name: '0.01 ether to the supplier', request: small, approvers: [SERVICE], expect: 'ALLOWED' },
    { name: '0.01 ether elsewhere', request: elsewhere, approvers: [SERVICE], expect: 'DENIED' },
    { name: '1 ether waits for Bob', request: large, approvers: [SERVICE], expect: 'CONSENSUS_NEEDED' },
    { name: '1 ether with Bob', request: large, approvers: [SERVICE, PERSON], expect: 'ALLOWED' },
  ],
}

const signs = allow(
  'payouts signs with the payout wallet',
  isUser(SERVICE),
  `wallet.id == '${WALLET}' && activity.action == 'SIGN'`,
)
const noRaw = deny('no raw payloads', 'true', "activity.kind in ['SIGN_RAW_PAYLOAD', 'SIGN_RAW_PAYLOADS']")

const transfer = payment(
  WALLET,
  TOKEN,
  0n,
  `0xa9059cbb${SUPPLIER.slice(2).padStart(64, '0')}${'1'.padStart(64, '0')}`,
)
const approve = payment(
  WALLET,
  TOKEN,
  0n,
  `0x095ea7b3${SUPPLIER.slice(2).padStart(64, '0')}${'f'.repeat(64)}`,
)
const treasuryPayment = payment(TREASURY, SUPPLIER, ETHER)

/** A call of `transfer`, as an interface of the token describes it. */
function tokenTransfer(amount: bigint): RequestFacts {
  const words = [SUPPLIER.slice(2), amount.toString(16)].map((digits) => digits.padStart(64, '0')).join('')
  const request = payment(WALLET, TOKEN, 0n, `0xa9059cbb${words}`)
  const call = {
    function_name: 'transfer',
    function_signature: '0xa9059cbb',
    contract_call_args: { to: SUPPLIER, amount },
  }
  return { ...request, eth: { tx: { ...request.eth!.tx!, ...call } } }
}

const cappedTransfer = `eth.tx.to == '${TOKEN}' && eth.tx.chain_id == 11155111 && eth.tx.value == 0 && eth.tx.function_name == 'transfer' && eth.tx.contract_call_args['amount'] <= 100000000 && eth.tx.gas <= 100000 && eth.tx.gas_price <= 50000000000 && ${types}`
const withinCap = tokenTransfer(100_000_000n)
const aboveCap = tokenTransfer(100_000_001n)

const contractCalls: Scenario = {
  policies: [
    {
      ...allow('At most 100 tokens, in business hours', isUser(SERVICE), cappedTransfer),
      time: "CronSpan('0 9 * * 1-5', '8h', 'America/New_York')",
    },
  ],
  users: [user(SERVICE, 'Payouts')],
  approvers: [SERVICE],
  request: withinCap,
  tests: [
    { name: '100 tokens', request: withinCap, approvers: [SERVICE], expect: 'ALLOWED' },
    { name: 'more than 100 tokens', request: aboveCap, approvers: [SERVICE], expect: 'DENIED' },
    { name: 'an allowance', request: approve, approvers: [SERVICE], expect: 'DENIED' },
  ],
  // Monday, half past nine in New York.
  now: 1_772_461_800_000n,
}

export const presets = {
  quickstart,
  contractCalls,
  overview: { ...quickstart, policies: [signs, noRaw], tests: [] },
  language: { ...quickstart, policies: quickstart.policies.slice(0, 1), tests: [] },
  board: {
    policies: [
      allow(
        'treasury moves need two of the board',
        `approvers.filter(a, a.tags.contains('${BOARD}')).count() >= 2`,
        `wallet.id == '${TREASURY}'`,
      ),
      deny('no exports by machines', isUser(SERVICE), "activity.action == 'EXPORT'"),
    ],
    users: [
      user(PERSON, 'Bob', BOARD),
      user('21e5d0c4-9d43-4c6a-8f0e-5ad0a1c44f02', 'Alice', BOARD),
      user(SERVICE, 'Payouts'),
    ],
    approvers: [PERSON],
    request: treasuryPayment,
    tests: [
      {
        name: 'one of the board waits',
        request: treasuryPayment,
        approvers: [PERSON],
        expect: 'CONSENSUS_NEEDED',
      },
    ],
  },
  delegate: {
    policies: [
      allow(
        'Delegate: token transfers',
        isUser(SERVICE),
        `eth.tx.chain_id == 11155111 && eth.tx.to == '${TOKEN}' && eth.tx.data[0..10] == '0xa9059cbb' && eth.tx.value == 0 && eth.tx.gas <= 100000 && eth.tx.gas_price <= 50000000000 && ${types}`,
      ),
    ],
    users: [user(SERVICE, 'Delegate'), user(PERSON, 'End user')],
    approvers: [SERVICE],
    request: transfer,
    tests: [
      { name: 'a token transfer', request: transfer, approvers: [SERVICE], expect: 'ALLOWED' },
      { name: 'an allowance', request: approve, approvers: [SERVICE], expect: 'DENIED' },
    ],
  },
  treasury: {
    policies: [
      ...quickstart.policies,
      allow(
        'treasury moves need two of the board',
        `approvers.filter(a, a.tags.contains('${BOARD}')).count() >= 2`,
        `wallet.id == '${TREASURY}' && activity.action == 'SIGN'`,
      ),
      deny('services export nothing', isUser(SERVICE), "activity.action == 'EXPORT'"),
      deny('services sign no raw payloads', isUser(SERVICE), noRaw.condition),
    ],
    users: [
      user(SERVICE, 'Payouts'),
      user(PERSON, 'Bob', BOARD),
      user('21e5d0c4-9d43-4c6a-8f0e-5ad0a1c44f02', 'Alice', BOARD),
    ],
    approvers: [SERVICE],
    request: small,
    tests: quickstart.tests,
  },
} as const satisfies Readonly<Record<string, Scenario>>

export type PresetName = keyof typeof presets

/** Returns undefined for an unknown name. */
export const presetNamed = (name: string | undefined): Scenario | undefined =>
  Object.entries<Scenario>(presets).find(([known]) => known === name)?.[1]
