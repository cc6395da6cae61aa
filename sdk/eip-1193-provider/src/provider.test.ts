/** The provider against an engine, as an app talks to an injected wallet. */
import { ConsensusNeededError } from '@keywright/client'
import { createSigningWorld, type SigningWorld } from '@keywright/signing/testing'
import { type Hex, recoverTransactionAddress, verifyMessage, verifyTypedData } from 'viem'
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

it('signs a transaction, and sends it to the RPC', async () => {
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

describe('what goes wrong', () => {
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
    await expect(providerOf().request(request)).rejects.toMatchObject({ name: 'ProviderRpcError', code })
  })

  it('the person refuses, or the API is away', async () => {
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
