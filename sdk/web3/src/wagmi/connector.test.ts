/** The connector in a wagmi configuration, as wagmi itself drives it. */
import { KeywrightError } from '@keywright/client'
import { createSigningWorld, type SigningWorld } from '@keywright/client/signing/testing'
import {
  connect,
  createConfig,
  createStorage,
  disconnect,
  fallback,
  getConnection,
  http,
  reconnect,
  sendTransaction,
  signMessage,
  switchChain,
} from '@wagmi/core'
import { mainnet, sepolia } from '@wagmi/core/chains'
import { type Hex, verifyMessage } from 'viem'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { announceProvider, createEIP1193Provider, type Eip1193Provider } from '../eip1193/index.ts'
import { keywright, type WalletOfUser } from './index.ts'

let world: SigningWorld
beforeAll(async () => {
  world = await createSigningWorld('wagmi')
})

afterEach(() => vi.unstubAllGlobals())

const memory = () => {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

function appOf(storage = memory(), signedIn: () => boolean = () => true, client = () => world.client) {
  const asked: string[] = []
  const wallet = (): WalletOfUser | undefined =>
    signedIn()
      ? {
          client: client(),
          walletId: world.walletId,
          storage,
          async fetch(url) {
            asked.push(String(url))
            return Response.json({ result: '0x01' })
          },
        }
      : undefined
  const connector = keywright({ wallet })
  const config = createConfig({
    chains: [mainnet, sepolia],
    connectors: [connector],
    multiInjectedProviderDiscovery: false,
    storage: createStorage({ storage }),
    transports: {
      [mainnet.id]: http('https://one.example'),
      [sepolia.id]: fallback([http('https://two.example'), http('https://three.example')]),
    },
  })
  return { config, connector: config.connectors[0]!, asked, storage }
}

it('connects, signs, switches, sends and disconnects', async () => {
  const { config, connector, asked } = appOf()
  const { accounts, chainId } = await connect(config, { connector })
  expect({ accounts, chainId }).toEqual({ accounts: [world.ethereum, world.ethereum2], chainId: 1 })
  const signature = await signMessage(config, { message: 'hi' })
  expect(await verifyMessage({ address: world.ethereum as Hex, message: 'hi', signature })).toBe(true)
  await switchChain(config, { chainId: sepolia.id })
  expect(getConnection(config).chainId).toBe(sepolia.id)
  const hash = await sendTransaction(config, {
    to: world.ethereum2 as Hex,
    value: 1n,
    gas: 21_000n,
    gasPrice: 1n,
  })
  expect(hash).toBe('0x01')
  expect(new Set(asked)).toEqual(new Set(['https://two.example']))
  await disconnect(config)
  expect(getConnection(config).isConnected).toBe(false)
})

it('is listed once in a page that also announces the wallet', () => {
  vi.stubGlobal('window', new EventTarget())
  const info = { name: 'Own', icon: 'data:image/png;base64,', rdns: 'com.example' } as const
  const { client, walletId } = world
  const provider = createEIP1193Provider({ client, walletId, chains: [{ chainId: '0x1' }] })
  const stop = announceProvider(provider, info)
  const { connectors } = createConfig({
    chains: [mainnet],
    connectors: [keywright({ wallet: () => undefined, rdns: info.rdns })],
    storage: null,
    transports: { [mainnet.id]: http() },
  })
  stop()
  expect(connectors.map(({ id }) => id)).toEqual(['keywright'])
})

it('signs with the client of the newest session', async () => {
  let client = world.client
  const { config, connector } = appOf(
    memory(),
    () => true,
    () => client,
  )
  await connect(config, { connector })
  client = world.offline
  await expect(signMessage(config, { message: 'hi' })).rejects.toThrow()
  client = world.client
  expect(await signMessage(config, { message: 'hi' })).toMatch(/^0x/)
})

it('asks the user with the newest `confirm`, whether it was there at first or not', async () => {
  const asked: string[] = []
  const confirms: WalletOfUser['confirm'][] = [undefined, ({ method }) => asked.push(method) < 0]
  const wallet = () => ({
    client: world.client,
    walletId: world.walletId,
    storage: null,
    confirm: confirms[0],
  })
  const { config } = appOf()
  await connect(config, { connector: keywright({ wallet: wallet as never }) })
  await signMessage(config, { message: 'hi' })
  confirms.shift()
  await expect(signMessage(config, { message: 'hi' })).rejects.toMatchObject({ code: 4001 })
  expect(asked).toEqual(['personal_sign'])
})

it.each([
  ['has signed out', undefined],
  ['is another one', { walletId: crypto.randomUUID() }],
])('a provider that the app keeps signs nothing once the user %s', async (_, next) => {
  const other = await createSigningWorld('wagmi, kept provider')
  let user: WalletOfUser | undefined = { client: world.client, walletId: world.walletId, storage: memory() }
  const { config } = appOf()
  const { connector } = { connector: keywright({ wallet: () => user }) }
  await connect(config, { connector })
  const kept = (await getConnection(config).connector!.getProvider()) as Eip1193Provider
  user = next && { ...next, client: other.client, storage: memory() }
  const sign = { method: 'personal_sign', params: ['hi', world.ethereum] }
  await expect(kept.request(sign)).rejects.toMatchObject({ code: 4100 })
  await expect(signMessage(config, { message: 'hi' })).rejects.toThrow()
  await expect(kept.request(sign)).rejects.toMatchObject({ code: 4100 })
})

it('a provider that the app keeps works again once the app connects again', async () => {
  let isSignedIn = true
  const { config, connector } = appOf(memory(), () => isSignedIn)
  await connect(config, { connector })
  const kept = (await connector.getProvider()) as Eip1193Provider
  const accounts = () => kept.request({ method: 'eth_accounts' })
  const shown: unknown[] = []
  kept.on('accountsChanged', (changed) => shown.push(changed))
  await disconnect(config)
  expect(await accounts()).toEqual([])
  await connect(config, { connector })
  expect(await accounts()).toHaveLength(2)
  isSignedIn = false
  await expect(accounts()).rejects.toMatchObject({ code: 4100, message: expect.stringMatching('no user') })
  expect(getConnection(config).isConnected).toBe(false)
  isSignedIn = true
  await connect(config, { connector })
  expect(await accounts()).toHaveLength(2)
  expect(await connector.getProvider()).toBe(kept)
  await switchChain(config, { chainId: sepolia.id })
  expect(getConnection(config).chainId).toBe(sepolia.id)
  expect(shown).toEqual([[], [world.ethereum, world.ethereum2]])
})

it('stays disconnected if the app disconnects after a reload, before it reconnects', async () => {
  const { config, connector, storage } = appOf()
  await connect(config, { connector })
  const reloaded = appOf(storage)
  await reloaded.connector.disconnect()
  const again = appOf(storage)
  await reconnect(again.config)
  expect(getConnection(again.config).isConnected).toBe(false)
  await appOf(storage, () => false).connector.disconnect()
})

it('reconnects after a reload, but not after a disconnect or without a signed-in user', async () => {
  const { config, connector, storage } = appOf()
  await connect(config, { connector })
  await switchChain(config, { chainId: sepolia.id })

  const reloaded = appOf(storage)
  await reconnect(reloaded.config)
  expect(getConnection(reloaded.config)).toMatchObject({ isConnected: true, chainId: sepolia.id })
  const signedOut = appOf(storage, () => false)
  await reconnect(signedOut.config)
  expect(getConnection(signedOut.config).isConnected).toBe(false)
  await expect(connect(signedOut.config, { connector: signedOut.connector })).rejects.toThrow('signed in')

  await disconnect(reloaded.config)
  const again = appOf(storage)
  await reconnect(again.config)
  expect(getConnection(again.config).isConnected).toBe(false)
})

it('forgets the accounts once their user has signed out or another user has signed in', async () => {
  const other = await createSigningWorld('wagmi, another user')
  let user: SigningWorld | undefined = world
  const wallet = () => user && { client: user.client, walletId: user.walletId, storage: memory() }
  const config = createConfig({
    chains: [mainnet],
    connectors: [keywright({ wallet })],
    multiInjectedProviderDiscovery: false,
    storage: null,
    transports: { [mainnet.id]: http('https://one.example') },
  })
  const connector = config.connectors[0]!
  await connect(config, { connector })
  user = other
  await expect(signMessage(config, { message: 'hi' })).rejects.toThrow()
  expect(getConnection(config)).toMatchObject({ isConnected: false, address: undefined })
  await connect(config, { connector })
  expect(getConnection(config).address).toBe(other.ethereum)
  user = undefined
  await expect(signMessage(config, { message: 'hi' })).rejects.toMatchObject({ code: 4100 })
  expect(getConnection(config).isConnected).toBe(false)
})

it.each([
  ['PASSKEY_CANCELLED', 4001],
  ['SIGNED_OUT', 4100],
])('rejects with a code that apps know if finding the wallet fails: %s', async (code, expected) => {
  const failing = keywright({
    wallet: () => Promise.reject(new KeywrightError(code, 'no wallet', {})),
  })
  const { config } = appOf()
  await expect(connect(config, { connector: failing })).rejects.toMatchObject({ code: expected })
  expect(getConnection(config).status).toBe('disconnected')
})
