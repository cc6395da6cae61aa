/** wagmi: a configuration with our connector. */
import type { SigningWorld } from '@keywright/client/signing/testing'
import {
  call,
  connect,
  createConfig,
  createStorage,
  custom,
  deployContract,
  disconnect,
  estimateGas,
  getAccount,
  getCallsStatus,
  getCapabilities,
  getChainId,
  getConnection,
  getConnections,
  getConnectorClient,
  getWalletClient,
  injected,
  prepareTransactionRequest,
  reconnect,
  sendCalls,
  sendCallsSync,
  sendTransaction,
  sendTransactionSync,
  showCallsStatus,
  signMessage,
  signTransaction,
  signTypedData,
  simulateContract,
  switchAccount,
  switchChain,
  switchConnection,
  verifyMessage,
  verifyTypedData as verifyTypedDataOf,
  waitForCallsStatus,
  waitForTransactionReceipt,
  watchAccount,
  watchAsset,
  watchChainId,
  watchConnection,
  writeContract,
  writeContractSync,
} from '@wagmi/core'
import { BrowserProvider, JsonRpcSigner, verifyMessage as verifyWithEthers } from 'ethers'
import { defineChain, encodeFunctionData, parseAbi, recoverTransactionAddress, verifyTypedData } from 'viem'
import { keywright } from '../../src/wagmi/index.ts'
import { check, type Library } from './form.ts'
import { CHAIN_ID, createNode, fetchOf, providerOf } from './node.ts'

/** wagmi 2 calls connections accounts. */
const connectionOf = getConnection ?? getAccount
const onConnection = watchConnection ?? watchAccount
const toConnection = switchConnection ?? switchAccount

const PEER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const chainOf = (id: number) =>
  defineChain({
    id,
    name: `Chain ${id}`,
    nativeCurrency: { name: 'Ether', symbol: 'ETH', decimals: 18 },
    rpcUrls: { default: { http: [`https://${id}.example`] } },
  })
const [chain, other] = [chainOf(CHAIN_ID), chainOf(1)]
const abi = parseAbi(['function transfer(address to, uint256 amount)', 'constructor(uint256 supply)'])
const typedData = {
  domain: { name: 'Mail', version: '1', chainId: CHAIN_ID, verifyingContract: PEER },
  types: { Mail: [{ name: 'contents', type: 'string' }] },
  primaryType: 'Mail',
  message: { contents: 'Hello' },
} as const

function appOf(world: SigningWorld, kept = new Map<string, string>()) {
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  const node = createNode()
  const connector = keywright({
    wallet: () => ({
      client: world.client,
      walletId: world.walletId,
      storage,
      fetch: fetchOf(node),
    }),
  })
  const config = createConfig({
    chains: [chain, other],
    connectors: [connector],
    multiInjectedProviderDiscovery: false,
    storage: createStorage({ storage }),
    transports: { [chain.id]: custom(node), [other.id]: custom(node) },
  })
  const wasSent = async () => {
    check(node.sent.length === 1, `${node.sent.length} transactions were sent`)
    const serializedTransaction = node.sent[0] as never
    check((await recoverTransactionAddress({ serializedTransaction })) === world.ethereum, 'sender')
  }
  return { config, connector: config.connectors[0]!, create: connector, kept, node, wasSent }
}

async function connected(world: SigningWorld) {
  const app = appOf(world)
  await connect(app.config, { connector: app.connector })
  return app
}

