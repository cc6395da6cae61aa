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
import {
  toCoinbaseSmartAccount,
  toSimple7702SmartAccount,
  toSoladySmartAccount,
} from 'viem/account-abstraction'
import { generatePrivateKey, nonceManager, privateKeyToAccount } from 'viem/accounts'
import { recoverAuthorizationAddress, verifyAuthorization } from 'viem/utils'
import { createAccount } from '../../src/viem/index.ts'
import { check, type Library } from './form.ts'
import { CHAIN_ID, createNode, providerOf } from './node.ts'

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

/** @param more answers of the node, by method */
async function clientOf(world: SigningWorld, more: Readonly<Record<string, string>> = {}) {
  const account = await createAccount({ client: world.client, signWith: world.ethereum })
  const node = createNode(more)
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

/** A wallet client with a JSON-RPC account: our EIP-1193 provider as the injected wallet. */
async function injectedOf(world: SigningWorld) {
  const node = createNode()
  const transport = custom(providerOf(world, node), { retryCount: 0 })
  const [address] = await createWalletClient({ transport }).requestAddresses()
  const account = address!
  const client = createWalletClient({ account, chain, transport }).extend(publicActions)
  const wasSent = async () => {
    check(node.sent.length === 1, `${node.sent.length} transactions were sent`)
    const serializedTransaction = node.sent[0] as never
    check((await recoverTransactionAddress({ serializedTransaction })) === account, 'sender')
  }
  return { account, client, node, wasSent }
}

const USER_OPERATION = {
  callData: '0x',
  callGasLimit: 1n,
  maxFeePerGas: 1n,
  maxPriorityFeePerGas: 1n,
  nonce: 0n,
  preVerificationGas: 1n,
  signature: '0x',
  verificationGasLimit: 1n,
} as const

/** Requests that are signed as they are, without a wallet client. */
const REQUESTS = {
  'chainId, maxFeePerGas, maxPriorityFeePerGas': { chainId: 1, maxFeePerGas: 20n, maxPriorityFeePerGas: 3n },
  'chainId, accessList': { chainId: 1, accessList: [{ address: PEER, storageKeys: [] }] },
  'chainId, gasPrice': { chainId: 1, gasPrice: 20n },
  'gasPrice, no chain': { gasPrice: 20n },
  'chainId, type: "eip1559", to, value, data': {
    chainId: 1,
    type: 'eip1559',
    to: PEER,
    value: 1n,
    data: '0x00',
  },
  'chainId, blobs, kzg, to': {
    chainId: 1,
    blobs: toBlobs({ data: stringToHex('Hello') }),
    kzg,
    to: PEER,
    maxFeePerBlobGas: 1n,
  },
}

const CALL = { address: PEER, abi, functionName: 'transfer', args: [PEER, 1n] } as const

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
    'client.signTypedData(data)': async (world) => {
      const { account, client } = await clientOf(world)
      const signature = await client.signTypedData(typedData)
      check(await verifyTypedData({ ...typedData, address: account.address, signature }), 'signature')
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
    ...Object.fromEntries(
      Object.entries(REQUESTS).map(([members, request]) => [
        `account.signTransaction({ ${members} })`,
        async (world: SigningWorld) => {
          const { account } = await clientOf(world)
          const serializedTransaction = await account.signTransaction({ ...request, nonce: 69 } as never)
          const sender = await recoverTransactionAddress({ serializedTransaction } as never)
          check(sender === account.address, 'sender')
        },
      ]),
    ),
    'account.signAuthorization({ contractAddress, … }), signTransaction({ authorizationList })': async (
      world,
    ) => {
      const { account } = await clientOf(world)
      const authorization = await account.signAuthorization({ contractAddress: PEER, chainId: 1, nonce: 1 })
      const request = { authorizationList: [authorization], chainId: 1, to: PEER } as const
      const serializedTransaction = await account.signTransaction(request)
      const sender = await recoverTransactionAddress({ serializedTransaction } as never)
      check(sender === account.address, 'sender')
    },
    'client.signTypedData({ …, primaryType: "EIP712Domain" })': async (world) => {
      const { account, client } = await clientOf(world)
      const data = { domain: { name: 'Mail' }, types: {}, primaryType: 'EIP712Domain' } as const
      const signature = await client.signTypedData(data as never)
      const address = account.address
      check(await verifyTypedData({ ...data, address, signature } as never), 'signature')
    },
    'account.signTransaction(request, { serializer })': async (world) => {
      const { account } = await clientOf(world)
      const request = { chainId: 1, nonce: 0, gas: 21_000n, to: PEER } as const
      await account.signTransaction(request as never, { serializer: () => `0x7e${'00'.repeat(40)}` as never })
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
    'createAccount with the nonceManager of viem': async (world) => {
      const { account, client, node } = await clientOf(world)
      const managed = { ...account, nonceManager }
      await Promise.all([0, 1].map(() => client.sendTransaction({ account: managed, to: PEER })))
      const nonces = node.sent.map((raw) => parseTransaction(raw).nonce ?? 0)
      check(nonces.toSorted().join() === '0,1', `nonces ${nonces}`)
    },
    'client.signAuthorization({ account, … }), writeContract({ authorizationList }) of a relay': async (
      world,
    ) => {
      const { account, node, transport } = await clientOf(world)
      const relay = privateKeyToAccount(generatePrivateKey())
      const client = createWalletClient({ account: relay, chain, transport })
      const authorization = await client.signAuthorization({ account, contractAddress: PEER })
      await client.writeContract({ ...CALL, address: account.address, authorizationList: [authorization] })
      const serializedTransaction = node.sent[0] as never
      check((await recoverTransactionAddress({ serializedTransaction })) === relay.address, 'relay')
      const { authorizationList } = parseTransaction(serializedTransaction as `0x04${string}`)
      const authority = await recoverAuthorizationAddress({ authorization: authorizationList![0]! })
      check(authority === account.address, 'authority')
    },
    'client.signAuthorization({ contractAddress, chainId: 0 }), for every chain': async (world) => {
      const { account, client } = await clientOf(world)
      const authorization = await client.signAuthorization({ contractAddress: PEER, chainId: 0 })
      check(authorization.chainId === 0, 'chain')
      check(await verifyAuthorization({ address: account.address, authorization }), 'authorization')
    },
    'toCoinbaseSmartAccount({ owners: [account] }).signMessage': async (world) => {
      const { account, client } = await clientOf(world)
      const smart = await toCoinbaseSmartAccount({ client, owners: [account], address: PEER, version: '1' })
      check((await smart.signMessage({ message: 'Hello' })).length > 132, 'signature')
    },
    'toSoladySmartAccount({ owner: account }).signUserOperation': async (world) => {
      const { account, client } = await clientOf(world)
      const smart = await toSoladySmartAccount({ client, owner: account, address: PEER })
      check((await smart.signUserOperation(USER_OPERATION)).length === 132, 'signature')
    },
    'toSimple7702SmartAccount({ owner: account }).signUserOperation': async (world) => {
      const { account, client } = await clientOf(world)
      // viem's type of the owner is an account of a private key.
      const smart = await toSimple7702SmartAccount({ client, owner: account as never })
      check((await smart.signUserOperation(USER_OPERATION)).length === 132, 'signature')
    },
    'custom(provider): getAddresses, getChainId': async (world) => {
      const { account, client } = await injectedOf(world)
      check((await client.getAddresses())[0] === account, 'address')
      check((await client.getChainId()) === CHAIN_ID, 'chain')
    },
    'custom(provider): signMessage({ message })': async (world) => {
      const { account, client } = await injectedOf(world)
      const signature = await client.signMessage({ message: 'Hello' })
      check(await verifyMessage({ address: account, message: 'Hello', signature }), 'signature')
    },
    'custom(provider): signTypedData(data)': async (world) => {
      const { account, client } = await injectedOf(world)
      const signature = await client.signTypedData(typedData)
      check(await verifyTypedData({ ...typedData, address: account, signature }), 'signature')
    },
    'custom(provider): sendTransaction({ to, value })': async (world) => {
      const { client, wasSent } = await injectedOf(world)
      await client.sendTransaction({ to: PEER, value: parseEther('0.1') })
      await wasSent()
    },
    'custom(provider): sendTransaction({ accessList, maxFeePerGas })': async (world) => {
      const { client, wasSent } = await injectedOf(world)
      const accessList = [{ address: PEER, storageKeys: [] }] as const
      await client.sendTransaction({ to: PEER, accessList, maxFeePerGas: parseGwei('20') })
      await wasSent()
    },
    'custom(provider): sendTransaction({ blobs, kzg })': async (world) => {
      const { client } = await injectedOf(world)
      const blobs = toBlobs({ data: stringToHex('Hello') })
      await client.sendTransaction({ blobs, kzg, maxFeePerBlobGas: parseGwei('30'), to: PEER })
    },
    'custom(provider): switchChain({ id }), addChain({ chain })': async (world) => {
      const { client } = await injectedOf(world)
      await client.switchChain({ id: 1 })
      check((await client.getChainId()) === 1, 'switched')
      const rpcUrls = { default: { http: ['https://node.example'] } }
      await client.addChain({ chain: { ...chain, id: 1337, rpcUrls } })
      check((await client.getChainId()) === 1337, 'added')
    },
    'custom(provider): requestPermissions, getPermissions': async (world) => {
      const { client } = await injectedOf(world)
      const [permission] = await client.requestPermissions({ eth_accounts: {} })
      check(permission!.parentCapability === 'eth_accounts', 'permission')
      check((await client.getPermissions()).length === 1, 'permissions')
    },
    'custom(provider): sendTransaction({ authorizationList }) of a local account': async (world) => {
      const { client, wasSent } = await injectedOf(world)
      const { account } = await clientOf(world)
      const authorization = await client.signAuthorization({ account, contractAddress: PEER })
      await client.sendTransaction({ authorizationList: [authorization], to: PEER, data: '0x' })
      await wasSent()
    },
    'custom(provider): sendCalls({ calls: [{ to, abi, functionName, args }], experimental_fallback: true })':
      async (world) => {
        const { client, node } = await injectedOf(world)
        const calls = [{ to: PEER, abi, functionName: 'transfer', args: [PEER, 1n] }] as const
        const { id } = await client.sendCalls({ calls, experimental_fallback: true })
        check((await client.waitForCallsStatus({ id })).status === 'success', 'status')
        check(node.sent.length === 1, `${node.sent.length} transactions`)
      },
  },
})
