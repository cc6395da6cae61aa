/** Requests for excessive work: whether they are rejected or served, other requests are answered. */
import { setImmediate } from 'node:timers/promises'
import { limits } from '@keywright/contract'
import { parseHex, toHex } from '@keywright/keys'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import { beforeAll, describe, expect, it } from 'vitest'
import {
  addUser,
  blankPsbt,
  type Client,
  createTestEngine,
  largeTypedData,
  nestedPolicy,
  type TestEngine,
} from '../support/index.ts'

let engine: TestEngine
let root: Client
let stranger: Client
let innocent: Client
let endpoints: Client
let walletId: string
let signWith: Record<'ethereum' | 'solana' | 'bitcoin', string>
let publicKey: string

const account = (curve: string, addressFormat: string, path: string) =>
  ({ curve, addressFormat, path, pathFormat: 'PATH_FORMAT_BIP32' }) as never

beforeAll(async () => {
  engine = createTestEngine('hostile')
  ;({ root } = await engine.organization())
  stranger = (await addUser(engine, root, 'stranger')).client
  innocent = (await engine.organization('Another')).root
  endpoints = (await engine.organization('With endpoints')).root
  const wallet = await root.run('ACTIVITY_TYPE_CREATE_WALLET', {
    walletName: 'w',
    accounts: [
      account('CURVE_SECP256K1', 'ADDRESS_FORMAT_ETHEREUM', "m/44'/60'/0'/0/0"),
      account('CURVE_ED25519', 'ADDRESS_FORMAT_SOLANA', "m/44'/501'/0'/0'"),
      account('CURVE_SECP256K1', 'ADDRESS_FORMAT_BITCOIN_MAINNET_P2WPKH', "m/84'/0'/0'/0/0"),
    ],
  })
  walletId = wallet.walletId
  const [ethereum, solana, bitcoin] = wallet.addresses as [string, string, string]
  signWith = { ethereum, solana, bitcoin }
  const { accounts } = await root.query('list_wallet_accounts', { walletId })
  publicKey = accounts.find(({ address }) => address === bitcoin)!.publicKey!
})

// Makes bodies and paths unique: an identical body would be the same activity, an identical path the same account.
let run = 0
const payloads = (count: number) =>
  Array.from({ length: count }, (_, n) => (n + 1).toString(16).padStart(64, '0'))
const signDigests = (count: number) => () =>
  root.run('ACTIVITY_TYPE_SIGN_RAW_PAYLOADS', {
    signWith: signWith.ethereum,
    payloads: payloads(count),
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  })
const addAccounts = (count: number) => () => {
  run++
  return root.run('ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS', {
    walletId,
    accounts: Array.from({ length: count }, (_, n) =>
      account('CURVE_SECP256K1', 'ADDRESS_FORMAT_ETHEREUM', `m/44'/60'/1'/${run}/${n}`),
    ),
  })
}
const signPsbt = (psbt: () => string) => () =>
  root.run('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', {
    signWith: signWith.bitcoin,
    unsignedTransaction: psbt(),
    type: 'TRANSACTION_TYPE_BITCOIN',
  })

const createPolicy = (sides: object) => () =>
  root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', { policyName: 'costly', effect: 'EFFECT_DENY', ...sides })

const WORK_LIMIT = { status: 400, errorCode: 'WORK_LIMIT_EXCEEDED' }

/** A request and its expected outcome. */
type Hostile = [what: string, ask: () => Promise<unknown>, outcome: object]

const refused: Hostile[] = [
  ['14,000 digests', signDigests(14_000), WORK_LIMIT],
  [
    '60,000 messages for ed25519',
    () =>
      root.run('ACTIVITY_TYPE_SIGN_RAW_PAYLOADS', {
        signWith: signWith.solana,
        payloads: Array.from({ length: 60_000 }, (_, n) => n.toString(16).padStart(6, '0')),
        encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
        hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
      }),
    WORK_LIMIT,
  ],
  ['more accounts than one request may make', addAccounts(limits.keysPerRequest + 1), WORK_LIMIT],
  ['a PSBT with thousands of inputs', signPsbt(() => blankPsbt(10_000, 1)), WORK_LIMIT],
  [
    'a PSBT whose previous transaction has thousands of outputs',
    signPsbt(() => psbtSpending(10_000)),
    WORK_LIMIT,
  ],
  [
    'the same PSBT in a query of a caller without grants',
    () =>
      stranger.query('get_policy_evaluations', {
        type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
        parameters: {
          signWith: signWith.bitcoin,
          unsignedTransaction: psbtSpending(10_000),
          type: 'TRANSACTION_TYPE_BITCOIN',
        },
      }),
    WORK_LIMIT,
  ],
  ['a PSBT with thousands of outputs', signPsbt(() => blankPsbt(1, 10_000)), WORK_LIMIT],
  [
    'large typed data from a caller without grants',
    () =>
      stranger.run('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
        signWith: signWith.ethereum,
        payload: largeTypedData(),
        encoding: 'PAYLOAD_ENCODING_EIP712',
        hashFunction: 'HASH_FUNCTION_NO_OP',
      }),
    { status: 403, errorCode: 'NOT_PERMITTED_BY_POLICY' },
  ],
  [
    'a policy whose condition always costs too much',
    createPolicy({ condition: nestedPolicy(6) }),
    { status: 400 },
  ],
  [
    'a policy whose consensus always costs too much',
    createPolicy({ consensus: nestedPolicy(6) }),
    { status: 400 },
  ],
  [
    '300 webhook endpoints that would each get every event',
    async () => {
      for (let n = 0; n < 300; n++) {
        const endpoint = { url: `https://hooks.example/${n}`, name: `endpoint ${n}` }
        await endpoints.run('ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT', endpoint)
      }
    },
    { status: 429, errorCode: 'RESOURCE_LIMIT_REACHED' },
  ],
]

