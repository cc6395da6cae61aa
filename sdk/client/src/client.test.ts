import { beforeAll, describe, expect, expectTypeOf, it } from 'vitest'
import { BASE_URL, createTestClient, type TestClient } from '../test/testClient.ts'
import {
  type Activity,
  type ConnectionConfig,
  type CreatePolicyResult,
  createConnection,
  createWallet,
  KeywrightClient,
  type SignedRequest,
  waitForActivity,
  whoami,
} from './index.ts'

const WALLET = { walletName: 'a', accounts: [] }

let test: TestClient
beforeAll(async () => {
  test = await createTestClient()
})

describe('an id that is present and undefined', () => {
  const none = undefined as unknown as string
  it.each<[string, string, (client: KeywrightClient) => Promise<unknown>]>([
    ['of a query', 'organizationId', (client) => client.listWallets({ organizationId: none })],
    ['of a submit', 'organizationId', (client) => client.createWallet({ ...WALLET, organizationId: none })],
    [
      'in the full form',
      'organizationId',
      (client) => client.createWallet({ organizationId: none, parameters: WALLET }),
    ],
    [
      'in parameters',
      'walletId',
      (client) => client.createWalletAccounts({ parameters: { walletId: none, accounts: [] } }),
    ],
    ['that narrows a list', 'userId', (client) => client.getApiKeys({ userId: none })],
    ['in a list', 'policyIds', (client) => client.deletePolicies({ policyIds: none as never })],
    [
      'inside a list',
      'organizationId',
      (client) => client.createWallet({ walletName: 'a', accounts: [{ organizationId: none } as never] }),
    ],
    [
      'of a vote',
      'organizationId',
      (client) => client.approveActivity({ fingerprint: '', organizationId: none }),
    ],
    ['of a signed request', 'userId', (client) => client.stampGetUser({ userId: none })],
    [
      'of an activity to wait for',
      'organizationId',
      (client) => client.waitForActivity({ id: test.organizationId, organizationId: none }),
    ],
  ])('is rejected by name: %s', async (_, name, call) => {
    await expect(call(test.client)).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: `\`${name}\` is undefined`,
    })
  })

  it.each(['organizationId', 'userId'])('is rejected if it is null: %s', async (name) => {
    await expect(test.client.getApiKeys({ [name]: null })).rejects.toMatchObject({
      code: 'INPUT_INVALID',
      message: `\`${name}\` is null`,
    })
  })

  it('is not another undefined member, which counts as omitted', async () => {
    const limit = undefined as never
    expect((await test.client.listWallets({ paginationOptions: limit } as never)).wallets).toEqual([])
  })
})

describe('configuration', () => {
  it.each<[string, Partial<ConnectionConfig>, RegExp]>([
    ['no base URL', { baseUrl: '' }, /`baseUrl` is missing/],
    ['a base URL without a scheme', { baseUrl: 'engine.example.com' }, /does not start with https/],
    ['the URL of a call', { baseUrl: `${BASE_URL}/public/v1/query/whoami` }, /must not contain the path/],
    ['an organization that is not a UUID', { organizationId: 'mine' }, /`mine` is not a UUID/],
  ])('is rejected with %s', (_, config, message) => {
    expect(() => test.another(config)).toThrow(
      expect.objectContaining({ code: 'CONFIG_INVALID', message: expect.stringMatching(message) }),
    )
  })

  it('is rejected without a stamper', () => {
    expect(() => new KeywrightClient({ baseUrl: BASE_URL }, undefined as never)).toThrow(
      'the stamper is missing',
    )
  })

  it('treats undefined members as omitted', () => {
    const config = {
      baseUrl: `${BASE_URL}/`,
      timeout: undefined,
      fetch: undefined,
    } as unknown as ConnectionConfig
    expect(createConnection(config, test.stamper)).toMatchObject({ baseUrl: BASE_URL, timeout: 60_000 })
  })

  it('never repeats a timestamp, and follows a clock that was set back', () => {
    let time = 1_735_787_045_000
    const now = () => time
    const [one, other] = [0, 1].map(() => createConnection({ baseUrl: BASE_URL, now }, test.stamper))
    expect([one, other, one].map((each) => Number(each!.nextTimestamp()) - time)).toEqual([0, 1, 2])
    time -= 3_600_000
    expect([one, other].map((each) => Number(each!.nextTimestamp()) - time)).toEqual([0, 1])
  })

  it('may leave the organization to each call', async () => {
    const { organizationId: _, ...rest } = { organizationId: test.organizationId }
    const client = new KeywrightClient(
      { baseUrl: BASE_URL, fetch: test.engine.handle, now: test.engine.clock, ...rest },
      test.stamper,
    )
    await expect(client.whoami()).rejects.toMatchObject({ code: 'ORGANIZATION_MISSING' })
    expect(await client.whoami({ organizationId: test.organizationId })).toMatchObject({ username: 'root' })
    await expect(client.whoami({ organizationId: 'mine' })).rejects.toMatchObject({ code: 'CONFIG_INVALID' })
  })
})

