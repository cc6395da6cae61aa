/** The service with a Keywright and a chain in this process: `npm test` needs no server. */
import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { DEFAULT_ETHEREUM_ACCOUNTS } from '@keywright/client'
import { ApiKeyStamper } from '@keywright/client/api-key'
import { startKeywright, type TestOrganization } from 'keywright/testing'
import {
  type Address,
  createPublicClient,
  custom,
  type PublicClient,
  parseEther,
  parseGwei,
  serializeTransaction,
  toHex,
} from 'viem'
import { createDevChain } from '../dev/chain.ts'
import { setUpOrganization } from '../src/organization.ts'
import { createPayouts } from '../src/payouts.ts'
import { CHAIN_ID, SUPPLIER } from '../src/rules.ts'
import { openStore } from '../src/store.ts'
import { createWebhookCheck } from '../src/webhook.ts'
import { open } from './open.ts'

const STRANGER = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const token = 'secret'
const authorization = `Bearer ${token}`

let service: Awaited<ReturnType<typeof open>>
const kw = await startKeywright({ reach: (url, init) => service.ask(new URL(url).pathname, init) })
let organization: TestOrganization
let chain: PublicClient
let isBroken = false
/** What the node answers instead of the result. */
let answerOfNode: (method: string, result: unknown) => unknown
let options: Parameters<typeof createPayouts>[0]

beforeEach(async () => {
  isBroken = false
  answerOfNode = (_, result) => result
  organization = await kw.createOrganization()
  const settings = await setUpOrganization(organization.client, 'http://service.example/webhook')
  const stamper = new ApiKeyStamper({
    apiPublicKey: settings.KEYWRIGHT_API_PUBLIC_KEY,
    apiPrivateKey: settings.KEYWRIGHT_API_PRIVATE_KEY,
  })
  const devChain = createDevChain()
  const request: typeof devChain.request = async (call) => {
    if (isBroken && call.method === 'eth_sendRawTransaction') throw new Error('the node is down')
    return answerOfNode(call.method, await devChain.request(call))
  }
  chain = createPublicClient({ transport: custom({ request }, { retryCount: 0 }) })
  options = {
    client: kw.clientOf(stamper, organization.organizationId),
    chain,
    store: openStore(),
    direct: settings.PAYOUTS_DIRECT,
    reviewed: settings.PAYOUTS_REVIEWED,
  }
  await start()
})
after(async () => {
  service.close()
  await kw.close()
})

/** Starts the service, again with what it has stored. */
async function start() {
  service?.close()
  const check = createWebhookCheck(kw.url, { fetch: kw.fetch, now: kw.clock.now })
  service = await open({ payouts: createPayouts(options), check, token })
}

async function get(path: string) {
  const response = await service.ask(path, { headers: { authorization } })
  return answerOf(response)
}
async function post(payout: object | string, headers: HeadersInit = { authorization }) {
  const response = await service.ask('/payouts', {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: typeof payout === 'string' ? payout : JSON.stringify(payout),
  })
  return answerOf(response)
}
interface Answer {
  readonly http: number
  readonly status?: string
  readonly reason?: string
  readonly code?: string
  readonly message?: string
  readonly fingerprint: string
  readonly payouts: readonly { readonly status: string }[]
}
/** The body, and the status as `http`. */
async function answerOf(response: Response): Promise<Answer> {
  const isJson = response.headers.get('content-type')?.includes('json')
  return { ...(isJson && ((await response.json()) as object)), http: response.status } as Answer
}
const paidTo = async (address: Address) => (await chain.getBalance({ address })) - parseEther('10')
/** Requests to sign that reached Keywright. */
const signatures = async () => {
  const { activities } = await organization.client.listActivities({
    filterByType: ['ACTIVITY_TYPE_SIGN_TRANSACTION_V2'],
  })
  return activities.length
}

test('pays a small payout, once per id', async () => {
  const payout = { id: 'invoice-1', to: SUPPLIER, ether: '0.01' }
  const first = await post(payout)
  assert.deepEqual([first.http, first.status], [200, 'paid'])
  assert.deepEqual(await post(payout), first)
  assert.equal(await paidTo(SUPPLIER), parseEther('0.01'))
  const other = await post({ ...payout, ether: '0.02' })
  assert.deepEqual([other.http, other.code], [409, 'ID_TAKEN'])
})

test('pays the same id sent twice at the same time once', async () => {
  const payout = { id: 'invoice-1', to: SUPPLIER, ether: '0.01' }
  await Promise.all([post(payout), post(payout)])
  assert.equal(await paidTo(SUPPLIER), parseEther('0.01'))
  assert.equal(await signatures(), 1)
})

