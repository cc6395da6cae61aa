/** Requests that ask for very much: refused or served, others are answered meanwhile. */
import { limits } from '@keywright/contract'
import { parseHex, toHex } from '@keywright/keys'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Client, createTestEngine } from '../testing/index.ts'
import { addUser } from '../testing/people.ts'

let root: Client
/** Signs in the same organization, and may do nothing. */
let stranger: Client
/** Of another organization. */
let innocent: Client
let walletId: string
let signWith: Record<'ethereum' | 'solana' | 'bitcoin', string>
/** Of the Bitcoin account, hex. */
let publicKey: string

const account = (curve: string, addressFormat: string, path: string) =>
  ({ curve, addressFormat, path, pathFormat: 'PATH_FORMAT_BIP32' }) as never

beforeAll(async () => {
  const engine = createTestEngine('hostile')
  ;({ root } = await engine.organization())
  stranger = (await addUser(engine, root, 'stranger')).client
  innocent = (await engine.organization('Another')).root
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

const payloads = (count: number) =>
  Array.from({ length: count }, (_, n) => (n + 1).toString(16).padStart(64, '0'))
const signDigests = (count: number) => () =>
  root.run('ACTIVITY_TYPE_SIGN_RAW_PAYLOADS', {
    signWith: signWith.ethereum,
    payloads: payloads(count),
    encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  })
const addAccounts = (count: number) => () =>
  root.run('ACTIVITY_TYPE_CREATE_WALLET_ACCOUNTS', {
    walletId,
    accounts: Array.from({ length: count }, (_, n) =>
      account('CURVE_SECP256K1', 'ADDRESS_FORMAT_ETHEREUM', `m/44'/60'/1'/0/${n}`),
    ),
  })
const signPsbt = (inputs: number) => () =>
  root.run('ACTIVITY_TYPE_SIGN_TRANSACTION_V2', {
    signWith: signWith.bitcoin,
    unsignedTransaction: psbtOf(inputs),
    type: 'TRANSACTION_TYPE_BITCOIN',
  })

describe('too much is refused', () => {
  it.each([
    ['14,000 digests', signDigests(14_000)],
    [
      '60,000 messages for ed25519',
      () =>
        root.run('ACTIVITY_TYPE_SIGN_RAW_PAYLOADS', {
          signWith: signWith.solana,
          payloads: Array.from({ length: 60_000 }, (_, n) => n.toString(16).padStart(6, '0')),
          encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
          hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE',
        }),
    ],
    ['more accounts than one request may make', addAccounts(limits.keysPerRequest + 1)],
    ['a PSBT with thousands of inputs', signPsbt(4_000)],
  ])('%s', async (_name, hostile) => {
    await expect(hostile()).rejects.toMatchObject({ status: 400, errorCode: 'WORK_LIMIT_EXCEEDED' })
  })

  it('300 webhook endpoints, each of which would be told of everything', async () => {
    const add = async () => {
      for (let n = 0; n < 300; n++) {
        const endpoint = { url: `https://hooks.example/${n}`, name: `endpoint ${n}` }
        await root.run('ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT', endpoint)
      }
    }
    await expect(add()).rejects.toMatchObject({ status: 429, errorCode: 'RESOURCE_LIMIT_REACHED' })
  })

  it('large typed data of a caller without rights, before anything is signed', async () => {
    const attempt = stranger.run('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
      signWith: signWith.ethereum,
      payload: largeTypedData(),
      encoding: 'PAYLOAD_ENCODING_EIP712',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    })
    await expect(attempt).rejects.toMatchObject({ status: 403, errorCode: 'NOT_PERMITTED_BY_POLICY' })
  })
})

describe('while much is done, others are answered', () => {
  it.each([
    ['as many digests as one request may sign', signDigests(limits.payloadsPerRequest)],
    ['a thousand accounts', addAccounts(limits.keysPerRequest)],
    ['a PSBT with many inputs', signPsbt(50)],
  ])('%s', async (_name, hostile) => {
    let isDone = false
    const running = hostile().finally(() => {
      isDone = true
    })
    let answered = 0
    while (!isDone) {
      await innocent.query('whoami')
      if (!isDone) answered++
    }
    await running
    // More than the pauses between reading, deciding and storing leave room for.
    expect(answered).toBeGreaterThan(10)
  })
})

function largeTypedData(): string {
  return JSON.stringify({
    types: {
      Item: [
        { name: 'to', type: 'address' },
        { name: 'n', type: 'uint256' },
      ],
      Order: [{ name: 'items', type: 'Item[]' }],
    },
    primaryType: 'Order',
    domain: { name: 'Shop', chainId: 1 },
    message: {
      items: Array.from({ length: 2_400 }, (_, n) => ({ to: `0x${'ab'.repeat(20)}`, n: String(n) })),
    },
  })
}

/** Spends that many outputs of the wallet's Bitcoin account. */
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