describe('the common fields', () => {
  it('are added to the short form', async () => {
    const { body } = await test.client.stampCreateWallet({ walletName: 'a', accounts: [] })
    expect(JSON.parse(body)).toEqual({
      type: 'ACTIVITY_TYPE_CREATE_WALLET',
      timestampMs: expect.stringMatching(/^\d{13}$/),
      organizationId: test.organizationId,
      parameters: { walletName: 'a', accounts: [] },
    })
  })

  it('may be set in the short form and in the full form', async () => {
    const frame = { organizationId: test.organizationId, timestampMs: '1735787045000' }
    const parameters = { walletName: 'a', accounts: [] }
    const short = await test.client.stampCreateWallet({ ...frame, ...parameters })
    const full = await test.client.stampCreateWallet({
      type: 'ACTIVITY_TYPE_CREATE_WALLET',
      ...frame,
      parameters,
    })
    expect(short.body).toBe(full.body)
  })

  it('leave a parameter named `type` alone', async () => {
    const { body } = await test.client.stampSignTransaction({
      signWith: '0x00',
      unsignedTransaction: '00',
      type: 'TRANSACTION_TYPE_ETHEREUM',
    })
    expect(JSON.parse(body)).toMatchObject({
      type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2',
      parameters: { type: 'TRANSACTION_TYPE_ETHEREUM' },
    })
  })

  it('have a different time for each submit within a millisecond, so equal submits are two activities', async () => {
    const names = await Promise.all(
      [1, 2, 3].map(() => test.client.stampCreateWallet({ walletName: 'a', accounts: [] })),
    )
    expect(new Set(names.map(({ body }) => body)).size).toBe(3)
  })

  it('have a different time in each client of a process', async () => {
    const clients = [1, 2, 3].map(() => test.another({}))
    const requests = clients.map((client) => client.stampCreateWallet({ walletName: 'a', accounts: [] }))
    expect(new Set((await Promise.all(requests)).map(({ body }) => body)).size).toBe(3)
  })

  it('let the server reject the type of another call', async () => {
    const input = { type: 'ACTIVITY_TYPE_DELETE_WALLETS', parameters: {} } as never
    await expect(test.client.createWallet(input)).rejects.toMatchObject({ code: 'ACTIVITY_TYPE_MISMATCH' })
  })
})

describe('a signed request', () => {
  it('can be posted by anyone', async () => {
    const signed = await test.client.stampWhoami()
    expect(signed).toEqual({
      url: `${BASE_URL}/public/v1/query/whoami`,
      body: JSON.stringify({
        organizationId: test.organizationId,
        timestampMs: String(test.engine.clock()),
        callPath: '/public/v1/query/whoami',
      }),
      stamp: { stampHeaderName: 'X-Stamp', stampHeaderValue: expect.any(String) },
    })
    const { url, body, stamp } = signed
    const headers = { [stamp.stampHeaderName]: stamp.stampHeaderValue }
    const response = await test.engine.handle(new Request(url, { method: 'POST', body, headers }))
    expect(await response.json()).toMatchObject({ username: 'root' })
    expect(await test.client.send(signed)).toMatchObject({ username: 'root' })
  })
})

it('binds each query to its call and time, including polling queries', async () => {
  const { client, engine } = test
  const { url, stamp, body } = await client.stampWhoami({ timestampMs: '1735787045000' })
  expect(JSON.parse(body)).toMatchObject({ timestampMs: '1735787045000' })
  const elsewhere = { url: url.replace('whoami', 'list_users'), stamp, body }
  await expect(client.send(elsewhere)).rejects.toMatchObject({ code: 'CALL_PATH_MISMATCH' })
  const asked: object[] = []
  const watched = test.another({
    fetch: async (request) => {
      asked.push(await request.clone().json())
      return engine.handle(request)
    },
  })
  const { activity } = await createWallet(watched, { walletName: 'bound', accounts: [] })
  await waitForActivity(watched, activity.id)
  expect(asked.at(-1)).toMatchObject({
    timestampMs: expect.stringMatching(/^\d{13}$/),
    callPath: '/public/v1/query/get_activity',
  })
})

it('works with single functions', async () => {
  expect(await whoami(test.client)).toMatchObject({ username: 'root' })
  const { activity } = await createWallet(test.client, { walletName: 'by function', accounts: [] })
  expect(await waitForActivity(test.client, activity.id)).toMatchObject({ activity })
  expect(await whoami.stamp(test.client)).toMatchObject({ stamp: { stampHeaderName: 'X-Stamp' } })
})

it('infers types from the input', () => {
  // Never called: the compiler checks it.
  const check = async (client: KeywrightClient) => {
    expectTypeOf(await client.createWallet({ walletName: 'a', accounts: [] })).toExtend<{
      walletId: string
      addresses: string[]
      activity: Activity
    }>()
    const policy = await client.createPolicy({
      type: 'ACTIVITY_TYPE_CREATE_POLICY',
      parameters: { policyName: 'a', selectors: [], effect: 'EFFECT_ALLOW' },
    })
    expectTypeOf(policy).toExtend<CreatePolicyResult & { activity: Activity }>()
    expectTypeOf(await client.stampWhoami()).toExtend<SignedRequest<{ username: string }>>()
    // @ts-expect-error accounts are required
    await client.createWallet({ walletName: 'a' })
    // @ts-expect-error unknown member
    await client.createWallet({ walletName: 'a', accounts: [], color: 'red' })
    // @ts-expect-error walletId is required
    await client.getWallet()
    // @ts-expect-error these parameters belong to another version
    await client.createPolicy({ type: 'ACTIVITY_TYPE_CREATE_POLICY_V3', parameters: { selectors: [] } })
  }
  expect(check).toBeTypeOf('function')
})
