/** The signer against an engine. ethers verifies its signatures. */
import { approvedLater, createSigningWorld, type SigningWorld } from '@keywright/client/signing/testing'
import {
  AbstractProvider,
  hashMessage,
  Network,
  Transaction,
  type TransactionLike,
  verifyAuthorization,
  verifyMessage,
  verifyTypedData,
  Wallet,
  ZeroHash,
} from 'ethers'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { KeywrightSigner } from './index.ts'

let world: SigningWorld
let signer: KeywrightSigner
beforeAll(async () => {
  world = await createSigningWorld('ethers')
  signer = new KeywrightSigner({ client: world.client, signWith: world.ethereum })
})
beforeEach(() => void (world.sent.length = 0))

const PEER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const CHAIN_ID = 11155111
const GWEI = 1_000_000_000n
const fees = { maxFeePerGas: 30n * GWEI, maxPriorityFeePerGas: GWEI }
const common = { chainId: BigInt(CHAIN_ID), nonce: 7, gasLimit: 60_000n, to: PEER, value: 10n ** 15n }
const accessList = [{ address: PEER, storageKeys: [ZeroHash] }]
const other = new Wallet(`0x${'07'.repeat(32)}`)

/** A chain that knows one name. */
const provider = Object.assign(new AbstractProvider(CHAIN_ID), {
  resolveName: async (name: string) => (name === 'treasury.example' ? PEER : null),
  getNetwork: async () => Network.from(CHAIN_ID),
  getTransactionCount: async () => 7,
})

const transactions: Record<string, TransactionLike<string>> = {
  legacy: { ...common, type: 0, gasPrice: 20n * GWEI, data: '0xa9059cbb' },
  'legacy, for any chain': { ...common, chainId: 0n, type: 0, gasPrice: 20n * GWEI },
  'EIP-2930': { ...common, type: 1, gasPrice: 20n * GWEI, accessList },
  'EIP-1559': { ...common, ...fees, type: 2, accessList },
  'contract creation': { chainId: 1n, nonce: 0, gasLimit: 500_000n, ...fees, type: 2, data: '0x6001' },
  'EIP-4844': {
    ...common,
    ...fees,
    type: 3,
    maxFeePerBlobGas: GWEI,
    blobVersionedHashes: [`0x01${'ab'.repeat(31)}`],
  },
  'EIP-7702': {
    ...common,
    ...fees,
    type: 4,
    authorizationList: [other.authorizeSync({ address: PEER, chainId: CHAIN_ID, nonce: 3n })],
  },
}

const domain = { name: 'Ether Mail', version: '1', chainId: 1, verifyingContract: PEER }
const types = {
  Mail: [
    { name: 'to', type: 'address[]' },
    { name: 'amount', type: 'uint256' },
    { name: 'delta', type: 'int64' },
  ],
}
const mail = { to: [PEER], amount: 2n ** 255n, delta: -5 }

describe('transactions', () => {
  it.each(Object.entries(transactions))(
    '%s: signed in a way that policies can inspect',
    async (_, transaction) => {
      const signed = Transaction.from(
        await signer.signTransaction({ ...transaction, from: world.ethereum } as never),
      )
      const { unsignedSerialized } = Transaction.from(transaction)
      expect([signed.from, signed.unsignedSerialized]).toEqual([world.ethereum, unsignedSerialized])
      expect(world.sent).toEqual([
        {
          call: 'sign_transaction',
          parameters: {
            signWith: world.ethereum,
            type: 'TRANSACTION_TYPE_ETHEREUM',
            unsignedTransaction: unsignedSerialized.slice(2),
          },
        },
      ])
    },
  )

  it.each([
    ['a name', 'treasury.example', PEER],
    ['an object with an address', other, other.address],
  ])('go to %s', async (_, to, address) => {
    const signed = await signer.connect(provider).signTransaction({ ...common, ...fees, type: 2, to })
    expect(Transaction.from(signed).to).toBe(address)
  })

  it('are not sent from another address', async () => {
    const from = other.address
    await expect(
      signer.signTransaction({ ...transactions['EIP-1559'], from } as never),
    ).rejects.toMatchObject({
      code: 'ACCOUNT_UNKNOWN',
      message: expect.stringContaining(from),
    })
    expect(world.sent).toEqual([])
  })
})

