import type { Letter as HostLetter, SeenDelivery } from '@keywright/devhost'
import { openTestDevhost, TEST_URL } from '@keywright/devhost/test'
import { expect, expectTypeOf, it } from 'vitest'
import { createDevClient } from './devClient.ts'
import type { Delivery, Letter } from './types.ts'

async function open() {
  const { host, root } = await openTestDevhost({ seed: 1 })
  return { host, root, dev: createDevClient({ baseUrl: `${TEST_URL}/`, fetch: host.handle }) }
}

it('describes the host, and creates organizations', async () => {
  const { host, dev } = await open()
  expect(await dev.about()).toMatchObject({ organizationId: host.running().state.organizationId })
  const made = await dev.organizations.create('Another')
  expect(made).toMatchObject({ organizationName: 'Another' })
  expect(await dev.organizations.list()).toEqual([made])
})

it('moves the clock', async () => {
  const { dev } = await open()
  const start = await dev.clock.now()
  expect(await dev.clock.advance({ seconds: 61 })).toBe(start + 61_000)
  expect(await dev.clock.advance({ milliseconds: 1 })).toBe(start + 61_001)
  expect(await dev.clock.freeze()).toBe(start + 61_001)
  expect(await dev.clock.resume()).toBe(start + 61_001)
})

it('adds and removes faults', async () => {
  const { root, dev } = await open()
  const fault = await dev.faults.add({ kind: 'status', call: 'whoami', times: 1, status: 503 })
  expect(await dev.faults.list()).toEqual([fault])
  await expect(root.query('whoami')).rejects.toThrow()
  await root.query('whoami')
  const { id } = await dev.faults.add({ kind: 'latency', milliseconds: 1 })
  await dev.faults.remove(id)
  expect(await dev.faults.list()).toEqual([])
})

it('mints tokens, keeps snapshots, and reads the inbox and webhooks', async () => {
  const { dev, root } = await open()
  expect(await dev.issuer.mint({ subject: 'bob' })).toMatchObject({
    token: expect.stringMatching(/^ey/),
    claims: { sub: 'bob' },
  })
  await dev.snapshots.take('before')
  expect(await dev.snapshots.restore('before')).toMatchObject({ organizationId: root.organizationId })
  expect(await dev.inbox.list({ to: 'carol@example.com', kind: 'mail', limit: 1 })).toEqual([])
  expect(await dev.inbox.clear()).toBeUndefined()
  expect(await dev.webhooks.list()).toEqual([])
})

it("reports what the host rejects, and hosts that aren't development hosts", async () => {
  const { dev } = await open()
  await expect(dev.snapshots.restore('never')).rejects.toMatchObject({
    name: 'DevHostError',
    status: 404,
    message: expect.stringContaining('there is no such snapshot `never`'),
  })
  const page = createDevClient({
    baseUrl: TEST_URL,
    fetch: async () => new Response('<p>no</p>', { status: 404 }),
  })
  await expect(page.about()).rejects.toThrow('the host returned 404')
})

it('uses the types of the host', () => {
  expectTypeOf<HostLetter>().toExtend<Letter>()
  expectTypeOf<SeenDelivery>().toExtend<Delivery>()
})
