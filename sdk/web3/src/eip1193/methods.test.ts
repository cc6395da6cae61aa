/** Parameters, permissions, events and reloads, as apps and their libraries use them. */
import { KeywrightClient } from '@keywright/client'
import { ApiKeyStamper, generateApiKeyPair } from '@keywright/client/api-key'
import { createSigningWorld, type SigningWorld } from '@keywright/client/signing/testing'
import { createWalletClient, custom, type Hex, verifyTypedData } from 'viem'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { announceProvider, createEIP1193Provider, type Eip1193Config } from './index.ts'

let world: SigningWorld
beforeAll(async () => {
  world = await createSigningWorld('eip-1193 methods')
})

const providerOf = (changes: Partial<Eip1193Config> = {}) =>
  createEIP1193Provider({
    client: world.client,
    walletId: world.walletId,
    chains: [{ chainId: '0x1', rpcUrls: ['https://rpc.example'] }, { chainId: '0x2' }],
    fetch: async () => Response.json({ result: '0x1' }),
    confirm: () => true,
    ...changes,
  })

const memory = () => {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const METHODS = [
  'eth_requestAccounts',
  'eth_accounts',
  'eth_coinbase',
  'eth_chainId',
  'net_version',
  'personal_sign',
  'eth_signTypedData_v4',
  'eth_signTransaction',
  'eth_sendTransaction',
  'wallet_addEthereumChain',
  'wallet_switchEthereumChain',
  'wallet_requestPermissions',
  'wallet_getPermissions',
  'wallet_revokePermissions',
  'eth_blockNumber',
  'eth_call',
]

/** Parameters that no method, or only some, can take. */
const PARAMS: unknown[] = [
  undefined,
  null,
  {},
  [],
  [{}],
  [null],
  [1n],
  [undefined, undefined],
  'x',
  1,
  true,
  { a: 1 },
  [[]],
  ['0x', 1],
  [1, '0x'],
]

it.each(METHODS)('%s answers whatever the parameters are, or says what is wrong', async (method) => {
  const provider = providerOf()
  await provider.request({ method: 'eth_requestAccounts' })
  for (const params of PARAMS) {
    const error = await provider.request({ method, params }).catch((caught: unknown) => caught)
    if (!(error instanceof Error)) continue
    expect(error).toMatchObject({ name: 'ProviderRpcError', code: -32602 })
    expect(error.message).not.toMatch(/iterable|Cannot|convert|BigInt/)
  }
})

it('a circular parameter is rejected', async () => {
  const circular: unknown[] = []
  circular.push(circular)
  const asked = providerOf().request({ method: 'eth_call', params: circular })
  await expect(asked).rejects.toMatchObject({ code: -32602 })
})

it.each([undefined, null, 'eth_chainId', {}, { method: 1 }, []])('%o is not a request', async (request) => {
  await expect(providerOf().request(request as never)).rejects.toMatchObject({ code: -32600 })
})

it.each([
  'wallet_sendCalls',
  'wallet_getCapabilities',
  'wallet_getCallsStatus',
  'eth_sign',
  'toString',
  'web3_sha3',
])('%s is not supported, in words that libraries recognize', async (method) => {
  await expect(providerOf().request({ method, params: [{}] })).rejects.toMatchObject({
    code: 4200,
    message: expect.stringContaining('does not exist / is not available'),
  })
})

it('eth_coinbase is the first account that the app may see, and not that of the node', async () => {
  const provider = providerOf()
  expect(await provider.request({ method: 'eth_coinbase' })).toBeNull()
  await provider.request({ method: 'eth_requestAccounts' })
  expect(await provider.request({ method: 'eth_coinbase' })).toBe(world.ethereum)
})

it('personal_sign takes message and address in either order, and shows the user the message first', async () => {
  const shown: unknown[] = []
  const provider = providerOf({ confirm: ({ params }) => Boolean(shown.push(params)) })
  await provider.request({ method: 'eth_requestAccounts' })
  const sign = (...params: unknown[]) => provider.request({ method: 'personal_sign', params })
  expect(await sign(world.ethereum, 'hi')).toBe(await sign('hi', world.ethereum))
  expect(shown).toEqual(Array(2).fill(['hi', world.ethereum]))
  // A message may be an address.
  expect(await sign(world.ethereum2, world.ethereum)).not.toBe(await sign(world.ethereum, world.ethereum2))
})

it("viem's wallet client throws the reason of the provider or the endpoint, and asks the user once", async () => {
  let asked = 0
  const provider = providerOf({
    confirm: () => Boolean(++asked),
    fetch: async () => Response.json({ error: { code: -32000, message: 'insufficient funds for transfer' } }),
  })
  const [account] = await provider.request({ method: 'eth_requestAccounts' })
  const wallet = createWalletClient({ account, transport: custom(provider) })
  const transaction = {
    to: account,
    chain: null,
    gas: 21_000n,
    gasPrice: 1n,
    nonce: 0,
    type: 'legacy',
  } as const
  await expect(wallet.sendTransaction(transaction as never)).rejects.toThrow(
    'insufficient funds for transfer',
  )
  expect(asked).toBe(1)
  const refused = wallet.sendTransaction({ ...transaction, accessList: [] } as never)
  await expect(refused).rejects.toThrow('`accessList`')
})

describe('typed data', () => {
  const data = {
    types: {
      EIP712Domain: [{ name: 'chainId', type: 'uint256' }],
      Order: [
        { name: 'items', type: 'Item[]' },
        { name: 'amount', type: 'uint256' },
      ],
      Item: [{ name: 'id', type: 'string' }],
    },
    primaryType: 'Order',
    domain: { chainId: 1 },
    message: { items: [{ id: 'a' }], amount: '5' },
  }

  it('is shown without members that its signature does not cover', async () => {
    for (const asText of [false, true]) {
      const shown: unknown[] = []
      const provider = providerOf({ confirm: ({ params }) => shown.push((params as unknown[])[1]) > 0 })
      const [address] = (await provider.request({ method: 'eth_requestAccounts' })) as [Hex]
      const given = {
        ...data,
        note: 'only 1 USD',
        domain: { ...data.domain, site: 'safe.example' },
        message: { ...data.message, note: 'free', items: [{ id: 'a', price: '0' }] },
      }
      const params = [address, asText ? JSON.stringify(given) : given]
      const signature = await provider.request({ method: 'eth_signTypedData_v4', params })
      expect(await verifyTypedData({ ...data, address, signature } as never)).toBe(true)
      expect(asText ? JSON.parse(shown[0] as string) : shown[0]).toEqual(data)
    }
  })

  it.each([
    ['no types', { types: undefined }, '`types`'],
    ['no primary type', { primaryType: undefined }, '`primaryType`'],
    ['an unknown primary type', { primaryType: 'Other' }, 'Other'],
    ['a missing member', { message: { items: [] } }, 'message.amount'],
    ['a rounded number', { message: { items: [], amount: 2 ** 53 + 2 } }, 'message.amount'],
    ['a list that is none', { message: { items: 'x', amount: 1 } }, 'message.items'],
    ['a value of another type', { message: { items: [], amount: 'x' } }, "can't be hashed"],
    ['a type that is no list', { types: { ...data.types, Order: 'x' } }, 'Order'],
    [
      'an integer without a width',
      { types: { ...data.types, Item: [{ name: 'id', type: 'uint[]' }] } },
      'write `uint256`',
    ],
  ])('with %s is rejected', async (_, changes, message) => {
    const provider = providerOf()
    const [address] = await provider.request({ method: 'eth_requestAccounts' })
    const asked = provider.request({
      method: 'eth_signTypedData_v4',
      params: [address, { ...data, ...changes }],
    })
    await expect(asked).rejects.toMatchObject({ code: -32602, message: expect.stringContaining(message) })
  })
})

describe('after a reload', () => {
  it('the app is still connected, to the chain that was active', async () => {
    const storage = memory()
    const first = providerOf({ storage })
    const accounts = await first.request({ method: 'eth_requestAccounts' })
    await first.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x2' }] })

    const second = providerOf({ storage })
    expect(await second.request({ method: 'eth_chainId' })).toBe('0x2')
    expect(await second.request({ method: 'eth_accounts' })).toEqual(accounts)
    await second.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
    expect(await second.request({ method: 'eth_accounts' })).toEqual([])
    expect(await providerOf({ storage }).request({ method: 'eth_accounts' })).toEqual([])
    expect(storage.kept.size).toBe(0)
  })

  it('an app can sign without asking for accounts again', async () => {
    const storage = memory()
    await providerOf({ storage }).request({ method: 'eth_requestAccounts' })
    const request = { method: 'personal_sign', params: ['hi', world.ethereum] }
    expect(await providerOf({ storage }).request(request)).toMatch(/^0x/)
    await expect(providerOf({ storage: null }).request(request)).rejects.toMatchObject({ code: 4100 })
  })

  it('another wallet, a signed-out user or a chain that is gone restore nothing', async () => {
    const storage = memory()
    await providerOf({ storage }).request({ method: 'eth_requestAccounts' })
    const walletId = crypto.randomUUID()
    expect(await providerOf({ storage, walletId }).request({ method: 'eth_accounts' })).toEqual([])
    const denied = async () => Response.json({ code: 7, message: 'denied', details: [] }, { status: 403 })
    const { apiPublicKey, apiPrivateKey } = await generateApiKeyPair()
    const stamperKey = { apiPublicKey, apiPrivateKey }
    const config = { baseUrl: 'https://engine.example.com', organizationId: world.organizationId }
    const stamper = new ApiKeyStamper(stamperKey)
    const stranger = providerOf({
      storage,
      client: new KeywrightClient({ ...config, fetch: denied }, stamper),
    })
    expect(await stranger.request({ method: 'eth_accounts' })).toEqual([])
    const moved = providerOf({ storage, chains: [{ chainId: '0x7' }] })
    expect(await moved.request({ method: 'eth_chainId' })).toBe('0x7')
  })

  it('storage that fails is no reason to fail', async () => {
    const broken = () => {
      throw new Error('quota')
    }
    const { getItem } = memory()
    for (const readable of [{ getItem }, { getItem: broken }]) {
      const provider = providerOf({ storage: { ...readable, setItem: broken, removeItem: broken } })
      expect(await provider.request({ method: 'eth_requestAccounts' })).toHaveLength(2)
      expect(await provider.request({ method: 'eth_accounts' })).toHaveLength(2)
    }
  })
})

it.each([
  ['connected', 'eth_requestAccounts'],
  ['was reloaded', 'eth_accounts'],
])('an app that %s is disconnected when another tab disconnects it', async (_, method) => {
  const storage = memory()
  const [here, there] = [providerOf({ storage }), providerOf({ storage })]
  await there.request({ method: 'eth_requestAccounts' })
  await here.request({ method })
  const seen: unknown[] = []
  here.on('accountsChanged', (accounts) => seen.push(accounts))
  await there.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
  const sign = { method: 'personal_sign', params: ['hi', world.ethereum] }
  const signed = await Promise.allSettled([here.request(sign), here.request(sign)])
  expect(signed.map((each) => (each as PromiseRejectedResult).reason.code)).toEqual([4100, 4100])
  expect(seen).toEqual([[]])
  await here.request({ method: 'eth_requestAccounts' })
  expect(await here.request(sign)).toMatch(/^0x/)
})

it('an app that another tab has disconnected stays so when it switches chains', async () => {
  const storage = memory()
  const [here, there] = [providerOf({ storage }), providerOf({ storage })]
  await here.request({ method: 'eth_requestAccounts' })
  await there.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
  await here.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x2' }] })
  expect(await providerOf({ storage }).request({ method: 'eth_accounts' })).toEqual([])
  expect(await here.request({ method: 'eth_accounts' })).toEqual([])
})

it('emits what EIP-1193 names', async () => {
  let client = world.client
  const forwarding = new Proxy(world.client, { get: (_, name) => Reflect.get(client, name) })
  const events: unknown[] = []
  const provider = providerOf({ client: forwarding })
  for (const event of ['connect', 'disconnect', 'accountsChanged', 'chainChanged'] as const) {
    provider.on(event, (value: unknown) => events.push([event, (value as { code?: number }).code ?? value]))
  }
  const accounts = await provider.request({ method: 'eth_requestAccounts' })
  await provider.request({ method: 'eth_requestAccounts' })
  await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x2' }] })
  const sign = { method: 'personal_sign', params: ['hi', world.ethereum] }
  client = world.offline
  for (const _ of [1, 2]) await expect(provider.request(sign)).rejects.toMatchObject({ code: 4900 })
  client = world.client
  await provider.request(sign)
  await provider.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
  expect(events).toEqual([
    ['connect', { chainId: '0x1' }],
    ['accountsChanged', accounts],
    ['chainChanged', '0x2'],
    ['disconnect', 4900],
    ['connect', { chainId: '0x2' }],
    ['accountsChanged', []],
  ])
})

it('emits each change once, however often the app connects and disconnects', async () => {
  const storage = memory()
  const provider = providerOf({ storage })
  const seen: unknown[] = []
  provider.on('connect', () => seen.push('connect'))
  provider.on('accountsChanged', (accounts) => seen.push(accounts.length))
  const revoke = { method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }
  await provider.request(revoke)
  const connect = { method: 'eth_requestAccounts' }
  await Promise.all([provider.request(connect), provider.request(connect)])
  await Promise.all([provider.request(revoke), provider.request(revoke)])
  expect(seen).toEqual(['connect', 2, 0])
  await provider.request(connect)
  const reloaded = providerOf({ storage })
  const emitted: unknown[] = []
  reloaded.on('accountsChanged', (accounts) => emitted.push(accounts.length))
  await Promise.all([reloaded.request(revoke), reloaded.request(revoke)])
  expect(emitted).toEqual([0])
})

it('a listener that was added twice is called twice, and each removal removes one', async () => {
  const provider = providerOf()
  const seen: string[] = []
  const listener = (chainId: string) => seen.push(chainId)
  provider.on('chainChanged', listener).on('chainChanged', listener)
  await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x2' }] })
  provider.removeListener('chainChanged', listener)
  await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] })
  provider.removeListener('chainChanged', listener).removeListener('chainChanged', listener)
  await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x2' }] })
  expect(seen).toEqual(['0x2', '0x2', '0x1'])
})

