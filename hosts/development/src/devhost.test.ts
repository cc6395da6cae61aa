import { createMemoryStore } from '@keywright/engine'
import { describe, expect, it } from 'vitest'
import { openTestDevhost, TEST_URL } from '../test/testDevhost.ts'
import type { DevEvent } from './events.ts'
import type { LoggedRequest, RequestInFull } from './loggedRequest.ts'
import { createMemoryHomes } from './memoryHomes.ts'
import type { SeenDelivery } from './webhooks/seenWebhooks.ts'

const wallet = { walletName: 'wallet', accounts: [] }

describe('the request log', () => {
  it('contains bytes, stamp and response, by the ID in the response', async () => {
    const { host, root, ask } = await openTestDevhost()
    const posted = root.compose('ACTIVITY_TYPE_CREATE_WALLET', wallet)
    const response = await root.post(posted)
    const request = await ask<RequestInFull>('GET', `/dev/requests/${response.headers.get('x-request-id')}`)
    expect(request).toMatchObject({ call: 'create_wallet', status: 200, body: posted.text })
    expect(request.stamp).toMatchObject({ check: 'valid', value: expect.stringMatching(/^[\w-]+$/) })
    expect(request.answer).toBe(await response.text())
    expect(JSON.stringify(request)).not.toContain(host.running().state.apiKey.privateKey)
  })

  it('keeps body and response across a restart, readable only with the state', async () => {
    const store = createMemoryStore()
    const homes = createMemoryHomes(Date.now)
    const { host, root, ask } = await openTestDevhost({ store, homes })
    const posted = root.compose('ACTIVITY_TYPE_CREATE_WALLET', wallet)
    const response = await root.post(posted)
    const path = `/dev/requests/${response.headers.get('x-request-id')}`
    const before = await ask<RequestInFull>('GET', path)
    await host.close()
    expect(JSON.stringify(await homes.requests.read())).not.toContain('walletName')
    const again = await openTestDevhost({ store, homes })
    expect(await again.ask('GET', path)).toEqual(before)
    const { requests } = await again.ask<{ requests: LoggedRequest[] }>('GET', '/dev/requests')
    expect(requests[0]).not.toHaveProperty('sealed')
    const other = await openTestDevhost({
      homes: { ...createMemoryHomes(Date.now), requests: homes.requests },
    })
    expect(await other.ask('GET', path)).toMatchObject({ call: 'create_wallet', body: null, answer: null })
  })

  it('omits long bodies and session tokens', async () => {
    const { host, root, ask } = await openTestDevhost()
    await root.post({ path: '/public/v1/query/whoami', text: `{"organizationId":"${'x'.repeat(20_000)}"}` })
    await host.handle(
      new Request(`${TEST_URL}/public/v1/query/whoami`, {
        method: 'POST',
        headers: { 'x-session': 'let-me-in' },
        body: '{}',
      }),
    )
    const { requests } = await ask<{ requests: LoggedRequest[] }>('GET', '/dev/requests')
    const inFull = await Promise.all(
      requests.map(({ id }) => ask<RequestInFull>('GET', `/dev/requests/${id}`)),
    )
    expect(inFull.map(({ body }) => body)).toEqual(['{}', null])
    expect(JSON.stringify(requests)).not.toContain('let-me-in')
  })
})

describe('events', () => {
  it('report what happens, in order', async () => {
    const { host, root, ask } = await openTestDevhost()
    const seen: DevEvent[] = []
    const stop = host.events.listen((event) => seen.push(event))
    await root.run('ACTIVITY_TYPE_CREATE_WALLET', wallet)
    await ask('POST', '/dev/clock/advance', { seconds: 1 })
    await ask('POST', '/dev/faults', { kind: 'status', call: 'whoami', times: 1 })
    await root.query('whoami').catch(() => undefined)
    await ask('POST', '/dev/snapshots/one')
    await ask('POST', '/dev/snapshots/one/restore')
    stop()
    await ask('POST', '/dev/snapshots/two')
    expect(seen.map(({ name }) => name)).toEqual([
      ...['request', 'activity', 'clock', 'faults', 'faults', 'request'],
      ...['snapshot', 'state', 'snapshot'],
    ])
    expect(seen[1]).toMatchObject({ data: { type: 'ACTIVITY_TYPE_CREATE_WALLET' } })
  })

  it('stream to each subscriber until the host stops', async () => {
    const { host, root } = await openTestDevhost()
    const response = await host.handle(new Request(`${TEST_URL}/dev/events`))
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    await root.query('whoami')
    await host.close()
    const text = await response.text()
    expect(text).toMatch(/^event: request\ndata: \{.*"call":"whoami".*\}$/m)
  })

  it('continue after a listener throws or a stream is canceled', async () => {
    const { host, root } = await openTestDevhost()
    host.events.listen(() => {
      throw new Error('not mine')
    })
    const response = await host.handle(new Request(`${TEST_URL}/dev/events`))
    await response.body!.cancel()
    expect(await root.query('whoami')).toMatchObject({ username: 'Root user' })
  })

  it('disconnect a reader that does not read', async () => {
    const { host } = await openTestDevhost()
    const response = await host.handle(new Request(`${TEST_URL}/dev/events`))
    for (let n = 0; n < 2_000; n++) host.events.tell('clock', { now: n, isStanding: true })
    const lines = (await response.text()).split('\n\n').length
    expect(lines).toBeLessThan(1_100)
  })
})

