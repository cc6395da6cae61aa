/** A new webhook key takes effect in running processes, and the one before stays for a stated time. */
import { createMemoryStore, UNREADABLE, type WholeStore } from '@keywright/engine'
import { createWebhookSigner, SERVER } from '@keywright/host'
import { beforeEach, describe, expect, it } from 'vitest'
import { addWebhookKey, followWebhookKeys } from './webhookKeys.ts'

const SECOND = 1_000
const DAY = 86_400 * SECOND
let now: number
let store: WholeStore
beforeEach(() => {
  now = 1_735_787_045_000
  store = createMemoryStore()
})

function startProcess() {
  const keys = followWebhookKeys(store, () => now)
  const signer = createWebhookSigner(new Uint8Array(32).fill(7), undefined, keys.numbers)
  return {
    async jwks() {
      await keys.refresh()
      return signer.jwks.keys
    },
    async deliver() {
      await keys.refresh()
      const body = '{"id":"a"}'
      const delivery = { id: 'event', url: '', organizationId: 'o', eventType: 'ACTIVITY_UPDATES', body }
      return signer.headers(delivery, now)
    },
  }
}
const idsOf = async (server: ReturnType<typeof startProcess>) => (await server.jwks()).map(({ kid }) => kid)
/** The ID in the headers of the protocol, and the number of signatures in those of Standard Webhooks. */
const signedBy = (headers: Record<string, string>) => [
  headers['x-keywright-signature-key-id'],
  headers['webhook-signature']!.split(' ').length,
]

it('signs with the new key, and with the old one as well until the overlap ends', async () => {
  const server = startProcess()
  const [first] = await idsOf(server)
  expect(signedBy(await server.deliver())).toEqual([first, 1])
  expect(await addWebhookKey(store, { now, overlapMs: DAY })).toEqual({ number: 2, until: now + DAY })
  now += 5 * SECOND
  const [second, ...others] = await idsOf(server)
  expect(others).toEqual([first])
  expect(signedBy(await server.deliver())).toEqual([second, 2])
  now += DAY
  expect(await idsOf(server)).toEqual([second])
  expect(signedBy(await server.deliver())).toEqual([second, 1])
})

it('is the same in every process and after a restart, and another key can follow', async () => {
  const one = startProcess()
  await addWebhookKey(store, { now, overlapMs: DAY })
  await addWebhookKey(store, { now, overlapMs: 0 })
  const keys = await one.jwks()
  // No `d`, which is the private key.
  expect(keys.map((key) => 'd' in key)).toEqual(keys.map(() => false))
  // The second key was dropped immediately, the first one is still published.
  expect(keys).toHaveLength(2)
  expect(await startProcess().jwks()).toEqual(keys)
  now += DAY
  expect(await startProcess().jwks()).toEqual(keys.slice(0, 1))
})

it('stays as it is while the database does not answer', async () => {
  let isDown = false
  const flaky = { ...store, get: async () => (isDown ? Promise.reject(new Error('down')) : undefined) }
  const keys = followWebhookKeys(flaky as unknown as WholeStore, () => now)
  await keys.refresh()
  isDown = true
  now += DAY
  await keys.refresh()
  expect(keys.numbers()).toEqual([1])
})

describe('with a row that isn’t a list of keys', () => {
  const damaged: [unknown][] = [
    [UNREADABLE],
    [null],
    [{}],
    [{ number: 1 }],
    [{ number: '1', earlier: [] }],
    [{ number: 1, earlier: [{}] }],
  ]
  const damage = (value: unknown) => ({ ...store, get: async () => value }) as WholeStore

  it.each(damaged)('a process keeps the keys that it has read: %j', async (value) => {
    await addWebhookKey(store, { now, overlapMs: 0 })
    const places = { get: store.get }
    const keys = followWebhookKeys({ ...store, get: (...of) => places.get(...of) }, () => now)
    await keys.refresh()
    places.get = damage(value).get
    now += DAY
    await keys.refresh()
    expect(keys.numbers()).toEqual([2])
  })

  it.each(damaged)('a process that has read none does not go back to the first: %j', async (value) => {
    const keys = followWebhookKeys(damage(value), () => now)
    await expect(keys.refresh()).rejects.toThrow('damaged')
    expect(keys.numbers).toThrow()
    await expect(addWebhookKey(damage(value), { now, overlapMs: DAY })).rejects.toThrow('damaged')
  })

  it.each(damaged)(
    'an operator who keeps no earlier key gets one that never was in use: %j',
    async (value) => {
      for (const before of [1, 2, 3])
        expect((await addWebhookKey(store, { now, overlapMs: DAY })).number).toBe(before + 1)
      const replace = async () => {
        const write = { organization: SERVER, table: 'webhook-keys', id: 'numbers', value: value as never }
        await store.commit({ guards: [], writes: [write] })
        return (await addWebhookKey(store, { now, overlapMs: 0 })).number
      }
      const used = [1, 2, 3, 4, await replace()]
      const { number } = await addWebhookKey(store, { now, overlapMs: DAY })
      expect(used).not.toContain(number)
      now += 5 * SECOND
      expect([...used, number]).not.toContain(await replace())
      expect(await startProcess().jwks()).toHaveLength(1)
    },
  )
})

it('is not the first key after a restart while the database does not answer', async () => {
  await addWebhookKey(store, { now, overlapMs: 0 })
  const hooks = { get: (): ReturnType<WholeStore['get']> => Promise.reject(new Error('down')) }
  const keys = followWebhookKeys({ ...store, get: () => hooks.get() }, () => now)
  await expect(keys.refresh()).rejects.toThrow('down')
  expect(keys.numbers).toThrow()
  hooks.get = () => store.get(SERVER, 'webhook-keys', 'numbers')
  await keys.refresh()
  expect(keys.numbers()).toEqual([2])
})

it('is added by one of two operators at a time', async () => {
  await store.commit({
    guards: [{ organization: SERVER, version: 0 }],
    writes: [{ organization: SERVER, table: 'root', id: 'check', value: {} }],
  })
  const both = await Promise.allSettled([1, 2].map(() => addWebhookKey(store, { now, overlapMs: DAY })))
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
})