it('a listener that throws fails no request, and no other listener', async () => {
  const provider = providerOf()
  const thrown: unknown[] = []
  vi.stubGlobal('queueMicrotask', (task: () => void) => {
    try {
      task()
    } catch (error) {
      thrown.push((error as Error).message)
    }
  })
  const seen: unknown[] = []
  provider.on('chainChanged', () => {
    throw new Error('of the app')
  })
  provider.on('chainChanged', (chainId) => seen.push(chainId))
  await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x2' }] })
  vi.unstubAllGlobals()
  expect([seen, thrown]).toEqual([['0x2'], ['of the app']])
})

it('gives permissions as EIP-2255 describes them', async () => {
  vi.stubGlobal('location', { origin: 'https://app.example' })
  const provider = providerOf()
  expect(await provider.request({ method: 'wallet_getPermissions' })).toEqual([])
  const given = await provider.request({
    method: 'wallet_requestPermissions',
    params: [{ eth_accounts: {} }],
  })
  const value = [world.ethereum, world.ethereum2]
  expect(given).toEqual([
    {
      invoker: 'https://app.example',
      parentCapability: 'eth_accounts',
      caveats: [{ type: 'restrictReturnedAccounts', value }],
    },
  ])
  vi.unstubAllGlobals()
  expect(await provider.request({ method: 'wallet_getPermissions' })).toMatchObject([
    { caveats: given[0].caveats },
  ])
  const other = { method: 'wallet_requestPermissions', params: [{ eth_sign: {} }] }
  await expect(provider.request(other)).rejects.toMatchObject({ code: -32602 })
})