describe('the clock', () => {
  it('can be frozen and resumed, and survives a restart', async () => {
    let machine = 1_700_000_000_000
    const now = () => machine
    const store = createMemoryStore()
    const homes = createMemoryHomes(now)
    const { ask } = await openTestDevhost({ now, store, homes })
    await ask('POST', '/dev/clock/advance', { milliseconds: 5 })
    expect(await ask('POST', '/dev/clock/freeze')).toEqual({ now: machine + 5, isStanding: true })
    machine += 1_000
    const again = await openTestDevhost({ now, store, homes })
    expect(await again.ask('GET', '/dev/clock')).toEqual({ now: machine - 1_000 + 5, isStanding: true })
    await again.ask('POST', '/dev/clock/set', { now: machine })
    await again.ask('POST', '/dev/clock/resume')
    machine += 10
    expect(await again.ask('GET', '/dev/clock')).toEqual({ now: machine, isStanding: false })
    expect(await again.ask('POST', '/dev/clock/set', { now: machine - 1 })).toMatchObject({ code: 3 })
    expect(await again.ask('POST', '/dev/clock/set')).toMatchObject({ code: 3 })
  })
})

describe('faults', () => {
  it('break the connection, for one organization only', async () => {
    const { host, root, ask } = await openTestDevhost()
    await ask('POST', '/dev/faults', { kind: 'connection_reset', organizationId: 'another' })
    await root.query('whoami')
    await ask('POST', '/dev/faults', { kind: 'connection_reset', organizationId: root.organizationId })
    const broken = await root.post({
      path: '/public/v1/query/whoami',
      text: JSON.stringify({ organizationId: root.organizationId }),
    })
    expect(broken.type).toBe('error')
    expect(host.requestLog.list(1)[0]).toMatchObject({ status: 0, stamp: { check: 'not checked' } })
  })

  it('occur with a probability', async () => {
    const { root, ask } = await openTestDevhost()
    await ask('POST', '/dev/faults', { kind: 'status', call: 'whoami', probability: 0.5 })
    const outcomes = await Promise.all(
      Array.from({ length: 200 }, () =>
        root.query('whoami').then(
          () => 'answered',
          () => 'struck',
        ),
      ),
    )
    expect(new Set(outcomes)).toEqual(new Set(['answered', 'struck']))
    expect(await ask('POST', '/dev/faults', { kind: 'status', probability: 0 })).toMatchObject({ code: 3 })
  })
})

describe('webhooks', () => {
  it('survive a restart, with request and response', async () => {
    const store = createMemoryStore()
    const homes = createMemoryHomes(Date.now)
    const reach = async () => new Response('thank you', { status: 202 })
    const { host, root, ask } = await openTestDevhost({ store, homes, reach })
    const value = 'https://receiver.example/hook'
    await root.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', { name: 'FEATURE_NAME_WEBHOOK', value })
    await root.run('ACTIVITY_TYPE_CREATE_WALLET', wallet)
    const before = await ask<{ deliveries: SeenDelivery[] }>('GET', '/dev/webhooks')
    expect(before.deliveries[0]!.tries[0]).toMatchObject({
      status: 202,
      answer: 'thank you',
      headers: { 'x-keywright-signature-version': 'v1' },
    })
    await host.close()
    const again = await openTestDevhost({ store, homes, reach })
    expect(await again.ask('GET', '/dev/webhooks')).toEqual(before)
  })
})