describe('messages, typed data and authorizations', () => {
  it.each([
    ['text', 'Zürich, 7 o’clock'],
    ['bytes', new Uint8Array([0, 1, 2, 255])],
  ])('a message as %s', async (_, message) => {
    expect(verifyMessage(message, await signer.signMessage(message))).toBe(world.ethereum)
    expect(world.sent[0]).toMatchObject({ parameters: { payload: hashMessage(message) } })
  })

  it('typed data that policies can read', async () => {
    const signature = await signer.signTypedData(domain, types, mail)
    expect(verifyTypedData(domain, types, mail, signature)).toBe(world.ethereum)
    expect(world.sent[0]!.parameters['encoding']).toBe('PAYLOAD_ENCODING_EIP712')
  })

  it('an authorization to set code', async () => {
    // Numbers would round the second chain id.
    for (const chainId of [BigInt(CHAIN_ID), 2n ** 53n + 1n]) {
      const authorization = await signer.authorize({ address: PEER, chainId, nonce: 3 })
      expect(authorization.chainId).toBe(chainId)
      expect(verifyAuthorization(authorization, authorization.signature)).toBe(world.ethereum)
    }
  })

  it('an authorization with the chain and the nonce of a provider', async () => {
    const authorization = await signer.connect(provider).authorize({ address: 'treasury.example' })
    expect(authorization).toMatchObject({ address: PEER, chainId: BigInt(CHAIN_ID), nonce: 7n })
    expect(verifyAuthorization(authorization, authorization.signature)).toBe(world.ethereum)
  })
})

describe('its address', () => {
  it.each([
    ['a private key id', () => ({ signWith: world.privateKey.id }), () => world.privateKey.ethereum],
    ['lower case', () => ({ signWith: world.ethereum.toLowerCase() }), () => world.ethereum],
  ])('comes from %s', async (_, config, expected) => {
    const found = new KeywrightSigner({ client: world.client, ...config() })
    expect(await found.getAddress()).toBe(expected())
    expect(verifyMessage('a', await found.signMessage('a'))).toBe(expected())
  })

  it.each([
    ['another address', () => ({ ethereumAddress: PEER, signWith: world.privateKey.id }), 'SIGNER_MISMATCH'],
    ['not an Ethereum address', () => ({ signWith: world.solana }), 'ADDRESS_INVALID'],
    ['a broken checksum', () => ({ signWith: PEER.replace('A', 'a') }), 'ADDRESS_INVALID'],
    ['an ICAP address', () => ({ signWith: 'XE65GB6LDNXYOFTX0NSV3FUWKOWIXAMJK36' }), 'ADDRESS_INVALID'],
    ['a key without an Ethereum address', () => ({ signWith: world.solanaKey.id }), 'ADDRESS_MISSING'],
    ['an unknown key', () => ({ signWith: crypto.randomUUID() }), 'RESOURCE_NOT_FOUND'],
    ['an unknown account', () => ({ signWith: PEER }), 'SIGNER_NOT_FOUND'],
  ] as const)('%s is a typed error', async (_, config, code) => {
    const wrong = new KeywrightSigner({ client: world.client, ...config() })
    await expect(wrong.signMessage('a')).rejects.toMatchObject({ code })
  })
})

// Callers use `.catch(…)`, and signers of ethers reject, too.
it.each<[string, () => Promise<unknown>]>([
  ['signMessage', () => signer.signMessage(5 as never)],
  ['signTypedData', () => signer.signTypedData({}, {}, {})],
  ['signTransaction', () => signer.signTransaction({ to: 'not an address' })],
  ['authorize', () => signer.authorize({ address: PEER, chainId: -1n, nonce: 0 })],
])('%s rejects what the library cannot read, and never throws', async (_, sign) => {
  const signing = sign()
  await expect(signing).rejects.toThrow()
  expect(world.sent).toEqual([])
})

describe('outcomes', () => {
  it("consensus: resumed after the vote, with the method's result", async () => {
    const proposed = new KeywrightSigner({ client: world.proposer, signWith: world.ethereum })
    expect(verifyMessage('of two', await approvedLater(world, proposed.signMessage('of two')))).toBe(
      world.ethereum,
    )
    const signing = proposed.signTransaction(transactions['EIP-1559'] as never)
    expect(Transaction.from(await approvedLater(world, signing)).from).toBe(world.ethereum)
    expect(world.sent.length).toBe(2)
  })
})