/** Enough work to observe other requests; the limits are several times higher. */
const SOME = 80

const done: [what: string, ask: () => Promise<unknown>][] = [
  ['many digests', signDigests(2 * SOME)],
  ['many accounts', addAccounts(SOME)],
  ['a PSBT with many inputs', signPsbt(() => psbtOf(40))],
]

async function whileAsking(ask: () => Promise<unknown>, other: () => Promise<unknown>) {
  engine.clock.advance({ milliseconds: 1 })
  let isDone = false
  const outcome = ask()
    .then(
      () => undefined,
      (error: unknown) => error,
    )
    .finally(() => {
      isDone = true
    })
  let answered = 0
  do {
    await other()
    // As between requests on a socket: with synchronous cryptography, nothing else lets the event loop run.
    await setImmediate()
    if (!isDone) answered++
  } while (!isDone)
  return { outcome: await outcome, answered }
}

describe('excessive work is rejected, and other requests are answered', () => {
  it.each(refused)('%s', async (_what, ask, expected) => {
    // Most are rejected too quickly to count other requests.
    const { outcome } = await whileAsking(ask, () => innocent.query('whoami'))
    expect(outcome).toMatchObject(expected)
  })
})

describe('other requests are answered while a request is read that will be rejected', () => {
  it('large typed data from a caller without grants', async () => {
    const ask = () =>
      stranger.run('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
        signWith: signWith.ethereum,
        payload: largeTypedData(),
        encoding: 'PAYLOAD_ENCODING_EIP712',
        hashFunction: 'HASH_FUNCTION_NO_OP',
      })
    const { outcome, answered } = await whileAsking(ask, () => innocent.query('whoami'))
    expect(outcome).toMatchObject({ status: 403 })
    expect(answered).toBeGreaterThan(10)
  })
})

describe('other requests are answered during long work', () => {
  it.each(done)('%s', async (_what, ask) => {
    const { outcome, answered } = await whileAsking(ask, () => innocent.query('whoami'))
    expect(outcome).toBe(undefined)
    // More than fit between reading, deciding and storing alone.
    expect(answered).toBeGreaterThan(10)
  })

  it('also queries in the same organization', async () => {
    const { outcome, answered } = await whileAsking(signDigests(2 * SOME), () => stranger.query('whoami'))
    expect(outcome).toBe(undefined)
    expect(answered).toBeGreaterThan(10)
  })
})

it('a submit waits for one request of each other caller of its organization, not for all of them', async () => {
  let served = 0
  const many = Array.from({ length: 6 }, async () => {
    engine.clock.advance({ milliseconds: 1 })
    await signDigests(SOME)()
    served++
  })
  await expect(
    stranger.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'not allowed', accounts: [] }),
  ).rejects.toMatchObject({ status: 403 })
  expect(served).toBeLessThan(4)
  await Promise.all(many)
})

describe('policies of less than 300 characters that together cost too much', () => {
  const costly = nestedPolicy(4)

  it.each([
    ['conditions', { condition: costly }],
    ['consensus expressions', { consensus: costly }],
  ])('stop at the limit as %s, and other requests are answered', async (_side, sides) => {
    expect(costly.length).toBeLessThan(300)
    const { policyIds } = await root.run('ACTIVITY_TYPE_CREATE_POLICIES', {
      policies: Array.from({ length: 40 }, (_, n) => ({
        policyName: `costly ${n}`,
        effect: 'EFFECT_DENY' as const,
        notes: '',
        ...sides,
      })),
    })
    const ask = () => stranger.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'too much', accounts: [] })
    for (const other of [innocent, root]) {
      const { outcome } = await whileAsking(ask, () => other.query('whoami'))
      expect(outcome).toMatchObject(WORK_LIMIT)
    }
    await root.run('ACTIVITY_TYPE_DELETE_POLICIES', { policyIds })
  })
})

/** A PSBT that spends this many outputs of the wallet's Bitcoin account. */
function psbtOf(inputs: number): string {
  const psbt = new Transaction()
  const { script } = p2wpkh(parseHex(publicKey, 'public key'))
  for (let n = 0; n < inputs; n++) {
    const txid = (n + 1).toString(16).padStart(64, '0')
    psbt.addInput({ txid, index: 0, witnessUtxo: { script, amount: 1000n } })
  }
  psbt.addOutput({ script, amount: 1n })
  return toHex(psbt.toPSBT())
}

/** A PSBT of an output of a transaction that has this many. */
function psbtSpending(outputs: number): string {
  const { script } = p2wpkh(parseHex(publicKey, 'public key'))
  const previous = new Transaction()
  previous.addInput({ txid: '11'.repeat(32), index: 0, finalScriptSig: new Uint8Array() })
  for (let n = 0; n < outputs; n++) previous.addOutput({ script, amount: 1000n })
  const psbt = new Transaction()
  psbt.addInput({ txid: previous.id, index: 0, nonWitnessUtxo: previous.toBytes(true) })
  psbt.addOutput({ script, amount: 1n })
  return toHex(psbt.toPSBT())
}
