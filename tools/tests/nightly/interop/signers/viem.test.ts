/** The viem accounts, December 2024 and today's, against the development server. */
import {
  createWalletClient,
  custom,
  type Hex,
  hashTypedData,
  keccak256,
  parseTransaction,
  recoverAddress,
  recoverTransactionAddress,
  serializeTransaction,
  type TransactionSerializable,
  toHex,
  verifyMessage,
  verifyTypedData,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { verifyAuthorization } from 'viem/utils'
import type * as ViemSigner from 'viem-signer-new'
import { beforeAll, describe, expect, it } from 'vitest'
import { createSignerRecorder } from './support/recorder.ts'
import { loadSigner } from './support/signerPackage.ts'
import { withSignerWorld, world } from './support/signerWorld.ts'

type Account = Awaited<ReturnType<typeof ViemSigner.createAccount>>

withSignerWorld('viem signers')

const recorder = createSignerRecorder()

const PEER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const GWEI = 1_000_000_000n
const fees = { maxFeePerGas: 30n * GWEI, maxPriorityFeePerGas: GWEI }
const common = { chainId: 11155111, nonce: 7, gas: 60_000n, to: PEER, value: 10n ** 15n } as const
const accessList = [{ address: PEER, storageKeys: [keccak256('0x01')] }] as const
const blob = {
  ...common,
  ...fees,
  type: 'eip4844',
  maxFeePerBlobGas: GWEI,
  blobVersionedHashes: [`0x01${'ab'.repeat(31)}`],
} as const
/** Not a real blob, because its commitment is not checked here. */
const sidecars = [
  {
    blob: toHex(new Uint8Array(64).fill(1)),
    commitment: `0x${'c0'.repeat(48)}`,
    proof: `0x${'b0'.repeat(48)}`,
  },
] as const

const localAuthorization = await privateKeyToAccount(`0x${'07'.repeat(32)}`).signAuthorization({
  address: PEER,
  chainId: 11155111,
  nonce: 3,
})

const transactions: Record<string, TransactionSerializable> = {
  legacy: { ...common, type: 'legacy', gasPrice: 20n * GWEI, data: '0xa9059cbb' },
  eip2930: { ...common, type: 'eip2930', gasPrice: 20n * GWEI, accessList },
  eip1559: { ...common, ...fees, type: 'eip1559', accessList },
  'eip1559, a contract is created': {
    chainId: 1,
    nonce: 0,
    gas: 500_000n,
    ...fees,
    type: 'eip1559',
    data: '0x6001600155',
  },
  eip4844: blob,
  eip7702: { ...common, ...fees, type: 'eip7702', authorizationList: [localAuthorization] },
}

const typedData = {
  domain: { name: 'Ether Mail', version: '1', chainId: 1, verifyingContract: PEER },
  types: {
    Person: [
      { name: 'name', type: 'string' },
      { name: 'wallets', type: 'address[]' },
    ],
    Mail: [
      { name: 'from', type: 'Person' },
      { name: 'amount', type: 'uint256' },
      { name: 'tag', type: 'bytes4' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  message: {
    from: { name: 'Änne', wallets: [PEER] },
    amount: 2n ** 255n,
    tag: '0xdeadbeef',
    contents: 'Hello, Bob!',
  },
} as const

const HEX = 'PAYLOAD_ENCODING_HEXADECIMAL'
const NO_OP = 'HASH_FUNCTION_NO_OP'
const TRANSACTION = 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2'

describe.each([
  ['viem-signer-old', 'http'],
  ['viem-signer-old', 'sdk-server'],
  ['viem-signer-new', 'http'],
  ['viem-signer-new', 'sdk-server'],
] as const)('%s through %s', (client, through) => {
  const { signer, clientOf } = loadSigner<typeof ViemSigner>(client)
  const isNew = client === 'viem-signer-new'
  let account: Account

  const accountOf = (signWith = world.open.ethereum) => {
    const { url, organizationId, trader: key } = world
    return signer.createAccount({
      client: clientOf(through, { url, organizationId, key }),
      organizationId,
      signWith,
    })
  }
  beforeAll(async () => {
    account = await accountOf()
  })

  const send = recorder.sender(client, through)

  it.each([
    ['text', 'Zürich, 7 o’clock'],
    ['bytes', { raw: new Uint8Array([0, 1, 2, 255]) }],
    ['hexadecimal', { raw: '0xdeadbeef' as Hex }],
  ] as const)('signs a message given as %s', async (_form, message) => {
    const { answer: signature } = await send('signMessage', () => account.signMessage({ message }))
    expect(await verifyMessage({ address: world.open.ethereum as Hex, message, signature })).toBe(true)
  })

  it.each(Object.entries(transactions))('signs a transaction: %s', async (_name, transaction) => {
    const { answer } = await send('signTransaction', () => account.signTransaction(transaction))
    expect(await recoverTransactionAddress({ serializedTransaction: answer as never })).toBe(account.address)
    const { r: _r, s: _s, v: _v, yParity: _y, ...unsigned } = parseTransaction(answer as Hex)
    expect(serializeTransaction(unsigned as TransactionSerializable)).toBe(serializeTransaction(transaction))
  })

  it('signs a hash, and an authorization to set code', async () => {
    // December 2024 knows neither.
    if (!isNew) return expect([account.sign, account.signAuthorization]).toEqual([undefined, undefined])
    const hash = keccak256('0x1234')
    const { answer: signature } = await send('sign', () => account.sign!({ hash }))
    expect(await recoverAddress({ hash, signature })).toBe(account.address)

    const given = { address: PEER, chainId: 11155111, nonce: 3 } as const
    const signed = await send('signAuthorization', () => account.signAuthorization!(given))
    const { v: _v, ...authorization } = signed.answer
    expect(
      await verifyAuthorization({
        address: account.address,
        authorization,
        signature: authorization as never,
      }),
    ).toBe(true)
    expect(signed.requests.map(({ parameters }) => parameters)).toEqual([
      {
        signWith: account.address,
        payload: JSON.stringify(given),
        encoding: 'PAYLOAD_ENCODING_EIP7702_AUTHORIZATION',
        hashFunction: NO_OP,
      },
    ])

    const transaction = {
      ...common,
      ...fees,
      type: 'eip7702',
      authorizationList: [authorization as never],
    } as const
    const { answer } = await send('signTransaction', () => account.signTransaction(transaction))
    expect(await recoverTransactionAddress({ serializedTransaction: answer as never })).toBe(account.address)
    const [read] = parseTransaction(answer as `0x04${string}`).authorizationList!
    expect(read).toMatchObject({
      address: PEER.toLowerCase(),
      chainId: 11155111,
      nonce: 3,
      r: authorization.r,
    })
  })

  it('signs typed data', async () => {
    const wallet = createWalletClient({ account, transport: custom({ request: async () => null }) })
    const { answer: signature, requests } = await send('signTypedData', () => wallet.signTypedData(typedData))
    expect(await verifyTypedData({ ...typedData, address: account.address, signature })).toBe(true)
    const parameters = requests[0]!.parameters!
    // December 2024 hashes by itself; today's sends the data, which policies can then read.
    if (isNew) {
      expect(parameters).toMatchObject({ encoding: 'PAYLOAD_ENCODING_EIP712', hashFunction: NO_OP })
      expect(JSON.parse(parameters['payload'] as string)).toMatchObject({
        primaryType: 'Mail',
        domain: { ...typedData.domain, verifyingContract: PEER.toLowerCase() },
        message: { amount: String(2n ** 255n), contents: 'Hello, Bob!' },
      })
    } else {
      const payload = hashTypedData(typedData)
      expect(parameters).toEqual({ signWith: account.address, payload, encoding: HEX, hashFunction: NO_OP })
    }
  })

  it('signs typed data that leaves out the type of its domain', async () => {
    const call = isNew ? 'signTypedData, without the type of the domain' : 'signTypedData'
    const { answer: signature, requests } = await send(call, () => account.signTypedData(typedData))
    const holds = (data: object) =>
      verifyTypedData({ ...typedData, ...data, address: account.address, signature })
    if (isNew) {
      // A defect of the client: it drops the whole domain, and what arrives is what is signed.
      expect(JSON.parse(requests[0]!.parameters!['payload'] as string).domain).toEqual({})
      expect(await holds({})).toBe(false)
      expect(await holds({ domain: {} })).toBe(true)
    } else {
      expect(await holds({})).toBe(true)
    }
  })

  it('signs a blob transaction with its sidecars', async () => {
    const transaction = { ...blob, sidecars }
    const what = { client, through, call: 'signTransaction, blob with sidecars' }
    const { answer, error, requests } = await recorder.during(what, () =>
      account.signTransaction(transaction),
    )
    if (isNew) {
      expect(requests[0]!.parameters!['unsignedTransaction']).toBe(serializeTransaction(blob).slice(2))
      const { sidecars: carried, ...signed } = parseTransaction(answer as `0x03${string}`)
      expect(carried).toEqual(sidecars)
      const serializedTransaction = serializeTransaction(signed as never, signed as never) as never
      expect(await recoverTransactionAddress({ serializedTransaction })).toBe(account.address)
    } else {
      // It sends the peer-to-peer network wrapper instead of an unsigned transaction.
      expect(requests).toEqual([{ call: 'sign_transaction', type: TRANSACTION, status: 400 }])
      expect(error).toBeInstanceOf(signer.TurnkeyActivityError)
      expect((error as Error).message).toContain('TRANSACTION_MALFORMED')
    }
  })

  it('is refused a transaction of a chain of its own', async () => {
    // December 2024 calls every transaction an Ethereum one.
    if (!isNew) return
    const what = { client, through, call: 'signTransaction, type 0x76' }
    const serializer = () => '0x76c0' as const
    const { error, requests } = await recorder.during(what, () =>
      account.signTransaction(transactions['eip1559'] as never, { serializer: serializer as never }),
    )
    expect(requests).toEqual([{ call: 'sign_transaction', type: TRANSACTION, status: 400 }])
    expect(error).toBeInstanceOf(signer.TurnkeyActivityError)
    expect((error as Error).message).toContain('`type` is not one of TRANSACTION_TYPE_ETHEREUM')
  })

  it('finds the address of a private key by its id', async () => {
    const { answer: found, requests } = await send('createAccount, with the id of a private key', () =>
      accountOf(world.privateKey.id),
    )
    expect(found.address).toBe(world.privateKey.ethereum)
    expect(requests).toEqual([{ call: 'get_private_key', type: null, status: 200 }])
    const signature = await found.signMessage({ message: 'by id' })
    expect(await verifyMessage({ address: found.address, message: 'by id', signature })).toBe(true)
  })
})

it('sends the calls in the list', () => {
  recorder.expectProven('viem-signer-old', 'viem-signer-new')
})
