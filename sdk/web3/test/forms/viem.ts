/** viem: accounts, wallet clients and transactions. */
import type { SigningWorld } from '@keywright/client/signing/testing'
import {
  type Account,
  createNonceManager,
  createPublicClient,
  createWalletClient,
  custom,
  defineChain,
  encodeFunctionData,
  getContract,
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
  walletActions,
} from 'viem'
import {
  createBundlerClient,
  toCoinbaseSmartAccount,
  toSimple7702SmartAccount,
  toSoladySmartAccount,
} from 'viem/account-abstraction'
import { generatePrivateKey, nonceManager, privateKeyToAccount } from 'viem/accounts'
import { celo, optimism } from 'viem/chains'
import {
  erc7715Actions,
  erc7739Actions,
  erc7811Actions,
  erc7821Actions,
  erc7846Actions,
  erc7895Actions,
} from 'viem/experimental'
import { walletActionsL1, walletActionsL2 } from 'viem/op-stack'
import { createSiweMessage, generateSiweNonce } from 'viem/siwe'
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

type WalletClient = Awaited<ReturnType<typeof injectedOf>>['client']

/** Requests to wallets with abilities of their own. A client with a local account passes them to its node. */
const TO_WALLETS: Readonly<Record<string, (client: WalletClient) => Promise<unknown>>> = {
  'sendCalls({ calls })': (client) => client.sendCalls({ calls: [{ to: PEER }] }),
  'sendCallsSync({ calls })': (client) => client.sendCallsSync({ calls: [{ to: PEER }] }),
  'sendCalls({ calls, capabilities, experimental_fallback: true })': (client) => {
    const capabilities = { paymasterService: { url: 'https://paymaster.example' } }
    return client.sendCalls({ calls: [{ to: PEER }], capabilities, experimental_fallback: true })
  },
  'sendCalls({ calls, forceAtomic: true, experimental_fallback: true })': (client) =>
    client.sendCalls({ calls: [{ to: PEER }, { to: PEER }], forceAtomic: true, experimental_fallback: true }),
  'getCallsStatus({ id })': (client) => client.getCallsStatus({ id: '0x1234' }),
  'showCallsStatus({ id })': (client) => client.showCallsStatus({ id: '0x1234' }),
  'getCapabilities()': (client) => client.getCapabilities(),
  'watchAsset({ type, options })': (client) =>
    client.watchAsset({ type: 'ERC20', options: { address: PEER, symbol: 'USD', decimals: 6 } }),
  'extend(erc7715Actions()).grantPermissions({ … })': (client) =>
    client.extend(erc7715Actions()).grantPermissions({ expiry: 1, permissions: [] }),
  'extend(erc7811Actions()).getAssets()': (client) => client.extend(erc7811Actions()).getAssets(),
  'extend(erc7846Actions()).disconnect()': (client) => client.extend(erc7846Actions()).disconnect(),
  'extend(erc7895Actions()).addSubAccount({ keys })': (client) =>
    client.extend(erc7895Actions()).addSubAccount({ keys: [], type: 'create' }),
}
const TO_NODES: typeof TO_WALLETS = {
  ...TO_WALLETS,
  'switchChain({ id })': (client) => client.switchChain({ id: 1 }),
  'addChain({ chain })': (client) => client.addChain({ chain }),
  'requestPermissions({ eth_accounts })': (client) => client.requestPermissions({ eth_accounts: {} }),
  'getPermissions()': (client) => client.getPermissions(),
  'requestAddresses()': (client) => client.requestAddresses(),
}

/** A row for each request. */
const rowsFor = (
  requests: typeof TO_WALLETS,
  prefix: string,
  open: (world: SigningWorld) => Promise<{ readonly client: object }>,
) =>
  Object.fromEntries(
    Object.entries(requests).map(([name, ask]) => [
      prefix + name,
      async (world: SigningWorld) => void (await ask((await open(world)).client as WalletClient)),
    ]),
  )

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

