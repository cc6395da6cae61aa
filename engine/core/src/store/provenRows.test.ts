/** Rows that lead to other rows, rows that list facts, and finished activities: none is used before it was proven. */
import { beforeEach, describe, expect, it } from 'vitest'
import {
  addSubOrganization,
  apiKeyStamper,
  type Client,
  createTargetKey,
  createTestEngine,
  ETHEREUM,
} from '../../test/support/index.ts'
import { addUser } from '../../test/support/people.ts'
import {
  codeOf,
  engine,
  inOrganization,
  organizationId,
  restarted,
  root,
  store,
  stored,
  tamper,
} from '../../test/support/setting.ts'

inOrganization('proven rows')

const again = ({ organizationId, stamper }: Client) => restarted().client(organizationId, stamper)
const ACCOUNTS = [ETHEREUM, { ...ETHEREUM, path: "m/44'/60'/0'/0/1" }]
const createWallet = (client: Client, walletName: string, accounts = [ETHEREUM]) =>
  client.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts })
const policy = (effect: 'EFFECT_ALLOW' | 'EFFECT_DENY', condition: string, consensus = 'true') =>
  root.run('ACTIVITY_TYPE_CREATE_POLICY_V3', {
    policyName: `${effect} ${condition}`,
    effect,
    condition,
    consensus,
  })

