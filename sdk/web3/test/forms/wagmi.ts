/** wagmi: a configuration with our connector. */
import type { SigningWorld } from '@keywright/client/signing/testing'
import {
  connect,
  createConfig,
  createStorage,
  custom,
  disconnect,
  getAccount,
  getChainId,
  getConnection,
  getConnections,
  injected,
  reconnect,
  sendCalls,
  sendTransaction,
  signMessage,
  signTypedData,
  switchAccount,
  switchChain,
  switchConnection,
  verifyMessage,
  waitForTransactionReceipt,
  watchAccount,
  watchChainId,
  watchConnection,
  writeContract,
} from '@wagmi/core'
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
    'writeContract(config, { address, abi, functionName, args })': async (world) => {
      const { config, wasSent } = await connected(world)
      await writeContract(config, { address: PEER, abi, functionName: 'transfer', args: [PEER, 1n] })
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
    'switchConnection(config, { connector })': async (world) => {
      const { config, connector } = await connected(world)
      check((await toConnection(config, { connector })).accounts[0] === world.ethereum, 'account')
    },
    'sendCalls(config, { calls, experimental_fallback: true })': async (world) => {
      const { config, node } = await connected(world)
      await sendCalls(config, { calls: [{ to: PEER }, { to: PEER, value: 1n }], experimental_fallback: true })
      check(node.sent.length === 2, `${node.sent.length} transactions`)
    },
  },
})
