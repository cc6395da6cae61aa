/** The provider against an engine, used the way an app uses an injected wallet. */
import { ConsensusNeededError } from '@keywright/client'
import { createSigningWorld, type SigningWorld } from '@keywright/client/signing/testing'
import { type Hex, parseTransaction, recoverTransactionAddress, verifyMessage, verifyTypedData } from 'viem'
import { beforeAll, describe, expect, it } from 'vitest'
import { createEIP1193Provider, type Eip1193Config } from './index.ts'

let world: SigningWorld
beforeAll(async () => {
  world = await createSigningWorld('eip-1193')
})

const providerOf = (changes: Partial<Eip1193Config> = {}) =>
  createEIP1193Provider({
    client: world.client,
    walletId: world.walletId,
    chains: [{ chainId: '0x1' }, { chainId: '0xaa36a7', rpcUrls: ['https://rpc.example'] }],
    ...changes,
  })
async function connected(changes: Partial<Eip1193Config> = {}) {
  const provider = providerOf(changes)
  await provider.request({ method: 'eth_requestAccounts' })
  return provider
}
const typedData = {
  domain: { name: 'Ether Mail', chainId: 1 },
  types: {
    EIP712Domain: [
      { name: 'name', type: 'string' },
      { name: 'chainId', type: 'uint256' },
    ],
    Mail: [{ name: 'text', type: 'string' }],
  },
  primaryType: 'Mail',
  message: { text: 'Grüße' },
} as const
const transaction = () => ({
  from: world.ethereum,
  to: world.ethereum2,
  value: '0x1',
  nonce: '0x0',
  gas: '0x5208',
  maxFeePerGas: '0x77359400',
  maxPriorityFeePerGas: '0x1',
})

it('connects, and shows accounts only then', async () => {
  const provider = providerOf()
  const events: unknown[] = []
  provider.on('connect', (value) => events.push(value)).on('chainChanged', (value) => events.push(value))
  expect(await provider.request({ method: 'eth_accounts' })).toEqual([])
  const accounts = await provider.request({ method: 'eth_requestAccounts' })
  expect(accounts).toEqual([world.ethereum, world.ethereum2])
  await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xaa36a7' }] })
  expect(await provider.request({ method: 'eth_chainId' })).toBe('0xaa36a7')
  expect(events).toEqual([{ chainId: '0x1' }, '0xaa36a7'])
})

it('signs messages and typed data', async () => {
  const provider = await connected()
  const address = world.ethereum as Hex
  const signature = (await provider.request({
    method: 'personal_sign',
    params: ['0x68690a', address],
  })) as Hex
  expect(await verifyMessage({ address, message: 'hi\n', signature })).toBe(true)
  const params = [address, JSON.stringify(typedData)]
  const typed = (await provider.request({ method: 'eth_signTypedData_v4', params })) as Hex
  expect(await verifyTypedData({ ...typedData, address, signature: typed } as never)).toBe(true)
})

it.each([1, '1', '0x1', 1n])(
  'signs typed data whose domain names the active chain as %o',
  async (chainId) => {
    const provider = await connected()
    const data = { ...typedData, domain: { ...typedData.domain, chainId } }
    expect(
      await provider.request({ method: 'eth_signTypedData_v4', params: [world.ethereum, data] }),
    ).toMatch(/^0x[0-9a-f]{130}$/)
  },
)

it('signs typed data without a chain on any chain', async () => {
  const provider = await connected()
  await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xaa36a7' }] })
  const sign = (domain: object) =>
    provider.request({
      method: 'eth_signTypedData_v4',
      params: [world.ethereum, { ...typedData, domain, types: { Mail: typedData.types.Mail } }],
    })
  expect(await sign({ name: 'Ether Mail' })).toMatch(/^0x/)
  await expect(sign({ name: 'Ether Mail', chainId: 1 })).rejects.toMatchObject({ code: -32602 })
})

it('signs a transaction and sends it to the RPC endpoint', async () => {
  const sent: { method: string; params: Hex[] }[] = []
  const provider = await connected({
    chains: [{ chainId: '0xaa36a7', rpcUrls: ['https://rpc.example'] }],
    fetch: async (_url, init) => {
      sent.push(JSON.parse(init!.body as string))
      return Response.json({ result: '0x01' })
    },
  })
  const answer = await provider.request({ method: 'eth_sendTransaction', params: [transaction()] })
  expect(answer).toBe('0x01')
  const raw = sent.find(({ method }) => method === 'eth_sendRawTransaction')!.params[0]!
  expect(await recoverTransactionAddress({ serializedTransaction: raw as never })).toBe(world.ethereum)
})