it('offers all accounts of a wallet', async () => {
  const { walletId } = await world.client.createWallet({ walletName: 'large', accounts: [] })
  for (let first = 0; first < 210; first += 70) {
    await world.client.createWalletAccounts({
      walletId,
      accounts: Array.from({ length: 70 }, (_, i) => ({
        curve: 'CURVE_SECP256K1' as const,
        pathFormat: 'PATH_FORMAT_BIP32' as const,
        path: `m/44'/60'/0'/0/${first + i}`,
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM' as const,
      })),
    })
  }
  const accounts = await providerOf({ walletId }).request({ method: 'eth_requestAccounts' })
  expect(new Set(accounts).size).toBe(210)
})

it('adds a chain and switches to it, as wagmi expects', async () => {
  const provider = providerOf()
  const chain = { chainId: '0x539', chainName: 'Local', rpcUrls: ['http://localhost:8545'] }
  await provider.request({ method: 'wallet_addEthereumChain', params: [chain] })
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0x539')
  for (const wrong of [{ rpcUrls: ['http://evil.example'] }, { rpcUrls: 'x' }, { chainName: 1 }]) {
    const params = [{ ...chain, chainId: '0x53a', ...wrong }]
    const asked = provider.request({ method: 'wallet_addEthereumChain', params })
    await expect(asked).rejects.toMatchObject({ code: -32602 })
  }
})