const GAS = { callGasLimit: 1n, verificationGasLimit: 1n, preVerificationGas: 1n } as const

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
    'account.signTypedData(data)': async (world) => {
      const { account } = await clientOf(world)
      const signature = await account.signTypedData(typedData)
      check(await verifyTypedData({ ...typedData, address: account.address, signature }), 'signature')
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
    'createAccount with the nonceManager of viem': async (world) => {
      const { account, client, node } = await clientOf(world)
      const managed = { ...account, nonceManager }
      await Promise.all([0, 1].map(() => client.sendTransaction({ account: managed, to: PEER })))
      const nonces = node.sent.map((raw) => parseTransaction(raw).nonce ?? 0)
      check(nonces.toSorted().join() === '0,1', `nonces ${nonces}`)
    },
    'client.prepareTransactionRequest({ parameters, nonceManager })': async (world) => {
      const { client, wasSent } = await clientOf(world)
      const parameters = ['chainId', 'fees', 'gas', 'nonce', 'type'] as const
      await client.sendTransaction(
        (await client.prepareTransactionRequest({ to: PEER, parameters, nonceManager })) as never,
      )
      await wasSent('eip1559')
    },
    'createPublicClient({ … }).extend(walletActions)': async (world) => {
      const { account, transport, wasSent } = await clientOf(world)
      const client = createPublicClient({ chain, transport }).extend(walletActions)
      await client.sendTransaction({ account, to: PEER })
      await wasSent()
    },
    'createWalletClient({ account, dataSuffix })': async (world) => {
      const { account, node, transport, wasSent } = await clientOf(world)
      const client = createWalletClient({ account, chain, transport, dataSuffix: '0xdeadbeef' })
      await client.sendTransaction({ to: PEER, data: '0x00' })
      await wasSent()
      // The oldest version drops it, for every account.
      check(!('dataSuffix' in client) || node.sent[0]!.includes('00deadbeef'), 'suffix')
    },
    'client.sendTransaction({ account, to, data, nonce }), without a hoisted account': async (world) => {
      const { account, node, transport, wasSent } = await clientOf(world)
      const client = createWalletClient({ chain, transport })
      const data = encodeFunctionData(CALL)
      await client.sendTransaction({ account, to: PEER, data, nonce: 69 })
      await wasSent('eip1559')
      check(parseTransaction(node.sent[0]!).nonce === 69, 'nonce')
    },
    'client.sendTransaction({ maxFeePerGas, maxPriorityFeePerGas })': async (world) => {
      const { client, wasSent } = await clientOf(world)
      const fees = { maxFeePerGas: parseGwei('20'), maxPriorityFeePerGas: parseGwei('2') }
      await client.sendTransaction({ to: PEER, ...fees })
      await wasSent('eip1559')
    },
    'client.sendTransaction({ chain: null })': async (world) => {
      const { client, wasSent } = await clientOf(world)
      await client.sendTransaction({ to: PEER, chain: null })
      await wasSent()
    },
    'client.sendTransaction({ chain: celo, feeCurrency })': async (world) => {
      const { account, transport } = await clientOf(world)
      const client = createWalletClient({ account, chain: { ...celo, id: CHAIN_ID }, transport })
      await client.sendTransaction({ to: PEER, feeCurrency: PEER, gas: 21_000n } as never)
    },
    'client.signTransaction({ to, value }), not prepared': async (world) => {
      const { account, client } = await clientOf(world)
      const serializedTransaction = await client.signTransaction({ to: PEER, value: 1n } as never)
      const sender = await recoverTransactionAddress({ serializedTransaction } as never)
      check(sender === account.address, 'sender')
    },
    'client.simulateContract, writeContract(request)': async (world) => {
      const { client, wasSent } = await clientOf(world)
      const { request } = await client.simulateContract(CALL)
      await client.writeContract(request)
      await wasSent()
    },
    'client.writeContractSync({ address, abi, functionName, args })': async (world) => {
      const { client, wasSent } = await clientOf(world)
      check((await client.writeContractSync(CALL)).status === 'success', 'receipt')
      await wasSent()
    },
    'client.writeContract({ …, dataSuffix })': async (world) => {
      const { client, node, wasSent } = await clientOf(world)
      await client.writeContract({ ...CALL, dataSuffix: '0xdeadbeef' })
      await wasSent()
      check(node.sent[0]!.includes('deadbeef'), 'suffix')
    },
    'getContract({ address, abi, client }).write.transfer([…])': async (world) => {
      const { client, wasSent } = await clientOf(world)
      await getContract({ address: PEER, abi, client }).write.transfer([PEER, 1n])
      await wasSent()
    },
    'getContract({ …, client: { public, wallet } }): simulate, estimateGas, write': async (world) => {
      const { client, wasSent } = await clientOf(world)
      const contract = getContract({ address: PEER, abi, client: { public: client, wallet: client } })
      await contract.simulate.transfer([PEER, 1n])
      check((await contract.estimateGas.transfer([PEER, 1n], {})) === 60_000n, 'gas')
      await contract.write.transfer([PEER, 1n])
      await wasSent()
    },
    'client.sendRawTransactionSync(await client.signTransaction(request))': async (world) => {
      const { client, wasSent } = await clientOf(world)
      const serializedTransaction = await client.signTransaction(
        await client.prepareTransactionRequest({ to: PEER }),
      )
      check((await client.sendRawTransactionSync({ serializedTransaction })).status === 'success', 'receipt')
      await wasSent()
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
    'account.signAuthorization({ address, chainId, nonce })': async (world) => {
      const { account } = await clientOf(world)
      const authorization = await account.signAuthorization({ address: PEER, chainId: CHAIN_ID, nonce: 0 })
      check(await verifyAuthorization({ address: account.address, authorization }), 'authorization')
    },
    'createSiweMessage, client.signMessage': async (world) => {
      const { account, client } = await clientOf(world)
      const message = createSiweMessage({
        address: account.address,
        chainId: CHAIN_ID,
        domain: 'app.example',
        nonce: generateSiweNonce(),
        uri: 'https://app.example',
        version: '1',
      })
      await isOf(account, message, await client.signMessage({ message }))
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
    'toSoladySmartAccount({ owner: account }).signMessage and signTypedData': async (world) => {
      const { account, client } = await clientOf(world)
      const smart = await toSoladySmartAccount({ client, owner: account, address: PEER })
      const verifierDomain = { ...typedData.domain, salt: `0x${'00'.repeat(32)}` } as const
      const wrapping = client.extend(erc7739Actions())
      check((await wrapping.signMessage({ message: 'Hello', verifierDomain })).length === 132, 'message')
      check((await wrapping.signTypedData({ ...typedData, verifierDomain })).length > 132, 'data')
      check(smart.address === PEER, 'address')
    },
    'createBundlerClient({ account: smart }).sendUserOperation({ calls })': async (world) => {
      const hash = `0x${'11'.repeat(32)}`
      const { account, client, transport } = await clientOf(world, { eth_sendUserOperation: hash })
      const getNonce = async () => 0n
      const smart = await toSoladySmartAccount({ client, owner: account, address: PEER, getNonce })
      const bundler = createBundlerClient({ account: smart, client, transport })
      const fees = { maxFeePerGas: 1n, maxPriorityFeePerGas: 1n }
      const calls = [{ to: PEER, value: 1n }] as const
      check((await bundler.sendUserOperation({ calls, ...GAS, ...fees })) === hash, 'hash')
    },
    'erc7821Actions(): execute({ address, calls })': async (world) => {
      const { client, wasSent } = await clientOf(world, { eth_call: `0x${'1'.padStart(64, '0')}` })
      await client.extend(erc7821Actions()).execute({ address: PEER, calls: [{ to: PEER, value: 1n }] })
      await wasSent()
    },
    'walletActionsL1(): depositTransaction({ request, targetChain })': async (world) => {
      const { client, wasSent } = await clientOf(world)
      const portal = { [CHAIN_ID]: { address: PEER } } as const
      const targetChain = { ...optimism, contracts: { ...optimism.contracts, portal } }
      const request = { gas: 21_000n, mint: 1n, to: PEER } as const
      await client.extend(walletActionsL1()).depositTransaction({ request, targetChain } as never)
      await wasSent()
    },
    'walletActionsL2(): initiateWithdrawal({ request })': async (world) => {
      const { client, wasSent } = await clientOf(world)
      const request = { gas: 21_000n, to: PEER, value: 1n } as const
      await client.extend(walletActionsL2()).initiateWithdrawal({ request })
      await wasSent()
    },
    'client.verifyMessage and verifyTypedData': async (world) => {
      const { account, client } = await clientOf(world)
      const { address } = account
      const message = 'Hello'
      const signature = await account.signMessage({ message })
      check(await client.verifyMessage({ address, message, signature }), 'message')
      const signed = await account.signTypedData(typedData)
      check(await client.verifyTypedData({ ...typedData, address, signature: signed }), 'data')
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
    'custom(provider): prepareTransactionRequest, signTransaction, sendRawTransaction': async (world) => {
      const { client, wasSent } = await injectedOf(world)
      const request = await client.prepareTransactionRequest({ to: PEER, value: 1n })
      await client.sendRawTransaction({ serializedTransaction: await client.signTransaction(request) })
      await wasSent()
    },
    'custom(provider): writeContract and deployContract': async (world) => {
      const { client, node } = await injectedOf(world)
      await client.writeContract(CALL)
      await client.deployContract({ abi, bytecode: '0x6001', args: [1n] })
      check(node.sent.length === 2, `${node.sent.length} transactions`)
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
    'custom(provider): sendTransactionSync and writeContractSync': async (world) => {
      const { client, node } = await injectedOf(world)
      check((await client.sendTransactionSync({ to: PEER })).status === 'success', 'receipt')
      check((await client.writeContractSync(CALL)).status === 'success', 'receipt')
      check(node.sent.length === 2, `${node.sent.length} transactions`)
    },
    'custom(provider): sendCalls({ calls: [{ to, abi, functionName, args }], experimental_fallback: true })':
      async (world) => {
        const { client, node } = await injectedOf(world)
        const calls = [{ to: PEER, abi, functionName: 'transfer', args: [PEER, 1n] }] as const
        const { id } = await client.sendCalls({ calls, experimental_fallback: true })
        check((await client.waitForCallsStatus({ id })).status === 'success', 'status')
        check(node.sent.length === 1, `${node.sent.length} transactions`)
      },
    'custom(provider): erc7846Actions().connect()': async (world) => {
      const { account, client } = await injectedOf(world)
      const { accounts } = await client.extend(erc7846Actions()).connect()
      check(accounts[0]!.address === account, 'account')
    },
    'custom(provider): signAuthorization({ contractAddress })': async (world) => {
      await (await injectedOf(world)).client.signAuthorization({ contractAddress: PEER })
    },
    'client.sendCalls({ calls, experimental_fallback: true })': async (world) => {
      const { client, node } = await clientOf(world)
      await client.sendCalls({ calls: [{ to: PEER }, { to: PEER, value: 1n }], experimental_fallback: true })
      check(node.sent.length === 2, `${node.sent.length} transactions`)
    },
    'client.sendCalls({ calls, experimental_fallback: true }), then waitForCallsStatus({ id })': async (
      world,
    ) => {
      const { client } = await clientOf(world)
      const { id } = await client.sendCalls({ calls: [{ to: PEER }], experimental_fallback: true })
      const { receipts, status } = await client.waitForCallsStatus({ id })
      check(status === 'success' && receipts?.length === 1, `status ${status}`)
    },
    ...rowsFor(TO_WALLETS, 'custom(provider): ', injectedOf),
    ...rowsFor(TO_NODES, 'client.', clientOf),
  },
})