test('keeps an id sent with two amounts at the same time to one of them', async () => {
  let arrived = 0
  let release: () => void
  const both = new Promise<void>((done) => {
    release = done
  })
  answerOfNode = async (method, result) => {
    if (method === 'eth_getTransactionCount') {
      arrived += 1
      if (arrived === 2) release()
      await both
    }
    return result
  }
  const amounts = ['0.01', '1']
  const answers = await Promise.all(amounts.map((ether) => post({ id: 'invoice-1', to: SUPPLIER, ether })))
  assert.deepEqual(answers.map(({ http }) => http === 409).sort(), [false, true])
  assert.equal(await signatures(), 1)
})

test('does not call a reverted transaction paid', async () => {
  answerOfNode = (method, result) =>
    method === 'eth_getTransactionReceipt' ? { ...(result as object), status: '0x0' } : result
  const { http, status, reason } = await post({ id: 'invoice-1', to: SUPPLIER, ether: '0.01' })
  assert.deepEqual([http, status, reason], [403, 'rejected', 'the transaction was reverted'])
})

test('pays a large payout after a person approved it, told by a webhook', async () => {
  const waiting = await post({ id: 'invoice-2', to: SUPPLIER, ether: '1' })
  assert.deepEqual([waiting.http, waiting.status], [202, 'waiting'])
  assert.equal((await post({ id: 'invoice-2', to: SUPPLIER, ether: '1' })).fingerprint, waiting.fingerprint)
  await organization.client.approveActivity({ fingerprint: waiting.fingerprint })
  await kw.webhooks()
  const { payouts } = await get('/payouts')
  assert.equal(payouts[0]?.status, 'paid')
  assert.equal(await paidTo(SUPPLIER), parseEther('1'))
  assert.equal(await signatures(), 1)
})

test('waits for a person on request', async () => {
  const { fingerprint } = await post({ id: 'invoice-2', to: SUPPLIER, ether: '1' })
  const answer = get('/payouts/invoice-2?wait=60')
  await organization.client.approveActivity({ fingerprint })
  assert.equal((await answer).status, 'paid')
})

test('pays small payouts while a large one waits', async () => {
  await post({ id: 'large', to: SUPPLIER, ether: '1' })
  assert.equal((await post({ id: 'small', to: SUPPLIER, ether: '0.01' })).status, 'paid')
})

test('cancels a rejected payout, so that later ones are paid', async () => {
  const first = await post({ id: 'first', to: SUPPLIER, ether: '1' })
  const second = await post({ id: 'second', to: SUPPLIER, ether: '2' })
  await organization.client.approveActivity({ fingerprint: second.fingerprint })
  assert.equal((await get('/payouts/second')).status, 'sent')
  await organization.client.rejectActivity({ fingerprint: first.fingerprint })
  assert.deepEqual((await get('/payouts/first')).reason, 'an approver rejected it')
  assert.equal((await get('/payouts/second')).status, 'paid')
  assert.equal(await paidTo(SUPPLIER), parseEther('2'))
})

test('uses the nonce of a rejected payout again if nothing comes after it', async () => {
  const first = await post({ id: 'first', to: SUPPLIER, ether: '1' })
  await organization.client.rejectActivity({ fingerprint: first.fingerprint })
  assert.equal((await get('/payouts/first')).status, 'rejected')
  const second = await post({ id: 'second', to: SUPPLIER, ether: '2' })
  await organization.client.approveActivity({ fingerprint: second.fingerprint })
  assert.equal((await get('/payouts/second')).status, 'paid')
})

test('pays nobody but the supplier', async () => {
  const rejected = await post({ id: 'other', to: STRANGER, ether: '0.01' })
  assert.deepEqual([rejected.http, rejected.status], [403, 'rejected'])
  assert.equal(await paidTo(STRANGER), 0n)
  assert.equal((await post({ id: 'next', to: SUPPLIER, ether: '0.01' })).status, 'paid')
})

test('keeps a stolen key to the wallet, the chain, plain transfers and a bounded fee', async () => {
  const { addresses } = await organization.client.createWallet({
    walletName: 'Treasury',
    accounts: DEFAULT_ETHEREUM_ACCOUNTS,
  })
  const payment = {
    type: 'eip1559',
    chainId: CHAIN_ID,
    to: SUPPLIER as Address,
    value: parseEther('0.01'),
    gas: 21_000n,
    maxFeePerGas: parseGwei('20'),
  } as const
  const sign = async (members: object, signWith: string = options.direct) => {
    const unsigned = serializeTransaction({ ...payment, ...members })
    const signed = options.client.signTransaction({
      type: 'TRANSACTION_TYPE_ETHEREUM',
      signWith,
      unsignedTransaction: unsigned.slice(2),
    })
    return signed.then(
      () => 'signed',
      (error) => error.code,
    )
  }
  const cancel = { to: options.reviewed, value: 0n }
  assert.equal(await sign({}), 'signed')
  assert.equal(await sign(cancel, options.reviewed), 'signed')
  const rejected = 'NOT_PERMITTED_BY_POLICY'
  assert.equal(await sign({}, addresses[0]), rejected)
  for (const members of [
    { chainId: 1 },
    { data: '0x00' },
    { gas: 1_000_000n },
    { maxFeePerGas: parseGwei('1000000') },
  ]) {
    assert.equal(await sign(members), rejected)
    assert.equal(await sign({ ...cancel, ...members }, options.reviewed), rejected)
  }
})

