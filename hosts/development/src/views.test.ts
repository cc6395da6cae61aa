import type { IntentOf } from '@keywright/contract'
import { beforeEach, describe, expect, it } from 'vitest'
import { openTestDevhost, TEST_URL, type TestDevhost } from '../test/testDevhost.ts'
import type { JournalView, OrganizationView, StampAnswer } from './index.ts'

let dev: TestDevhost
let organizationId: string
beforeEach(async () => {
  dev = await openTestDevhost({ seed: 1 })
  organizationId = dev.host.running().state.organizationId
})

const NOWHERE = '00000000-0000-4000-8000-000000000000'
const WALLET: IntentOf<'ACTIVITY_TYPE_CREATE_WALLET'> = {
  walletName: 'seen',
  accounts: [
    {
      curve: 'CURVE_SECP256K1',
      pathFormat: 'PATH_FORMAT_BIP32',
      path: "m/44'/60'/0'/0/0",
      addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
    },
  ],
}

async function addUser(userName: string): Promise<string> {
  const apiKeys = [{ apiKeyName: 'elsewhere', publicKey: KEY, curveType: 'API_KEY_CURVE_P256' as const }]
  const { userIds } = await dev.root.run('ACTIVITY_TYPE_CREATE_USERS_V3', {
    users: [{ userName, userTags: [], apiKeys, authenticators: [], oauthProviders: [] }],
  })
  return userIds[0]!
}
const KEY = '02f739f8c77b32f4d5f13265861febd76e7a9c61a1140d296b8c16302508870316'

describe('views of the engine', () => {
  it('show the tree of organizations', async () => {
    await dev.ask('POST', '/dev/organizations', { organizationName: 'Second' })
    const { organizations } = await dev.ask<{ organizations: unknown[] }>('GET', '/dev/tree')
    expect(organizations).toMatchObject([
      { organizationId, organizationName: 'Development', parentId: null },
      { organizationName: 'Second', parentId: null },
    ])
    expect(await dev.ask('GET', '/dev/tree?limit=1')).toMatchObject({ organizations: [{ organizationId }] })
  })

  it('show an organization without secrets', async () => {
    await dev.root.run('ACTIVITY_TYPE_CREATE_WALLET', WALLET)
    const view = await dev.ask<OrganizationView>('GET', `/dev/organizations/${organizationId}`)
    expect(view).toMatchObject({
      quorum: { threshold: 1 },
      users: [{ userName: 'Root user' }],
      wallets: [{ walletName: 'seen', accounts: [{ path: WALLET.accounts[0]!.path }] }],
      policies: [],
    })
    expect(JSON.stringify(view)).not.toMatch(/sealed/i)
  })

  it('show the activities of one or all organizations, newest first', async () => {
    await dev.root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'one', accounts: [] })
    await dev.root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'two', accounts: [] })
    const names = async (query: string) => {
      const { activities } = await dev.ask<{ activities: { intent: object }[] }>(
        'GET',
        `/dev/activities${query}`,
      )
      return activities.map(({ intent }) => Object(Object.values(intent)[0]).walletName)
    }
    expect(await names('')).toEqual(['two', 'one'])
    expect(await names(`?organizationId=${organizationId}&limit=1`)).toEqual(['two'])
  })

  it('show a journal with its verdict', async () => {
    await dev.root.run('ACTIVITY_TYPE_CREATE_WALLET', WALLET)
    const path = `/dev/journal/${organizationId}`
    const { verdict, entries } = await dev.ask<JournalView>('GET', path)
    expect(verdict).toMatchObject({ ok: true, entries: 2, head: entries[0]!.hash })
    expect(entries.map(({ sequence }) => sequence)).toEqual([2, 1])
    expect(entries[0]!.previous).toBe(entries[1]!.hash)
    expect(JSON.stringify(entries)).not.toMatch(/sealed/i)
    const { store } = dev.host.running().engine.ports
    const write = { organization: organizationId, table: 'wallets', id: 'forged', value: {} }
    await store.commit({ guards: [], writes: [write] })
    expect((await dev.ask<JournalView>('GET', path)).verdict).toMatchObject({ ok: false })
  })

  it.each([
    `/dev/organizations/${NOWHERE}`,
    `/dev/journal/${NOWHERE}`,
    `/dev/activities?organizationId=${NOWHERE}`,
  ])('reject %s', async (path) => {
    expect(await dev.ask('GET', path)).toMatchObject({ code: 5 })
  })
})

describe('a stamp as any user', () => {
  const postAs = async (userId: string, path: string, members: object, changed = '') => {
    const body = JSON.stringify({ organizationId, ...members })
    const answer = await dev.ask<StampAnswer>('POST', '/dev/stamps', { organizationId, userId, body })
    const headers = { [answer.stampHeaderName]: answer.stampHeaderValue }
    const request = new Request(`${TEST_URL}/public/v1/${path}`, {
      method: 'POST',
      body: `${body}${changed}`,
      headers,
    })
    const response = await dev.host.handle(request)
    return { answer, status: response.status, said: await response.json() }
  }
  const whoami = (userId: string, changed?: string) => postAs(userId, 'query/whoami', {}, changed)
  const keysOf = async (userId: string) => {
    const { user } = await dev.root.query('get_user', { userId })
    return user.apiKeys.map(({ apiKeyName }) => apiKeyName)
  }

  it('uses a key that the host has', async () => {
    const { userId } = await dev.root.query('whoami', {})
    expect(await whoami(userId)).toMatchObject({ status: 200, answer: { isNewKey: false }, said: { userId } })
    expect(await keysOf(userId)).toEqual(['Development key'])
  })

  it('adds a key to a user without one, once', async () => {
    const userId = await addUser('alice')
    expect(await whoami(userId)).toMatchObject({ status: 200, answer: { isNewKey: true }, said: { userId } })
    expect(await whoami(userId)).toMatchObject({ status: 200, answer: { isNewKey: false } })
    expect(await keysOf(userId)).toEqual(['elsewhere', 'Development console'])
  })

  it('is valid only for its bytes', async () => {
    const { userId } = await dev.root.query('whoami', {})
    expect(await whoami(userId, ' ')).toMatchObject({ status: 401 })
  })

  it('counts as the vote of that user', async () => {
    const userId = await addUser('alice')
    const { userId: rootUserId } = await dev.root.query('whoami', {})
    await dev.root.run('ACTIVITY_TYPE_UPDATE_ROOT_QUORUM', { threshold: 2, userIds: [rootUserId, userId] })
    const activity = await dev.root.submit('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'w', accounts: [] })
    expect(activity.status).toBe('ACTIVITY_STATUS_CONSENSUS_NEEDED')
    const { said } = await postAs(userId, 'submit/approve_activity', {
      type: 'ACTIVITY_TYPE_APPROVE_ACTIVITY',
      timestampMs: String(dev.host.running().clock()),
      parameters: { fingerprint: activity.fingerprint },
    })
    const votes = [{ userId: rootUserId }, { userId, selection: 'VOTE_SELECTION_APPROVED' }]
    expect(said).toMatchObject({ activity: { status: 'ACTIVITY_STATUS_COMPLETED', votes } })
  })

  it.each([
    [{}, /are needed/],
    [{ organizationId: NOWHERE, userId: NOWHERE, body: '' }, /organization/],
    [{ organizationId: 'x', userId: 1, body: '' }, /userId/],
  ])('is rejected for %j', async (input, message) => {
    const refusal = await dev.ask<{ message: string }>('POST', '/dev/stamps', input)
    expect(refusal.message).toMatch(message)
  })
})