it('switches to a chain that the app adds although it is known', async () => {
  const provider = providerOf({ confirm: () => false })
  await provider.request({ method: 'wallet_addEthereumChain', params: [{ chainId: '0x2' }] })
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0x2')
})

it.each([
  [{ code: -32000, message: 'nonce too low' }, -32000, 'nonce too low'],
  [{ code: '-32000', message: 'nonce too low' }, -32000, 'nonce too low'],
  [{ code: 'SERVER_ERROR', message: 'down' }, -32603, 'down'],
  [{ message: 'down' }, -32603, 'down'],
  ['rate limited', -32603, 'rate limited'],
  [{ code: 3, message: 'execution reverted', data: '0x08c379a0' }, 3, 'execution reverted'],
  [{ code: 1.5 }, -32603, 'failed'],
])('the error %o of an endpoint has a number as its code', async (error, code, message) => {
  const provider = providerOf({ fetch: async () => Response.json({ error }) })
  await expect(provider.request({ method: 'eth_call', params: [] })).rejects.toMatchObject({
    name: 'ProviderRpcError',
    code,
    message: expect.stringContaining(message),
    data: (error as { data?: unknown }).data,
  })
})

describe('discovery (EIP-6963)', () => {
  afterEach(() => vi.unstubAllGlobals())

  it('announces itself now and when an app asks', () => {
    const page = new EventTarget()
    vi.stubGlobal('window', page)
    const found: { info: { name: string; uuid: string }; provider: unknown }[] = []
    page.addEventListener('eip6963:announceProvider', (event) => found.push((event as CustomEvent).detail))
    const provider = providerOf()
    const stop = announceProvider(provider, {
      name: 'Example',
      icon: 'data:image/png;base64,',
      rdns: 'com.example',
    })
    page.dispatchEvent(new Event('eip6963:requestProvider'))
    stop()
    page.dispatchEvent(new Event('eip6963:requestProvider'))
    expect(found).toHaveLength(2)
    expect(found[0]!.provider).toBe(provider)
    expect(found[1]!.info).toEqual(found[0]!.info)
    expect(Object.isFrozen(found[0]!.info) && Object.isFrozen(found[0])).toBe(true)
    // An effect that runs twice announces twice; apps list each id once.
    announceProvider(provider, { name: 'Example', icon: 'data:image/png;base64,', rdns: 'com.example' })()
    announceProvider(providerOf(), { name: 'Example', icon: 'data:image/png;base64,', rdns: 'com.example' })()
    expect(found[2]!.info.uuid).toBe(found[0]!.info.uuid)
    expect(found[3]!.info.uuid).not.toBe(found[0]!.info.uuid)
  })

  it('announces itself on a page without a secure origin, whose crypto has no randomUUID', () => {
    const page = new EventTarget()
    vi.stubGlobal('window', page)
    vi.stubGlobal('crypto', { getRandomValues: crypto.getRandomValues.bind(crypto) })
    const uuids: string[] = []
    page.addEventListener('eip6963:announceProvider', (event) =>
      uuids.push((event as CustomEvent).detail.info.uuid),
    )
    const info = { name: 'Example', icon: 'data:image/png;base64,', rdns: 'com.example' } as const
    announceProvider(providerOf(), info)()
    announceProvider(providerOf(), info)()
    expect(uuids[0]).toMatch(/^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/)
    expect(uuids[1]).not.toBe(uuids[0])
  })

  // A server renders pages without a window, and in React Native it receives no events.
  it.each([undefined, {}])('does nothing outside a page: window is %o', (window) => {
    vi.stubGlobal('window', window)
    const info = { name: 'Example', icon: 'data:image/png;base64,', rdns: 'com.example' } as const
    expect(announceProvider(providerOf(), info)()).toBeUndefined()
  })
})