describe('while the user is asked', () => {
  const SEPOLIA = { method: 'wallet_switchEthereumChain', params: [{ chainId: '0xaa36a7' }] }

  it('an app can change neither typed data nor a transaction', async () => {
    const shown: unknown[] = []
    let change = () => {}
    const provider = await connected({
      async confirm({ params }) {
        change()
        shown.push((params as unknown[]).at(-1))
        return true
      },
    })
    const address = world.ethereum as Hex
    const data = structuredClone(typedData) as { message: { text: string } }
    change = () => {
      data.message.text = 'changed'
    }
    const signature = (await provider.request({
      method: 'eth_signTypedData_v4',
      params: [address, data],
    })) as Hex
    expect(await verifyTypedData({ ...typedData, address, signature } as never)).toBe(true)
    const sent = transaction()
    change = () => {
      sent.value = '0xffff'
    }
    const signed = (await provider.request({ method: 'eth_signTransaction', params: [sent] })) as Hex
    expect(parseTransaction(signed).value).toBe(1n)
    expect(shown).toEqual([typedData, { ...transaction(), type: '0x2', chainId: '0x1', data: '0x' }])
  })

  it('the fee of the RPC endpoint is shown, too', async () => {
    const shown: unknown[] = []
    const provider = await connected({
      chains: [{ chainId: '0x1', rpcUrls: ['https://rpc.example'] }],
      confirm({ params }) {
        shown.push((params as unknown[])[0])
        return false
      },
      async fetch(_url, init) {
        const { method } = JSON.parse(init!.body as string)
        const block = { number: '0x1', baseFeePerGas: '0x1', timestamp: '0x0', transactions: [] }
        return Response.json({ result: method === 'eth_getBlockByNumber' ? block : '0x5af3107a4000' })
      },
    })
    const { from, to, value, nonce, gas } = transaction()
    const given = { from, to, value, nonce, gas }
    const asked = provider.request({ method: 'eth_signTransaction', params: [given] })
    await expect(asked).rejects.toMatchObject({ code: 4001 })
    const added = { maxFeePerGas: '0x5af3107a4001', maxPriorityFeePerGas: '0x5af3107a4000' }
    expect(shown).toEqual([{ ...given, ...added, type: '0x2', chainId: '0x1', data: '0x' }])
  })

  it('an app can switch the chain of later requests only', async () => {
    const asked: string[] = []
    const provider = await connected({
      chains: [
        { chainId: '0x1', rpcUrls: ['https://mainnet.example'] },
        { chainId: '0xaa36a7', rpcUrls: ['https://sepolia.example'] },
      ],
      async confirm() {
        await provider.request(SEPOLIA)
        return true
      },
      async fetch(url) {
        asked.push(String(url))
        return Response.json({ result: '0x01' })
      },
    })
    const signed = (await provider.request({
      method: 'eth_signTransaction',
      params: [transaction()],
    })) as Hex
    expect(parseTransaction(signed).chainId).toBe(1)
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x1' }] })
    await provider.request({ method: 'eth_sendTransaction', params: [transaction()] })
    expect(new Set(asked)).toEqual(new Set(['https://mainnet.example']))
    expect(await provider.request({ method: 'eth_chainId' })).toBe('0xaa36a7')
  })
})

