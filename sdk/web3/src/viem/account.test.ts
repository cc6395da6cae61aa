/** The account against an engine. viem verifies its signatures. */
import { approvedLater, createSigningWorld, type SigningWorld } from '@keywright/client/signing/testing'
import { Transaction } from 'ethers'
import {
  createWalletClient,
  custom,
  type Hex,
  keccak256,
  parseTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  type TransactionSerializable,
  toHex,
  verifyMessage,
  verifyTypedData,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { sepolia } from 'viem/chains'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createAccount, type KeywrightAccount } from './index.ts'

let world: SigningWorld
let account: KeywrightAccount
beforeAll(async () => {
  world = await createSigningWorld('viem')
  account = await createAccount({ client: world.client, signWith: world.ethereum })
})
beforeEach(() => void (world.sent.length = 0))

const PEER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const GWEI = 1_000_000_000n
const fees = { maxFeePerGas: 30n * GWEI, maxPriorityFeePerGas: GWEI }
const common = { chainId: sepolia.id, nonce: 7, gas: 60_000n, to: PEER, value: 10n ** 15n } as const
const blob = {
  ...common,
  ...fees,
  type: 'eip4844',
  maxFeePerBlobGas: GWEI,
  blobVersionedHashes: [`0x01${'ab'.repeat(31)}`],
} as const
const authorization = await privateKeyToAccount(`0x${'07'.repeat(32)}`).signAuthorization({
  address: PEER,
  chainId: sepolia.id,
  nonce: 3,
})

const transactions: Record<string, TransactionSerializable> = {
  legacy: { ...common, type: 'legacy', gasPrice: 20n * GWEI, data: '0xa9059cbb' },
  'legacy, for any chain': { nonce: 1, gas: 21_000n, to: PEER, type: 'legacy', gasPrice: GWEI },
  eip2930: {
    ...common,
    type: 'eip2930',
    gasPrice: GWEI,
    accessList: [{ address: PEER, storageKeys: [keccak256('0x01')] }],
  },
  eip1559: { ...common, ...fees, type: 'eip1559' },
  'eip1559, contract creation': { chainId: 1, nonce: 0, gas: 500_000n, ...fees, data: '0x6001600155' },
  eip4844: blob,
  eip7702: { ...common, ...fees, type: 'eip7702', authorizationList: [authorization] },
}

const typedData = {
  domain: { name: 'Ether Mail', version: '1', chainId: 1, verifyingContract: PEER },
  types: {
    Mail: [
      { name: 'to', type: 'address[]' },
      { name: 'amount', type: 'uint256' },
      { name: 'contents', type: 'string' },
    ],
  },
  primaryType: 'Mail',
  message: { to: [PEER], amount: 2n ** 255n, contents: 'Grüße' },
} as const

describe('transactions', () => {
  it.each(Object.entries(transactions))(
    '%s: signed in a way that policies can inspect',
    async (_, transaction) => {
      const signed = (await account.signTransaction(transaction)) as Hex
      expect(await recoverTransactionAddress({ serializedTransaction: signed as never })).toBe(
        account.address,
      )
      expect(world.sent).toEqual([
        {
          call: 'sign_transaction',
          parameters: {
            signWith: world.ethereum,
            type: 'TRANSACTION_TYPE_ETHEREUM',
            unsignedTransaction: serializeTransaction(transaction).slice(2),
          },
        },
      ])
      const { r: _r, s: _s, v: _v, yParity: _y, ...unsigned } = parseTransaction(signed)
      expect(serializeTransaction(unsigned as never)).toBe(serializeTransaction(transaction))
    },
  )

  it('keep the blobs of a blob transaction', async () => {
    const [commitment, proof] = [`0x${'c0'.repeat(48)}`, `0x${'b0'.repeat(48)}`] as const
    const sidecars = [{ blob: toHex(new Uint8Array(64).fill(1)), commitment, proof }]
    const signed = await account.signTransaction({ ...blob, sidecars })
    expect(parseTransaction(signed as `0x03${string}`).sidecars).toEqual(sidecars)
    expect(world.sent[0]!.parameters['unsignedTransaction']).toBe(serializeTransaction(blob).slice(2))
  })

  it('with a chain id above 2^53 are signed exactly, or rejected if it is already rounded', async () => {
    const chainId = (2n ** 53n + 1n) as unknown as number
    const signed = await account.signTransaction({ ...common, ...fees, type: 'eip1559', chainId })
    expect(Transaction.from(signed)).toMatchObject({ chainId: 2n ** 53n + 1n, from: world.ethereum })
    const rounded = account.signTransaction({ ...common, ...fees, chainId: 2 ** 53 })
    await expect(rounded).rejects.toMatchObject({ code: 'TRANSACTION_UNSUPPORTED' })
  })
})

