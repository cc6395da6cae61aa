import { type Activity, WITHHELD } from '@keywright/contract'
import { describe, expect, it } from 'vitest'
import { addSubOrganization } from '../../test/support/index.ts'
import { begin, engine, inOrganization, organizationId, refused, root } from '../../test/support/setting.ts'

const URL = 'https://hooks.example.com/keywright'
const UNKNOWN = '00000000-0000-4000-8000-000000000000'

inOrganization('webhooks')

const create = (changes: object = {}) =>
  root.run('ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT', { url: URL, name: 'updates', ...changes })
const wallet = (walletName: string) =>
  root.submit('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] })
const delivered = async () => {
  await engine.idle()
  return engine.deliveries.splice(0)
}
const setUrl = (value: string) =>
  root.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_WEBHOOK', value })

/** An activity as webhooks get it: without anything that a receiver could post again. */
const unsigned = (activity: Activity): Activity => ({
  ...activity,
  votes: activity.votes.map((vote) => ({ ...vote, message: WITHHELD, signature: WITHHELD })),
})

describe('the webhook feature', () => {
  it('gets each activity of the organization and its sub-organizations', async () => {
    await setUrl(URL)
    await delivered()
    const activity = await wallet('w')
    const [delivery, ...more] = await delivered()
    expect(more).toEqual([])
    expect(delivery).toMatchObject({
      url: URL,
      organizationId,
      eventType: 'ACTIVITY_UPDATES',
    })
    expect(JSON.parse(delivery!.body)).toEqual(unsigned(activity))

    const child = await addSubOrganization(engine, root)
    await delivered()
    await child.alice.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'w', accounts: [] })
    const [ofChild] = await delivered()
    expect(ofChild).toMatchObject({ url: URL, organizationId })
    expect((JSON.parse(ofChild!.body) as Activity).organizationId).toBe(child.organizationId)
  })

  it('does not get queries or rejected requests', async () => {
    await setUrl(URL)
    await delivered()
    await root.query('whoami')
    await refused(() => root.submit('ACTIVITY_TYPE_DELETE_USERS', { userIds: [UNKNOWN] }))
    expect(await delivered()).toEqual([])
  })

  it('is retried with the same id and growing delays until it is accepted', async () => {
    const attempts: { id: string; at: number }[] = []
    await begin('retries', {
      async webhook({ id }) {
        attempts.push({ id, at: engine.clock() })
        if (attempts.length < 4) throw new Error('503')
      },
    })
    await setUrl(URL)
    await engine.idle()
    for (let n = 0; n < 20; n++) {
      engine.clock.advance({ seconds: 1 })
      await engine.deliver()
    }
    expect(new Set(attempts.map(({ id }) => id)).size).toBe(1)
    const waits = attempts.slice(1).map(({ at }, n) => (at - attempts[n]!.at) / 1000)
    expect(waits).toEqual([1, 2, 4])
    expect(await engine.deliver()).toEqual({ waiting: 0 })
  })

  it('is delivered even if the host stops between commit and delivery', async () => {
    let isDown = true
    const taken: string[] = []
    await begin('crash', {
      async webhook({ body }) {
        if (isDown) throw new Error('down')
        taken.push(body)
      },
    })
    await setUrl(URL)
    await engine.idle()
    isDown = false
    engine.clock.advance({ hours: 1 })
    await engine.deliver()
    expect(taken).toHaveLength(1)
  })

  it('drops waiting messages when the feature is removed, and uses a new URL', async () => {
    const urls: string[] = []
    let isDown = true
    await begin('moves', {
      async webhook({ url }) {
        if (isDown) throw new Error('down')
        urls.push(url)
      },
    })
    await setUrl(URL)
    await setUrl('https://other.example.com/')
    await engine.idle()
    isDown = false
    engine.clock.advance({ hours: 1 })
    await engine.deliver()
    expect(urls).toEqual(['https://other.example.com/', 'https://other.example.com/'])
    isDown = true
    await wallet('w')
    await root.run('ACTIVITY_TYPE_REMOVE_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_WEBHOOK' })
    isDown = false
    engine.clock.advance({ hours: 1 })
    expect(await engine.deliver()).toEqual({ waiting: 0 })
    expect(urls).toHaveLength(2)
  })
})