describe('errors', () => {
  it.each([
    ['an unknown chain', { method: 'wallet_switchEthereumChain', params: [{ chainId: '0x999' }] }, 4902],
    ['an unsupported method', { method: 'eth_sign', params: [] }, 4200],
    ['a chain without an RPC URL', { method: 'eth_blockNumber' }, 4901],
    [
      'not connected',
      { method: 'personal_sign', params: ['hi', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'] },
      4100,
    ],
  ])('%s', async (_, request, code) => {
    const error = await providerOf()
      .request(request)
      .catch((caught: unknown) => caught)
    expect(error).toMatchObject({ name: 'ProviderRpcError', code })
    // Apps send errors to logs and other windows as JSON.
    expect(JSON.parse(JSON.stringify(error))).toEqual({ code, message: (error as Error).message })
  })

  it.each([
    ['switch', 'wallet_switchEthereumChain', [], -32602],
    ['a chain that is not a number', 'wallet_switchEthereumChain', [{ chainId: 'main' }], -32602],
    ['add no chain', 'wallet_addEthereumChain', undefined, -32602],
    ['add a chain that is not a number', 'wallet_addEthereumChain', [{ chainId: '1' }], -32602],
    ['no transaction', 'eth_signTransaction', [], -32602],
    ['an amount in decimals', 'eth_signTransaction', [{ value: '12' }], -32602],
    ['a nonce that is not a number', 'eth_sendTransaction', [{ nonce: 'x' }], -32602],
    ['a malformed recipient', 'eth_sendTransaction', [{ to: '0x12' }], -32602],
    ['malformed data', 'eth_sendTransaction', [{ data: 'hello' }], -32602],
    ['data under two names', 'eth_sendTransaction', [{ data: '0x12', input: '0x34' }], -32602],
    ['another chain', 'eth_sendTransaction', [{ chainId: '0x2' }], -32602],
    ['typed data that is not JSON', 'eth_signTypedData_v4', ['0x', '{'], -32602],
    ['no typed data', 'eth_signTypedData_v4', ['0x'], -32602],
    ['no message', 'personal_sign', [], -32602],
    ['a message of half a byte', 'personal_sign', ['0x123', '0x'], -32602],
    ['typed data for another chain', 'eth_signTypedData_v4', ['0x', { domain: { chainId: 2 } }], -32602],
    ['typed data for no chain', 'eth_signTypedData_v4', ['0x', { domain: { chainId: 'main' } }], -32602],
    ['a message without an address', 'personal_sign', ['hi'], -32602],
  ])('invalid parameters: %s', async (_, method, params, code) => {
    const request = { method, ...(params && { params }) }
    const error = await (await connected()).request(request).catch((caught: unknown) => caught)
    expect(error).toMatchObject({ name: 'ProviderRpcError', code })
  })

  it.each([
    ['no chains', []],
    ['a chain in decimals', [{ chainId: '1' }]],
    ['not a number', [{ chainId: '0x' }]],
    ['zero', [{ chainId: '0x0' }]],
  ])('a configuration with %s', (_, chains) => {
    expect(() => providerOf({ chains: chains as never })).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', help: expect.any(String) }),
    )
  })

  it("a chain of the app needs the user's approval, and never replaces a known chain", async () => {
    const chain = { chainId: '0x539', rpcUrls: ['https://evil.example'] } as const
    const add = { method: 'wallet_addEthereumChain', params: [chain] }
    await expect(providerOf().request(add)).rejects.toMatchObject({ code: 4001 })
    await expect(providerOf({ confirm: () => false }).request(add)).rejects.toMatchObject({ code: 4001 })

    const asked: string[] = []
    const provider = providerOf({
      confirm: () => true,
      fetch: async (url) => {
        asked.push(String(url))
        return Response.json({ result: '0x1' })
      },
    })
    const known = { method: 'wallet_addEthereumChain', params: [{ ...chain, chainId: '0xaa36a7' }] }
    for (const request of [add, known]) expect(await provider.request(request)).toBe(null)
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0xaa36a7' }] })
    await provider.request({ method: 'eth_blockNumber' })
    await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x539' }] })
    await provider.request({ method: 'eth_blockNumber' })
    expect(asked).toEqual(['https://rpc.example', 'https://evil.example'])
  })

  it.each([
    ['HTML', () => new Response('<html>'), 4901],
    ['null', () => Response.json(null), 4901],
    ['nothing', () => Response.json({}), 4901],
    ['an error', () => Response.json({ error: { code: -32000, message: 'no' } }), -32000],
  ])('an RPC endpoint that returns %s', async (_, answer, code) => {
    const provider = providerOf({
      chains: [{ chainId: '0x1', rpcUrls: ['https://rpc.example'] }],
      fetch: async () => answer(),
    })
    await expect(provider.request({ method: 'eth_blockNumber' })).rejects.toMatchObject({ code })
  })

  it('the API rejects the organization: unauthorized, with help', async () => {
    const provider = providerOf({ organizationId: crypto.randomUUID() })
    await expect(provider.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({
      message: expect.stringContaining('Check the id and the server’s address'),
      data: { code: expect.any(String) },
    })
  })

  it('the user declines, or the API is unreachable', async () => {
    const provider = await connected({ confirm: () => false })
    const request = { method: 'personal_sign', params: ['hi', world.ethereum] }
    await expect(provider.request(request)).rejects.toMatchObject({ code: 4001 })
    const offline = providerOf({ client: world.offline })
    await expect(offline.request({ method: 'eth_requestAccounts' })).rejects.toMatchObject({
      code: 4900,
      data: { code: 'UNREACHABLE' },
    })
  })

  it('others must approve', async () => {
    const provider = await connected({ client: world.proposer })
    const request = { method: 'personal_sign', params: ['hi', world.ethereum] }
    await expect(provider.request(request)).rejects.toMatchObject({
      code: -32603,
      cause: expect.any(ConsensusNeededError),
    })
  })
})