describe('messages', () => {
  it('typed data that policies can read, with or without its domain type', async () => {
    const wallet = createWalletClient({ account, transport: custom({ request: async () => null }) })
    for (const signature of [await account.signTypedData(typedData), await wallet.signTypedData(typedData)]) {
      expect(await verifyTypedData({ ...typedData, address: account.address, signature })).toBe(true)
    }
    expect(world.sent[0]!.parameters['encoding']).toBe('PAYLOAD_ENCODING_EIP712')
    expect(JSON.parse(world.sent[0]!.parameters['payload'] as string)).toMatchObject({
      message: { amount: String(2n ** 255n) },
    })
  })
})

describe('its address', () => {
  it.each([
    ['a private key id', () => ({ signWith: world.privateKey.id }), () => world.privateKey.ethereum],
    ['lower case', () => ({ signWith: world.ethereum.toLowerCase() }), () => world.ethereum],
  ])('comes from %s', async (_, config, expected) => {
    const found = await createAccount({ client: world.client, ...config() })
    expect(found.address).toBe(expected())
    const signature = await found.signMessage({ message: 'a' })
    expect(await verifyMessage({ address: found.address, message: 'a', signature })).toBe(true)
  })

  it('is not looked up if passed', async () => {
    const ethereumAddress = world.privateKey.ethereum as Hex
    const given = { signWith: world.privateKey.id, ethereumAddress }
    expect((await createAccount({ client: world.offline, ...given })).address).toBe(ethereumAddress)
  })

  it.each([
    ['another address', () => ({ ethereumAddress: PEER, signWith: world.privateKey.id }), 'SIGNER_MISMATCH'],
    ['not an Ethereum address', () => ({ signWith: world.solana }), 'ADDRESS_INVALID'],
    ['a key without an Ethereum address', () => ({ signWith: world.solanaKey.id }), 'ADDRESS_MISSING'],
    ['an unknown key', () => ({ signWith: crypto.randomUUID() }), 'RESOURCE_NOT_FOUND'],
    ['an unknown account', () => ({ signWith: PEER }), 'SIGNER_NOT_FOUND'],
  ] as const)('%s is a typed error', async (_, config, code) => {
    const sign = async () => {
      const wrong = await createAccount({ client: world.client, ...config() })
      await wrong.signMessage({ message: 'a' })
    }
    await expect(sign()).rejects.toMatchObject({ code })
  })
})

// Callers use `.catch(…)`, and accounts of viem reject, too.
it.each<[string, () => Promise<unknown>]>([
  ['signMessage', () => account.signMessage({ message: undefined as never })],
  [
    'signAuthorization',
    () => account.signAuthorization({ contractAddress: PEER, chainId: 2 ** 60, nonce: 0 }),
  ],
  ['signTypedData', () => account.signTypedData({} as never)],
  ['signTransaction', () => account.signTransaction({ chainId: 2 ** 60 })],
])('%s rejects what the library cannot read, and never throws', async (_, sign) => {
  const signing = sign()
  await expect(signing).rejects.toThrow()
  expect(world.sent).toEqual([])
})

describe('outcomes', () => {
  it("consensus: resumed after the vote, with the method's result", async () => {
    const proposed = await createAccount({ client: world.proposer, signWith: world.ethereum })
    const message = 'of two'
    const signature = await approvedLater(world, proposed.signMessage({ message }))
    expect(await verifyMessage({ address: proposed.address, message, signature })).toBe(true)
    const signed = await approvedLater(
      world,
      proposed.signTransaction(transactions['eip1559']!) as Promise<Hex>,
    )
    expect(await recoverTransactionAddress({ serializedTransaction: signed as never })).toBe(account.address)
    expect(world.sent.length).toBe(2)
  })
})
