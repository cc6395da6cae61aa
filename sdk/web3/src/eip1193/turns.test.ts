/** Transactions of one account that an app sends at the same time, on a chain that counts them. */
import { createSigningWorld, type SigningWorld } from '@keywright/client/signing/testing'
import { Transaction } from 'ethers'
import { beforeAll, expect, it } from 'vitest'
import { createEIP1193Provider, type Eip1193Config } from './index.ts'

let world: SigningWorld
beforeAll(async () => {
  world = await createSigningWorld('eip-1193 turns')
})

/** An endpoint whose count of pending transactions may lag behind. */
function chainOf({ lags = false } = {}) {
  const nonces: Record<string, number[]> = {}
  const fetch = async (url: string | URL | Request, init?: RequestInit) => {
    const { method, params } = JSON.parse(init!.body as string)
    const isCount = method === 'eth_getTransactionCount'
    const { nonce, from } = isCount ? { nonce: 0, from: params[0] } : Transaction.from(params[0])
    nonces[`${url}${from}`] ??= []
    const sent = nonces[`${url}${from}`]!
    if (isCount) return Response.json({ result: `0x${(lags ? 0 : sent.length).toString(16)}` })
    if (sent.includes(nonce)) return Response.json({ error: { code: -32000, message: 'nonce too low' } })
    sent.push(nonce)
    return Response.json({ result: `0x${'00'.repeat(31)}0${nonce}` })
  }
  return { nonces, fetch: fetch as typeof globalThis.fetch }
}

async function appOf(changes: Partial<Eip1193Config>) {
  const provider = createEIP1193Provider({
    client: world.client,
    walletId: world.walletId,
    chains: [
      { chainId: '0x1', rpcUrls: ['https://one.example/'] },
      { chainId: '0x2', rpcUrls: ['https://two.example/'] },
    ],
    ...changes,
  })
  await provider.request({ method: 'eth_requestAccounts' })
  const send = (from = world.ethereum, more: object = {}): Promise<string> =>
    provider.request({
      method: 'eth_sendTransaction',
      params: [{ from, to: world.ethereum2, value: '0x1', gas: '0x5208', gasPrice: '0x1', ...more }],
    })
  return { provider, send }
}

it.each([
  ['counts pending transactions', false],
  ['lags behind', true],
])('three at once have three nonces, on an endpoint that %s', async (_, lags) => {
  const { nonces, fetch } = chainOf({ lags })
  const { send } = await appOf({ fetch })
  await Promise.all([send(), send(), send()])
  expect(nonces[`https://one.example/${world.ethereum}`]).toEqual([0, 1, 2])
})

it('a transaction waits while the user decides about an earlier one; other accounts and chains do not', async () => {
  const { nonces, fetch } = chainOf()
  const decisions: ((agreed: boolean) => void)[] = []
  const { provider, send } = await appOf({
    fetch,
    confirm: () => new Promise((decide) => decisions.push(decide)),
  })
  const asked = async (count: number) => {
    while (decisions.length < count) await new Promise((resolve) => setTimeout(resolve))
  }
  const [first, second] = [send(), send()]
  const elsewhere = send(world.ethereum2)
  await provider.request({ method: 'wallet_switchEthereumChain', params: [{ chainId: '0x2' }] })
  const onOther = send()
  await asked(3)
  expect(decisions).toHaveLength(3)
  for (const decide of decisions) decide(decide !== decisions[0])
  await expect(first).rejects.toMatchObject({ code: 4001 })
  await asked(4)
  decisions[3]!(true)
  await Promise.all([second, elsewhere, onOther])
  expect(Object.values(nonces)).toEqual([[0], [0], [0]])
})

it('a failed broadcast leaves its nonce to the next transaction', async () => {
  const { nonces, fetch } = chainOf()
  let fails = true
  const { send } = await appOf({
    fetch: async (url, init) => {
      if (!String(init?.body).includes('sendRaw') || !fails) return fetch(url, init)
      fails = false
      return Response.json({ error: { code: -32000, message: 'no' } })
    },
  })
  await expect(send()).rejects.toMatchObject({ code: -32000 })
  await send()
  expect(nonces[`https://one.example/${world.ethereum}`]).toEqual([0])
})

it('a transaction that waits for approval keeps its nonce until it is sent or rejected', async () => {
  const { nonces, fetch } = chainOf()
  const { provider, send } = await appOf({ fetch, client: world.proposer })
  const waiting = async () => {
    const error = await send().catch((caught: unknown) => caught)
    return (error as { cause: { activity: { fingerprint: string }; resume(): Promise<{ signed: string }> } })
      .cause
  }
  const [first, second] = [await waiting(), await waiting()]
  await world.client.approveActivity({ fingerprint: first.activity.fingerprint })
  const { signed } = await first.resume()
  expect(Transaction.from(signed).nonce).toBe(0)
  await world.client.rejectActivity({ fingerprint: second.activity.fingerprint })
  await provider.request({ method: 'eth_sendRawTransaction', params: [signed] })
  expect(nonces[`https://one.example/${world.ethereum}`]).toEqual([0])

  const third = await waiting()
  await world.client.approveActivity({ fingerprint: third.activity.fingerprint })
  expect(Transaction.from((await third.resume()).signed).nonce).toBe(1)
})
