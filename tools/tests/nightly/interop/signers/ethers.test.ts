/** The ethers signers, December 2024 and today's, against the development server. */
import {
  Transaction,
  type TransactionLike,
  type TypedDataDomain,
  TypedDataEncoder,
  verifyMessage,
  verifyTypedData,
  Wallet,
  ZeroHash,
} from 'ethers'
import type * as EthersSigner from 'ethers-signer-new'
import { describe, expect, it } from 'vitest'
import { createSignerRecorder } from './support/recorder.ts'
import { loadSigner } from './support/signerPackage.ts'
import { withSignerWorld, world } from './support/signerWorld.ts'
import { StubProvider } from './support/stubProvider.ts'

withSignerWorld('ethers signers')

const recorder = createSignerRecorder()

const PEER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const GWEI = 1_000_000_000n
const fees = { maxFeePerGas: 30n * GWEI, maxPriorityFeePerGas: GWEI }
const common = { chainId: 11155111n, nonce: 7, gasLimit: 60_000n, to: PEER, value: 10n ** 15n }
const accessList = [{ address: PEER, storageKeys: [ZeroHash] }]

const transactions: Record<string, TransactionLike> = {
  legacy: { ...common, type: 0, gasPrice: 20n * GWEI, data: '0xa9059cbb' },
  'legacy, for any chain': { ...common, chainId: 0n, type: 0, gasPrice: 20n * GWEI },
  'EIP-2930': { ...common, type: 1, gasPrice: 20n * GWEI, accessList },
  'EIP-1559': { ...common, ...fees, type: 2, accessList },
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
    authorizationList: [
      new Wallet(`0x${'07'.repeat(32)}`).authorizeSync({ address: PEER, chainId: 11155111n, nonce: 3n }),
    ],
  },
}

const domain: TypedDataDomain = { name: 'Ether Mail', version: '1', chainId: 1, verifyingContract: PEER }
const types = {
  Mail: [
    { name: 'to', type: 'Person[]' },
    { name: 'amount', type: 'uint256' },
    { name: 'delta', type: 'int64' },
    { name: 'tag', type: 'bytes4' },
  ],
  Person: [
    { name: 'name', type: 'string' },
    { name: 'wallet', type: 'address' },
  ],
}
const mail = { to: [{ name: 'Änne', wallet: PEER }], amount: 2n ** 255n, delta: -5, tag: '0xdeadbeef' }

const HEX = 'PAYLOAD_ENCODING_HEXADECIMAL'
const NO_OP = 'HASH_FUNCTION_NO_OP'

describe.each([
  ['ethers-signer-old', 'http'],
  ['ethers-signer-old', 'sdk-server'],
  ['ethers-signer-new', 'http'],
  ['ethers-signer-new', 'sdk-server'],
] as const)('%s through %s', (client, through) => {
  const { signer: Signer, clientOf } = loadSigner<typeof EthersSigner>(client)
  const isNew = client === 'ethers-signer-new'

  function signerOf(signWith = world.open.ethereum) {
    const { url, organizationId, trader: key } = world
    return new Signer.TurnkeySigner({
      client: clientOf(through, { url, organizationId, key }),
      organizationId,
      signWith,
    })
  }

  const send = recorder.sender(client, through)

  it.each([
    ['text', 'Zürich, 7 o’clock'],
    ['bytes', new Uint8Array([0, 1, 2, 255])],
  ])('signs a message given as %s', async (_form, message) => {
    const { answer } = await send('signMessage', () => signerOf().signMessage(message))
    expect(verifyMessage(message, answer)).toBe(world.open.ethereum)
  })

  it.each(Object.entries(transactions))('signs a transaction: %s', async (_name, transaction) => {
    const { answer } = await send('signTransaction', () =>
      signerOf().signTransaction({ ...transaction, from: world.open.ethereum } as never),
    )
    const signed = Transaction.from(answer)
    const { unsignedSerialized } = Transaction.from(transaction)
    expect([signed.from, signed.unsignedSerialized]).toEqual([world.open.ethereum, unsignedSerialized])
  })

  it('signs typed data', async () => {
    const { answer, requests } = await send('signTypedData', () =>
      signerOf().signTypedData(domain, types, mail),
    )
    expect(verifyTypedData(domain, types, mail, answer)).toBe(world.open.ethereum)
    const { payload, ...asked } = requests[0]!.parameters!
    const signWith = world.open.ethereum
    // December 2024 hashes by itself; today's sends the data, which policies can then read.
    if (isNew) {
      expect(asked).toEqual({ signWith, encoding: 'PAYLOAD_ENCODING_EIP712', hashFunction: NO_OP })
      const sent = JSON.parse(payload as string)
      expect(sent).toEqual(TypedDataEncoder.getPayload(domain, types, mail))
      expect([sent.domain.chainId, sent.message.delta]).toEqual(['0x1', '-5'])
    } else {
      expect(asked).toEqual({ signWith, encoding: HEX, hashFunction: NO_OP })
      expect(payload).toBe(TypedDataEncoder.hash(domain, types, mail))
    }
  })

  it('fills in a transaction from its provider, signs and broadcasts it', async () => {
    const provider = new StubProvider()
    const connected = signerOf().connect(provider)
    const { answer: response } = await send('sendTransaction', () =>
      connected.sendTransaction({ to: PEER, value: 5n }),
    )
    const [broadcast] = provider.broadcast
    const signed = Transaction.from(broadcast!)
    expect(signed).toMatchObject({
      from: world.open.ethereum,
      to: PEER,
      type: 2,
      nonce: 5,
      chainId: 11155111n,
      gasLimit: 21_000n,
      maxPriorityFeePerGas: GWEI,
      maxFeePerGas: 21n * GWEI,
    })
    expect(response.hash).toBe(signed.hash)
    provider.destroy()
  })

  it('finds the address of a private key by its id', async () => {
    const signer = signerOf(world.privateKey.id)
    const { answer, requests } = await send('getAddress, with the id of a private key', () =>
      signer.getAddress(),
    )
    expect(answer).toBe(world.privateKey.ethereum)
    expect(requests).toEqual([{ call: 'get_private_key', type: null, status: 200 }])
    expect(verifyMessage('by id', await signer.signMessage('by id'))).toBe(world.privateKey.ethereum)
  })
})

it('sends the calls in the list', () => {
  recorder.expectProven('ethers-signer-old', 'ethers-signer-new')
})