export const wagmi = (version: string): Library => ({
  name: '@wagmi/core',
  version,
  forms: {
    'connect(config, { connector }) and getConnection': async (world) => {
      const { config } = await connected(world)
      const { address, chainId, isConnected } = connectionOf(config)
      check(isConnected && address === world.ethereum && chainId === CHAIN_ID, 'connection')
    },
    'connect(config, { connector, chainId })': async (world) => {
      const { config, connector } = appOf(world)
      check((await connect(config, { connector, chainId: other.id })).chainId === other.id, 'chain')
    },
    'connect(config, { connector, withCapabilities: true })': async (world) => {
      const { config, connector } = appOf(world)
      const { accounts } = await connect(config, { connector, withCapabilities: true })
      check(accounts[0]!.address === world.ethereum, 'account')
    },
    'connect(config, { connector: injected({ target: { provider } }) })': async (world) => {
      const { config, node } = appOf(world)
      const provider = providerOf(world, node)
      const connector = injected({ target: { id: 'own', name: 'Own', provider } })
      // wagmi looks for injected wallets only in pages.
      Object.assign(globalThis, { window: new EventTarget() })
      const { accounts } = await connect(config, { connector }).finally(() => {
        Reflect.deleteProperty(globalThis, 'window')
      })
      check(accounts[0] === world.ethereum, 'account')
    },
    'reconnect(config) after a reload': async (world) => {
      const { kept } = await connected(world)
      const { config } = appOf(world, kept)
      await reconnect(config)
      check(connectionOf(config).isConnected, 'connection')
    },
    'connect(config, { connector: keywright({ … }) }), not in the config': async (world) => {
      const { config, create } = appOf(world)
      check((await connect(config, { connector: create })).accounts[0] === world.ethereum, 'account')
    },
    'reconnect(config, { connectors })': async (world) => {
      const { kept } = await connected(world)
      const { config, connector } = appOf(world, kept)
      await reconnect(config, { connectors: [connector] })
      check(connectionOf(config).isConnected, 'connection')
    },
    'getConnections, getChainId and watchChainId': async (world) => {
      const { config } = await connected(world)
      const seen: number[] = []
      watchChainId(config, { onChange: (chainId) => seen.push(chainId) })
      await switchChain(config, { chainId: other.id })
      check(getConnections(config)[0]!.accounts[0] === world.ethereum, 'connections')
      check(getChainId(config) === other.id && seen.join() === `${other.id}`, `seen ${seen}`)
    },
    'disconnect(config) and watchConnection': async (world) => {
      const { config } = await connected(world)
      const seen: string[] = []
      onConnection(config, { onChange: ({ status }) => seen.push(status) })
      await disconnect(config)
      check(seen.at(-1) === 'disconnected', seen.join())
    },
    'signMessage(config, { message }) and verifyMessage': async (world) => {
      const { config } = await connected(world)
      const signature = await signMessage(config, { message: 'Hello' })
      check(
        await verifyMessage(config, { address: world.ethereum as never, message: 'Hello', signature }),
        'signature',
      )
    },
    'signMessage(config, { message: { raw } })': async (world) => {
      const { config } = await connected(world)
      check((await signMessage(config, { message: { raw: '0x00ff' } })).length === 132, 'signature')
    },
    'signMessage(config, { account, connector, message })': async (world) => {
      const { config, connector } = await connected(world)
      const account = world.ethereum2 as `0x${string}`
      const signature = await signMessage(config, { account, connector, message: 'Hello' })
      check(await verifyMessage(config, { address: account, message: 'Hello', signature }), 'signature')
    },
    'verifyTypedData(config, data)': async (world) => {
      const { config } = await connected(world)
      const signature = await signTypedData(config, typedData)
      const address = world.ethereum as `0x${string}`
      check(await verifyTypedDataOf(config, { ...typedData, address, signature }), 'signature')
    },
    'signTypedData(config, data)': async (world) => {
      const { config } = await connected(world)
      const signature = await signTypedData(config, typedData)
      check(await verifyTypedData({ ...typedData, address: world.ethereum as never, signature }), 'signature')
    },
    'sendTransaction(config, { to, value }) and waitForTransactionReceipt': async (world) => {
      const { config, wasSent } = await connected(world)
      const hash = await sendTransaction(config, { to: PEER, value: 1n })
      await wasSent()
      check((await waitForTransactionReceipt(config, { hash })).status === 'success', 'receipt')
    },
    'sendTransaction(config, { account, connector, data, gas: null })': async (world) => {
      const { config, connector, wasSent } = await connected(world)
      const data = encodeFunctionData({ abi, functionName: 'transfer', args: [PEER, 1n] })
      const account = world.ethereum as `0x${string}`
      await sendTransaction(config, { account, connector, to: PEER, data, gas: null })
      await wasSent()
    },
    'sendTransaction(config, { chainId }) of a chain that is not active': async (world) => {
      await sendTransaction((await connected(world)).config, { to: PEER, chainId: other.id })
    },
    'sendTransaction(config, { type, accessList, gasPrice })': async (world) => {
      const { config, wasSent } = await connected(world)
      const accessList = [{ address: PEER, storageKeys: [] }] as const
      await sendTransaction(config, { to: PEER, type: 'eip2930', accessList, gasPrice: 1n } as never)
      await wasSent()
    },
    'estimateGas(config, { to }) and call(config, { to })': async (world) => {
      const { config } = await connected(world)
      check((await estimateGas(config, { to: PEER })) === 60_000n, 'gas')
      check((await call(config, { to: PEER })).data === undefined, 'data')
    },
    'sendTransactionSync(config, { to, value })': async (world) => {
      const { config, wasSent } = await connected(world)
      check((await sendTransactionSync(config, { to: PEER, value: 1n })).status === 'success', 'receipt')
      await wasSent()
    },
    'signTransaction(config, request)': async (world) => {
      const { config } = await connected(world)
      const serializedTransaction = await signTransaction(config, { to: PEER, value: 1n } as never)
      const sender = await recoverTransactionAddress({ serializedTransaction } as never)
      check(sender === world.ethereum, 'sender')
    },
    'prepareTransactionRequest, sendTransaction': async (world) => {
      const { config, wasSent } = await connected(world)
      const request = await prepareTransactionRequest(config, {
        to: PEER,
        value: 1n,
        chainId: CHAIN_ID,
      } as never)
      await sendTransaction(config, request as never)
      await wasSent()
    },
    'writeContract(config, { address, abi, functionName, args })': async (world) => {
      const { config, wasSent } = await connected(world)
      await writeContract(config, { address: PEER, abi, functionName: 'transfer', args: [PEER, 1n] })
      await wasSent()
    },
    'simulateContract, writeContract(config, request)': async (world) => {
      const { config, wasSent } = await connected(world)
      const call = { address: PEER, abi, functionName: 'transfer', args: [PEER, 1n] } as const
      const { request } = await simulateContract(config, call)
      await writeContract(config, request)
      await wasSent()
    },
    'writeContractSync(config, { address, abi, functionName, args })': async (world) => {
      const { config, wasSent } = await connected(world)
      const call = { address: PEER, abi, functionName: 'transfer', args: [PEER, 1n] } as const
      check((await writeContractSync(config, call)).status === 'success', 'receipt')
      await wasSent()
    },
    'deployContract(config, { abi, bytecode, args })': async (world) => {
      const { config, wasSent } = await connected(world)
      await deployContract(config, { abi, bytecode: '0x6001', args: [1n] })
      await wasSent()
    },
    'switchChain(config, { chainId })': async (world) => {
      const { config } = await connected(world)
      await switchChain(config, { chainId: other.id })
      check(connectionOf(config).chainId === other.id, 'chain')
    },
    'switchChain(config, { chainId, addEthereumChainParameter })': async (world) => {
      const { config } = await connected(world)
      const addEthereumChainParameter = { chainName: 'Other', rpcUrls: ['https://1.example'] }
      await switchChain(config, { chainId: other.id, addEthereumChainParameter } as never)
      check(connectionOf(config).chainId === other.id, 'chain')
    },
    'new JsonRpcSigner(new BrowserProvider(client.transport), address), as the guide to ethers': async (
      world,
    ) => {
      const { config } = await connected(world)
      const { account, chain, transport } = await getConnectorClient(config)
      const provider = new BrowserProvider(transport as never, { chainId: chain.id, name: chain.name })
      const signature = await new JsonRpcSigner(provider, account.address).signMessage('Hello')
      check(verifyWithEthers('Hello', signature) === world.ethereum, 'signature')
    },
    'switchConnection(config, { connector })': async (world) => {
      const { config, connector } = await connected(world)
      check((await toConnection(config, { connector })).accounts[0] === world.ethereum, 'account')
    },
    'getConnectorClient and getWalletClient': async (world) => {
      const { config } = await connected(world)
      const client = await getConnectorClient(config)
      const wallet = await getWalletClient(config)
      check(client.account.address === world.ethereum, 'client')
      check((await wallet.signMessage({ message: 'Hello' })).length === 132, 'signature')
    },
    'getCapabilities(config)': async (world) => {
      await getCapabilities((await connected(world)).config)
    },
    'sendCalls(config, { calls })': async (world) => {
      await sendCalls((await connected(world)).config, { calls: [{ to: PEER }] })
    },
    'sendCalls(config, { calls, experimental_fallback: true })': async (world) => {
      const { config, node } = await connected(world)
      await sendCalls(config, { calls: [{ to: PEER }, { to: PEER, value: 1n }], experimental_fallback: true })
      check(node.sent.length === 2, `${node.sent.length} transactions`)
    },
    'sendCalls(config, { calls, experimental_fallback: true }), then waitForCallsStatus': async (world) => {
      const { config } = await connected(world)
      const calls = [{ to: PEER, abi, functionName: 'transfer', args: [PEER, 1n] }] as const
      const { id } = await sendCalls(config, { calls, experimental_fallback: true })
      check((await waitForCallsStatus(config, { id })).status === 'success', 'status')
    },
    'sendCalls(config, { calls, capabilities })': async (world) => {
      const capabilities = { paymasterService: { url: 'https://paymaster.example' } }
      await sendCalls((await connected(world)).config, { calls: [{ to: PEER }], capabilities })
    },
    'sendCallsSync(config, { calls })': async (world) => {
      await sendCallsSync((await connected(world)).config, { calls: [{ to: PEER }] })
    },
    'getCallsStatus(config, { id })': async (world) => {
      await getCallsStatus((await connected(world)).config, { id: '0x1' })
    },
    'showCallsStatus(config, { id })': async (world) => {
      await showCallsStatus((await connected(world)).config, { id: '0x1' })
    },
    'watchAsset(config, { type, options })': async (world) => {
      const options = { address: PEER, symbol: 'USD', decimals: 6 }
      await watchAsset((await connected(world)).config, { type: 'ERC20', options })
    },
  },
})