test('pays no fee above the rules, whatever the node estimates', async () => {
  answerOfNode = (method, result) =>
    method === 'eth_maxPriorityFeePerGas' ? toHex(parseEther('0.0001')) : result
  await post({ id: 'invoice-1', to: SUPPLIER, ether: '0.01' })
  assert.equal(await paidTo(SUPPLIER), parseEther('0.01'))
})

test('takes a payout up after a failure and a restart', async () => {
  isBroken = true
  const failed = await post({ id: 'invoice-1', to: SUPPLIER, ether: '0.01' })
  assert.equal(failed.http, 502)
  assert.equal(failed.message, 'the node failed: the node is down. Send the same id again.')
  isBroken = false
  await start()
  assert.equal((await get('/payouts/invoice-1')).status, 'paid')
  assert.equal(await signatures(), 1)
})

test('asks for one approval only, although the first answer is lost', async () => {
  const fault = kw.faults.add({ call: 'sign_transaction', kind: 'fail_after_commit' })
  const payout = { id: 'invoice-2', to: SUPPLIER, ether: '1' }
  assert.equal((await post(payout)).http, 502)
  kw.faults.remove(fault.id)
  assert.equal((await post(payout)).status, 'waiting')
  assert.equal(await signatures(), 1)
})

test('finishes a payout that Keywright did not receive for hours', async () => {
  const fault = kw.faults.add({ call: 'sign_transaction', kind: 'status', status: 500 })
  assert.equal((await post({ id: 'invoice-1', to: SUPPLIER, ether: '0.01' })).http, 502)
  kw.faults.remove(fault.id)
  await kw.clock.advance(2 * 3_600_000)
  assert.equal((await get('/payouts/invoice-1')).status, 'paid')
})

test('says what is wrong with a request', async () => {
  for (const body of [
    'no JSON',
    { to: SUPPLIER, ether: '1' },
    { id: 'a', to: 'me', ether: '1' },
    { id: 'a', to: SUPPLIER, ether: '-1' },
  ]) {
    assert.equal((await post(body)).http, 400)
  }
  assert.equal((await get('/payouts/unknown')).http, 404)
  assert.equal((await post({ id: 'a', to: SUPPLIER, ether: '1' }, {})).http, 401)
})

test('believes no webhook that Keywright did not sign', async () => {
  const { fingerprint } = await post({ id: 'invoice-2', to: SUPPLIER, ether: '1' })
  await organization.client.approveActivity({ fingerprint })
  const [delivery] = (await kw.webhooks()).filter(({ body }) => body.includes('COMPLETED'))
  const { headers } = delivery!.tries[0]!
  const deliver = async (body: string) =>
    (await service.ask('/webhook', { method: 'POST', headers, body })).status
  assert.equal(await deliver(delivery!.body), 204)
  assert.equal(await deliver(delivery!.body.replace('COMPLETED', 'REJECTED')), 503)
  assert.equal(await deliver('x'.repeat(2 ** 21)), 413)
})

test('the setup can run again: it changes what differs, and keeps the wallet', async () => {
  const { client } = organization
  const first = await setUpOrganization(client, 'http://service.example/webhook')
  const again = await setUpOrganization(client, 'http://other.example/webhook', first)
  assert.deepEqual(again, first)
  const { webhookEndpoints } = await client.listWebhookEndpoints()
  assert.deepEqual(
    webhookEndpoints.map(({ url }) => url),
    ['http://other.example/webhook'],
  )
  assert.equal((await client.listWallets()).wallets.length, 1)
  assert.equal((await client.listPolicies()).policies.length, 3)
  const [policy] = (await client.listPolicies()).policies
  await client.updatePolicy({ policyId: policy!.policyId, policyCondition: 'eth.tx.value == 1' })
  await setUpOrganization(client, 'http://other.example/webhook', first)
  assert.equal((await client.getPolicy({ policyId: policy!.policyId })).policy.condition, policy!.condition)
})

test('without its settings, the service gets a new key and keeps its wallet', async () => {
  const { client } = organization
  const first = await setUpOrganization(client, 'http://service.example/webhook')
  const again = await setUpOrganization(client, 'http://service.example/webhook')
  assert.notEqual(again.KEYWRIGHT_API_PUBLIC_KEY, first.KEYWRIGHT_API_PUBLIC_KEY)
  assert.equal(again.PAYOUTS_DIRECT, first.PAYOUTS_DIRECT)
  assert.equal(
    (await client.listUsers()).users.filter(({ userName }) => userName === 'Payout service').length,
    1,
  )
})