describe('webhook endpoints', () => {
  it('are created, listed, changed and deleted', async () => {
    const { endpointId, webhookEndpoint } = await create()
    expect(webhookEndpoint).toEqual({
      endpointId,
      organizationId: organizationId,
      url: URL,
      name: 'updates',
      isActive: true,
      subscriptions: [{ eventType: 'ACTIVITY_UPDATES', isActive: true }],
    })
    const list = async () => (await root.query('list_webhook_endpoints')).webhookEndpoints
    expect(await list()).toEqual([webhookEndpoint])
    const changed = await root.run('ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT', {
      endpointId,
      url: 'https://other.example.com/x',
      name: 'other',
      isActive: false,
    })
    expect(changed.webhookEndpoint).toMatchObject({ name: 'other', isActive: false })
    expect(await list()).toEqual([changed.webhookEndpoint])
    // The old name is available again.
    engine.clock.advance({ seconds: 1 })
    await create()
    expect(await root.run('ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT', { endpointId })).toEqual({
      endpointId,
    })
    expect(await list()).toHaveLength(1)
  })

  it('get subscribed events while active', async () => {
    const { endpointId } = await create()
    await create({ name: 'none', subscriptions: [] })
    await create({ name: 'off', subscriptions: [{ eventType: 'ACTIVITY_UPDATES', isActive: false }] })
    const filtersJson = JSON.stringify({ filterByType: ['ACTIVITY_TYPE_CREATE_WALLET'] })
    const filtered = await create({
      name: 'wallets',
      subscriptions: [{ eventType: 'ACTIVITY_UPDATES', filtersJson }],
    })
    await delivered()
    await wallet('w')
    expect((await delivered()).map((delivery) => delivery.endpointId).sort()).toEqual(
      [endpointId, filtered.endpointId].sort(),
    )
    await root.run('ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT', { endpointId, isActive: false })
    expect(await delivered()).toEqual([])
  })

  it('drop waiting messages when deleted', async () => {
    let tries = 0
    await begin('dropped', {
      async webhook() {
        tries++
        throw new Error('down')
      },
    })
    const { endpointId } = await create()
    await engine.idle()
    expect(tries).toBe(1)
    await root.run('ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT', { endpointId })
    engine.clock.advance({ hours: 1 })
    expect(await engine.deliver()).toEqual({ waiting: 0 })
    expect(tries).toBe(1)
  })

  it('drop waiting messages when their organization is deleted, also those of an endpoint deleted before', async () => {
    const urls: string[] = []
    await begin('deleted', {
      async webhook({ url }) {
        urls.push(url)
        throw new Error('down')
      },
    })
    const { alice } = await addSubOrganization(engine, root)
    const { endpointId } = await alice.run('ACTIVITY_TYPE_CREATE_WEBHOOK_ENDPOINT', {
      url: URL,
      name: 'first',
    })
    await engine.idle()
    await alice.run('ACTIVITY_TYPE_DELETE_WEBHOOK_ENDPOINT', { endpointId })
    await alice.run('ACTIVITY_TYPE_DELETE_SUB_ORGANIZATION', {})
    expect(urls).toEqual([URL])
    engine.clock.advance({ hours: 1 })
    expect(await engine.deliver()).toEqual({ waiting: 0 })
    expect(urls).toEqual([URL])
  })

  it('reject taken names, and unreadable filters', async () => {
    await create()
    const { endpointId } = await create({ name: 'second' })
    engine.clock.advance({ seconds: 1 })
    expect(await refused(() => create())).toBe('NAME_TAKEN')
    const rename = () => root.run('ACTIVITY_TYPE_UPDATE_WEBHOOK_ENDPOINT', { endpointId, name: 'updates' })
    expect(await refused(rename)).toBe('NAME_TAKEN')
    for (const filtersJson of ['{"filterByMoon":[]}', '{"filterByType":"x"}']) {
      const attempt = () =>
        create({ name: 'x', subscriptions: [{ eventType: 'ACTIVITY_UPDATES', filtersJson }] })
      expect(await refused(attempt)).toBe('MEMBER_TYPE')
    }
  })
})
