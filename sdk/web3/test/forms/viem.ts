/** viem: accounts, wallet clients and transactions. */
import type { SigningWorld } from '@keywright/client/signing/testing'
import {
  type Account,
  createNonceManager,
  createWalletClient,
  custom,
  defineChain,
  type Hex,
  hashMessage,
  parseAbi,
  parseEther,
  parseGwei,
  parseTransaction,
  publicActions,
  recoverAddress,
  recoverTransactionAddress,
  setupKzg,
  stringToHex,
  toBlobs,
  verifyMessage,
  verifyTypedData,
} from 'viem'
import { verifyAuthorization } from 'viem/utils'
import { createAccount } from '../../src/viem/index.ts'
import { check, type Library } from './form.ts'
import { CHAIN_ID, createNode } from './node.ts'

const PEER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const chain = defineChain({
  id: CHAIN_ID,
  name: 'Development',
  nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
  rpcUrls: { default: { http: [] } },
})
const abi = parseAbi(['function transfer(address to, uint256 amount)', 'constructor(uint256 supply)'])
const typedData = {
  domain: { name: 'Mail', version: '1', chainId: CHAIN_ID, verifyingContract: PEER },
  types: { Mail: [{ name: 'contents', type: 'string' }] },
  primaryType: 'Mail',
  message: { contents: 'Hello' },
} as const
/** Commitments of a trusted setup aren't what is tested here. */
const kzg = setupKzg(
  {
    loadTrustedSetup() {},
    blobToKzgCommitment: () => new Uint8Array(48),
    computeBlobKzgProof: () => new Uint8Array(48),
  },
  '',
)

async function clientOf(world: SigningWorld) {
  const account = await createAccount({ client: world.client, signWith: world.ethereum })
  const node = createNode()
  const transport = custom(node, { retryCount: 0 })
  const client = createWalletClient({ account, chain, transport }).extend(publicActions)
  /** The only transaction that the node got is the account's. */
  const wasSent = async (type?: string) => {
    const serializedTransaction = node.sent.at(-1) as never
    check(node.sent.length === 1, `${node.sent.length} transactions were sent`)
    check((await recoverTransactionAddress({ serializedTransaction })) === account.address, 'sender')
    if (type) check(parseTransaction(serializedTransaction).type === type, 'type')
  }
  return { account, client, node, transport, wasSent }
}

const isOf = async (account: Account, message: string | { raw: Hex }, signature: Hex) =>
  check(await verifyMessage({ address: account.address, message, signature }), 'signature')