describe('an approval', () => {
  let cfo: Awaited<ReturnType<typeof addUser>>
  let small: { id: string; fingerprint: string }
  let large: { id: string; fingerprint: string }

  beforeEach(async () => {
    const alice = await addUser(engine, root, 'alice')
    cfo = await addUser(engine, root, 'cfo')
    await policy('EFFECT_ALLOW', `activity.resource == 'WALLET'`, 'approvers.count() >= 2')
    const pay = (walletName: string) =>
      alice.client.submit('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] })
    small = await pay('small')
    large = await pay('large')
  })

  it('for one activity is never a vote for another', async () => {
    await tamper('fingerprints', small.fingerprint, large.id)
    for (const client of [cfo.client, again(cfo.client)]) {
      expect(await codeOf(() => client.approve(small.fingerprint))).toBe('ROW_ALTERED')
    }
    const { activity } = await root.query('get_activity', { activityId: large.id })
    expect([activity.status, activity.votes.length]).toEqual(['ACTIVITY_STATUS_CONSENSUS_NEEDED', 1])
  })

  it('that was taken back in the list of waiting activities is noticed', async () => {
    await tamper('by-status:CONSENSUS_NEEDED', small.id, undefined)
    for (const filterByStatus of [['ACTIVITY_STATUS_CONSENSUS_NEEDED' as const], []])
      expect(await codeOf(() => again(root).query('list_activities', { filterByStatus }))).toBe('ROW_ALTERED')
  })
})

describe('facts of a whole wallet', () => {
  let walletId: string
  let alice: Client
  let list: string
  let secondId: string

  beforeEach(async () => {
    const made = await createWallet(root, 'treasury', ACCOUNTS)
    walletId = made.walletId
    const { accounts } = await root.query('list_wallet_accounts', { walletId })
    secondId = accounts[1]!.walletAccountId
    list = `accounts-of:${walletId}`
    alice = (await addUser(engine, root, 'alice')).client
    await policy('EFFECT_ALLOW', 'true')
    await policy('EFFECT_DENY', `wallet_account.address == '${made.addresses[1]}'`)
  })

  const requests = (client: Client) => ({
    export_wallet: () =>
      client.submit('ACTIVITY_TYPE_EXPORT_WALLET', {
        walletId,
        targetPublicKey: createTargetKey(engine.random).targetPublicKey,
      }),
    delete_wallets: () =>
      client.submit('ACTIVITY_TYPE_DELETE_WALLETS', { walletIds: [walletId], deleteWithoutExport: true }),
  })

  it.each(['export_wallet', 'delete_wallets'] as const)('%s sees every account', async (call) => {
    await tamper(list, secondId, undefined)
    expect(await codeOf(() => requests(alice)[call]())).toBe('ROW_ALTERED')
    expect(await codeOf(() => requests(again(alice))[call]())).toBe('ROW_ALTERED')
    expect(await codeOf(() => again(root).query('list_wallet_accounts', { walletId }))).toBe('ROW_ALTERED')
  })

  it('delete_sub_organization sees every account', async () => {
    const { alice: owner, organizationId: child } = await addSubOrganization(engine, root)
    const { walletId: own, addresses } = await createWallet(owner, 'own', ACCOUNTS)
    const { accounts } = await owner.query('list_wallet_accounts', { walletId: own })
    expect(addresses).toHaveLength(2)
    await tamper(`accounts-of:${own}`, accounts[0]!.walletAccountId, undefined, child)
    const remove = again(owner).submit('ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION', { deleteWithoutExport: true })
    expect(await codeOf(() => remove)).toBe('ROW_ALTERED')
  })
})

describe('a finished activity', () => {
  it('is not served with another result, neither to a query nor to a retry of the same bytes', async () => {
    const body = root.compose('ACTIVITY_TYPE_CREATE_WALLET', {
      walletName: 'deposits',
      accounts: [ETHEREUM],
    })
    const { activity } = await (await root.post(body)).json()
    const [address] = activity.result.createWalletResult.addresses
    const row = await stored<object>('activities', activity.id)
    const forged = JSON.parse(JSON.stringify(row).replaceAll(address, `0x${'66'.repeat(20)}`))
    await tamper('activities', activity.id, forged)
    for (const client of [root, again(root)]) {
      expect(await codeOf(() => client.query('get_activity', { activityId: activity.id }))).toBe(
        'ROW_ALTERED',
      )
      expect((await (await client.post(body)).json()).details[0].errorCode).toBe('ROW_ALTERED')
      expect(await codeOf(() => client.query('list_activities', {}))).toBe('ROW_ALTERED')
    }
  })
})

describe('the directory', () => {
  it('names no organization for an address that it never proved, or that it no longer has', async () => {
    const { organizationId: stranger } = await addSubOrganization(engine, root)
    const { users } = await root.query('list_users', { organizationId: stranger } as never)
    const term = 'sub-organizations-by:VERIFIED_EMAIL:victim@example.com'
    await tamper(term, `${stranger}/${users[0]!.userId}`, null)
    const search = { filterType: 'EMAIL', filterValue: 'victim@example.com' } as const
    expect(await codeOf(() => again(root).query('list_verified_suborgs', search))).toBe('ROW_ALTERED')
    expect(await codeOf(() => root.query('list_verified_suborgs', search))).toBe('ROW_ALTERED')
  })
})

describe('a delivery', () => {
  it('goes to no webhook whose row was altered', async () => {
    const failing = createTestEngine('proven rows', {
      store,
      webhook: async () => {
        throw new Error('not available')
      },
    })
    const url = 'https://hooks.example.com/a'
    const key = apiKeyStamper((await addUser(engine, root, 'operator')).key)
    expect(key).toBeDefined()
    await root.run('ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT', {
      name: 'hook',
      url,
      subscriptions: [{ eventType: 'ACTIVITY_UPDATES', isActive: true }],
    } as never)
    await failing.client(organizationId, root.stamper).run('ACTIVITY_TYPE_CREATE_USER_TAG', {
      userTagName: 'tag',
      userIds: [],
    })
    await failing.idle()
    const [endpoint] = await store.list(organizationId, 'webhookEndpoints')
    const forged = { ...(endpoint!.value as object), url: 'https://stranger.example/' }
    await tamper('webhookEndpoints', endpoint!.id, forged)
    engine.clock.advance({ seconds: 10 })
    engine.deliveries.length = 0
    const { waiting } = await engine.deliver()
    expect([engine.deliveries.map((one) => one.url), waiting > 0]).toEqual([[], true])
  })
})
