/** Pending activities, pagination, and webhooks. */

import { parseBase64url, toHex } from '@keywright/keys'
import { dev, withTestDev } from '@keywright/server/test/shared'
import { verifyTurnkeyWebhookSignature } from 'crypto-new'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { AGES, type Answer, sdks, serverSdkClient } from '../support/sdks.ts'
import { publicStamperOf } from '../support/stampers.ts'

withTestDev()
let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(async () => {
  await receiver.close()
})

describe.each(AGES)('%s', (age) => {
  const { HttpClient, createActivityPoller } = sdks[age]
  const client = () => serverSdkClient(age, dev.server)
  const wallet = (walletName: string) => ({ walletName: `${walletName} ${age}`, accounts: [] })

  /** Keeps new wallets PENDING until the returned function is called. */
  async function holdBack(): Promise<() => Promise<unknown>> {
    const { id } = await dev.post<{ id: string }>('/dev/faults', { kind: 'pending', call: 'create_wallet' })
    return () => dev.remove(`/dev/faults/${id}`)
  }

  it('the server SDK polls, gives up after its tries, and reads the result later', async () => {
    const release = await holdBack()
    const { activity, walletId } = await client().createWallet!(wallet('slow'))
    expect([activity.status, activity.result, walletId]).toEqual(['ACTIVITY_STATUS_PENDING', {}, undefined])
    const { requests } = await dev.get<{ requests: { call: string }[] }>('/dev/requests?limit=10')
    expect(requests[0]!.call).toBe('get_activity')
    await release()
    const { activity: finished } = await client().getActivity!({ activityId: activity.id })
    expect(finished.status).toBe('ACTIVITY_STATUS_COMPLETED')
  })

  it("the HTTP client's poller waits for the end", async () => {
    const release = await holdBack()
    const http = new HttpClient({ baseUrl: dev.server.url }, publicStamperOf(dev.root, age)) as Answer
    let polls = 0
    const watched = {
      ...http,
      getActivity: async (input: object) => {
        if (++polls === 2) await release()
        return http.getActivity(input)
      },
    }
    const poll = createActivityPoller({ client: watched, requestFn: http.createWallet, refreshIntervalMs: 1 })
    const activity = await poll({
      type: 'ACTIVITY_TYPE_CREATE_WALLET',
      timestampMs: String(Date.now()),
      organizationId: dev.server.organizationId,
      parameters: wallet('slow over HTTP'),
    })
    expect(polls).toBe(2)
    expect(activity).toMatchObject({ status: 'ACTIVITY_STATUS_COMPLETED' })
    expect(activity.result.createWalletResult.walletId).toMatch(/^[0-9a-f-]{36}$/)
  })

  it('lists page after page, newest first', async () => {
    for (let n = 0; n < 5; n++) await client().createWallet!(wallet(`page ${n}`))
    const all: string[] = []
    const filterByType = ['ACTIVITY_TYPE_CREATE_WALLET']
    for (let after: string | undefined; ; after = all.at(-1)) {
      const paginationOptions = { limit: '2', ...(after === undefined ? {} : { after }) }
      const { activities } = await client().getActivities!({ filterByType, paginationOptions })
      if (activities.length === 0) break
      expect(activities.length).toBeLessThanOrEqual(2)
      all.push(...activities.map(({ id }: { id: string }) => id))
    }
    const whole = await client().getActivities!({ filterByType, paginationOptions: { limit: '100' } })
    expect(all).toEqual(whole.activities.map(({ id }: { id: string }) => id))
    expect(new Set(all).size).toBe(all.length)
    expect(all.length).toBeGreaterThanOrEqual(5)
  })

  it('posts activities to the webhook of the organization', async () => {
    const name = 'FEATURE_NAME_WEBHOOK'
    await client().setOrganizationFeature!({ name, value: `${receiver.url}/${age}` })
    const { activity } = await client().createWallet!(wallet('announced'))
    await dev.get('/dev/webhooks')
    const received = receiver.deliveries.filter(({ path }) => path === `/${age}`)
    const bodies = received.map(({ body }) => JSON.parse(body) as { id: string; status: string })
    expect(bodies).toContainEqual(
      expect.objectContaining({ id: activity.id, status: 'ACTIVITY_STATUS_COMPLETED' }),
    )
    await client().removeOrganizationFeature!({ name })
  })
})

it("today's check of a delivery's signature holds once the headers have its names", async () => {
  const client = serverSdkClient('new', dev.server)
  const { endpointId } = await client.createWebhookEndpoint!({
    url: `${receiver.url}/signed`,
    name: 'signed',
    subscriptions: [{ eventType: 'ACTIVITY_UPDATES', isActive: true }],
  })
  await client.createWallet!({ walletName: 'announced and signed', accounts: [] })
  await dev.get('/dev/webhooks')
  const delivery = receiver.deliveries.find(({ path }) => path === '/signed')!
  await client.deleteWebhookEndpoint!({ endpointId })

  const { keys } = await dev.get<{ keys: { kid: string; x: string }[] }>('/public/v1/discovery/webhooks/jwks')
  const verificationKeys = keys.map(({ kid, x }) => ({
    keyId: kid,
    publicKey: toHex(parseBase64url(x, 'key')),
    algorithm: 'ed25519' as const,
  }))
  const renamed = Object.fromEntries(
    Object.entries(delivery.headers).map(([name, value]) => [
      name.replace('x-keywright-', 'x-turnkey-'),
      value,
    ]),
  )
  const check = (headers: typeof renamed, body: string) =>
    verifyTurnkeyWebhookSignature({ headers, body, verificationKeys, maxTimestampAgeMs: 60_000 })
  expect(check(renamed, delivery.body)).toMatchObject({ ok: true })
  expect(check(renamed, `${delivery.body} `)).toMatchObject({ ok: false, reason: 'invalid_signature' })
  expect(check(delivery.headers, delivery.body)).toMatchObject({ ok: false, reason: 'missing_header' })
})