export const viem = (version: string): Library => ({
  name: 'viem',
  version,
  forms: {
    'account.address, source and type': async (world) => {
      const { account } = await clientOf(world)
      check(account.address === world.ethereum && account.type === 'local', 'account')
    },
    'account.sign({ hash })': async (world) => {
      const { account } = await clientOf(world)
      const hash = hashMessage('Hello')
      const signature = await account.sign!({ hash })
      check((await recoverAddress({ hash, signature })) === account.address, 'signature')
    },
    'account.signMessage({ message })': async (world) => {
      const { account } = await clientOf(world)
      await isOf(account, 'Hello', await account.signMessage({ message: 'Hello' }))
    },
    'client.signMessage({ message: { raw } })': async (world) => {
      const { account, client } = await clientOf(world)
      const raw = stringToHex('Hello')
      await isOf(account, { raw }, await client.signMessage({ message: { raw } }))
    },
    'client.signMessage({ account, message }), without a hoisted account': async (world) => {
      const { account, transport } = await clientOf(world)
      const client = createWalletClient({ chain, transport })
      await isOf(account, 'Hello', await client.signMessage({ account, message: 'Hello' }))
    },
    'client.signTypedData(data)': async (world) => {
      const { account, client } = await clientOf(world)
      const signature = await client.signTypedData(typedData)
      check(await verifyTypedData({ ...typedData, address: account.address, signature }), 'signature')
    },
    'client.getAddresses()': async (world) => {
      const { client } = await clientOf(world)
      check((await client.getAddresses())[0] === world.ethereum, 'address')
    },
    'client.sendTransaction({ to, value })': async (world) => {
      const { client, wasSent } = await clientOf(world)
      await client.sendTransaction({ to: PEER, value: parseEther('0.1') })
      await wasSent('eip1559')
    },
    'client.sendTransaction({ gasPrice }), legacy': async (world) => {
      const { client, wasSent } = await clientOf(world)
      await client.sendTransaction({ to: PEER, gasPrice: parseGwei('2') })
      await wasSent('legacy')
    },
    'client.sendTransaction({ accessList, type: "eip2930" })': async (world) => {
      const { client, wasSent } = await clientOf(world)
      const accessList = [{ address: PEER, storageKeys: [] }] as const
      await client.sendTransaction({ to: PEER, accessList, gasPrice: parseGwei('2'), type: 'eip2930' })
      await wasSent('eip2930')
    },
    'client.sendTransaction({ blobs, kzg })': async (world) => {
      const { client, wasSent } = await clientOf(world)
      const blobs = toBlobs({ data: stringToHex('Hello') })
      await client.sendTransaction({ blobs, kzg, maxFeePerBlobGas: parseGwei('30'), to: PEER })
      await wasSent('eip4844')
    },
    'client.sendTransactionSync({ to, value })': async (world) => {
      const { client, wasSent } = await clientOf(world)
      const { status } = await client.sendTransactionSync({ to: PEER, value: 1n })
      check(status === 'success', 'receipt')
      await wasSent()
    },
    'client.prepareTransactionRequest, signTransaction, sendRawTransaction': async (world) => {
      const { client, wasSent } = await clientOf(world)
      const request = await client.prepareTransactionRequest({ to: PEER, value: 1n })
      await client.sendRawTransaction({ serializedTransaction: await client.signTransaction(request) })
      await wasSent()
    },
    'account.signTransaction(request, { serializer })': async (world) => {
      const { account } = await clientOf(world)
      const request = { chainId: 1, nonce: 0, gas: 21_000n, to: PEER } as const
      await account.signTransaction(request as never, { serializer: () => `0x7e${'00'.repeat(40)}` as never })
    },
    'client.writeContract({ address, abi, functionName, args })': async (world) => {
      const { client, wasSent } = await clientOf(world)
      await client.writeContract({ address: PEER, abi, functionName: 'transfer', args: [PEER, 1n] })
      await wasSent()
    },
    'client.deployContract({ abi, bytecode, args })': async (world) => {
      const { client, wasSent } = await clientOf(world)
      await client.deployContract({ abi, bytecode: '0x6001', args: [1n] })
      await wasSent()
    },
    'client.signAuthorization({ contractAddress })': async (world) => {
      const { account, client } = await clientOf(world)
      const authorization = await client.signAuthorization({ contractAddress: PEER })
      check(await verifyAuthorization({ address: account.address, authorization }), 'authorization')
    },
    'client.prepareAuthorization, signAuthorization, sendTransaction({ authorizationList })': async (
      world,
    ) => {
      const { client, wasSent } = await clientOf(world)
      const prepared = await client.prepareAuthorization({ contractAddress: PEER, executor: 'self' })
      const authorization = await client.signAuthorization(prepared)
      await client.sendTransaction({ authorizationList: [authorization], to: PEER })
      await wasSent('eip7702')
    },
    'createAccount with a nonceManager added': async (world) => {
      const { account, client, node } = await clientOf(world)
      const nonceManager = createNonceManager({ source: { get: () => 5, set() {} } })
      const managed = { ...account, nonceManager }
      await Promise.all([0, 1].map(() => client.sendTransaction({ account: managed, to: PEER })))
      const nonces = node.sent.map((raw) => parseTransaction(raw).nonce)
      check(nonces.toSorted().join() === '5,6', `nonces ${nonces}`)
    },
    'client.sendCalls({ calls, experimental_fallback: true })': async (world) => {
      const { client, node } = await clientOf(world)
      await client.sendCalls({ calls: [{ to: PEER }, { to: PEER, value: 1n }], experimental_fallback: true })
      check(node.sent.length === 2, `${node.sent.length} transactions`)
    },
    'client.sendCalls({ calls })': async (world) => {
      await (await clientOf(world)).client.sendCalls({ calls: [{ to: PEER }] })
    },
    'client.requestAddresses()': async (world) => {
      await (await clientOf(world)).client.requestAddresses()
    },
  },
})
