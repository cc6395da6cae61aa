import { expect, it } from 'vitest'
import { putRow } from '../../test/support/putRow.ts'
import { seededRandom } from '../../test/support/random.ts'
import type { Mail, Ports, Sms } from '../ports.ts'
import { createMemoryStore } from '../store/memory.ts'
import { RowAltered } from '../store/rowAltered.ts'
import { UNREADABLE } from '../store/rowValue.ts'
import { OUTBOX, type Store } from '../store/store.ts'
import type { WebhookEndpointRow } from '../store/tables.ts'
import { openVault } from '../vault.ts'
import { openDelivery } from './deliver.ts'
import { type Message, rowIdOf, sealMessage } from './outbox.ts'

const ORGANIZATION = '7b3e4c51-0a7d-4b5e-9a53-3f1f5e1c2d01'
const OTHER = '7b3e4c51-0a7d-4b5e-9a53-3f1f5e1c2d02'

const rootSecret = new Uint8Array(32).fill(7)
const random = seededRandom('outbox')
const vault = openVault(rootSecret, random)

async function storeWith(messages: readonly Message[], organization = ORGANIZATION) {
  const store = createMemoryStore()
  await put(store, messages, organization)
  return store
}

async function put(store: Store, messages: readonly Message[], organization = ORGANIZATION) {
  const writes = messages.map((message, n) => {
    const row = sealMessage(message, organization, String(n), vault, 0)
    return {
      organization,
      table: OUTBOX,
      id: rowIdOf(row, String(n)),
      value: row as never,
    }
  })
  for (const message of messages) {
    if (message.kind !== 'webhook') continue
    const { organizationId, endpointId, url } = message.webhook
    const row = { url, isActive: true } as WebhookEndpointRow
    await putRow({ store, rootSecret, random, clock: () => 0 } as unknown as Ports, organizationId, [
      'webhookEndpoints',
      endpointId!,
      row,
    ])
  }
  await store.commit({ guards: [], writes })
}

function deliveryOf(store: Store, ports: Partial<Ports>, log?: unknown[]) {
  const given = { store, clock: () => 1, log: (_id: string, error: unknown) => log?.push(error), ...ports }
  return openDelivery(given as unknown as Ports, { vault })
}

const waitingIn = (store: Store, organization = ORGANIZATION) => store.count(organization, OUTBOX)

const NO_MESSAGES = [{ sealed: 5, tries: 0 }, { sealed: 'x' }, { sealed: 'x', tries: -1_000_000 }]
it.each([[UNREADABLE], ['text'], [null], [{}], ...NO_MESSAGES])(
  'drops and logs a row that isn’t a message (%j), without delaying the others',
  async (value) => {
    const store = await storeWith([mail('code')])
    const id = rowIdOf({ receiver: 'mail', dueAt: 0 }, '-1')
    await store.commit({ guards: [], writes: [{ organization: ORGANIZATION, table: OUTBOX, id, value }] })
    const taken: string[] = []
    const log: unknown[] = []
    const delivery = deliveryOf(store, { mail: async ({ text }) => void taken.push(text) }, log)
    await delivery.begin([ORGANIZATION])
    await delivery.idle()
    expect(taken).toEqual(['code'])
    expect(log).toEqual([new RowAltered(ORGANIZATION, OUTBOX, id)])
    expect(await waitingIn(store)).toBe(0)
  },
)

it.each([undefined, 'sms', 'mail/0'])(
  'a row stays with its receiver although it names %j',
  async (receiver) => {
    const store = createMemoryStore()
    const id = rowIdOf({ receiver: 'mail', dueAt: 0 }, 'x')
    const value = { kind: 'mail', sealed: 'x', tries: 0, dueAt: 0, ...(receiver && { receiver }) }
    await store.commit({ guards: [], writes: [{ organization: ORGANIZATION, table: OUTBOX, id, value }] })
    const delivery = deliveryOf(store, {})
    await delivery.begin([ORGANIZATION])
    await delivery.idle()
    const later = { receiver: 'mail', dueAt: 1001 }
    expect(await store.list(ORGANIZATION, OUTBOX)).toEqual([
      { id: rowIdOf(later, 'x'), value: { ...value, ...later, tries: 1 } },
    ])
  },
)

it.each(['mail/\uffffx', 'mail/x', 'mail', 'lane'])(
  'rows with the id %j hold up no other messages',
  async (id) => {
    const store = await storeWith([mail('code'), { kind: 'sms', sms: { text: 'number' } as Sms }])
    const ids = [id, `${id}y`]
    const value = { kind: 'mail', receiver: 'mail', sealed: 'x', tries: 0, dueAt: 0 }
    const writes = ids.map((one) => ({ organization: ORGANIZATION, table: OUTBOX, id: one, value }))
    await store.commit({ guards: [], writes })
    let reads = 0
    const list: Store['list'] = (...of) => {
      if (++reads > 100) throw new Error('reads without end')
      return store.list(...of)
    }
    const taken: string[] = []
    const delivery = deliveryOf(
      { ...store, list },
      { mail: async ({ text }) => void taken.push(text), sms: async ({ text }) => void taken.push(text) },
    )
    await delivery.begin([ORGANIZATION])
    await delivery.idle()
    expect(taken.sort()).toEqual(['code', 'number'])
  },
)

it('silent webhook receivers do not delay other receivers of the same or another organization', async () => {
  const silent = [1, 2, 3, 4].map((n) => webhook(`https://silent-${n}.example/`))
  const store = await storeWith([...silent, webhook('https://well.example/'), mail('code')])
  await put(store, [webhook('https://other.example/'), mail('other code')], OTHER)
  const taken: string[] = []
  const answers: (() => void)[] = []
  const delivery = deliveryOf(store, {
    webhook: async ({ url }) => {
      if (url.includes('silent')) await new Promise<void>((resolve) => answers.push(resolve))
      taken.push(url)
    },
    mail: async ({ text }) => void taken.push(text),
  })

  // Settles although the receivers are silent.
  await delivery.begin([ORGANIZATION, OTHER])
  await expect
    .poll(() => taken.toSorted())
    .toEqual(['code', 'https://other.example/', 'https://well.example/', 'other code'])
  await expect.poll(() => waitingIn(store)).toBe(4)
  expect(await waitingIn(store, OTHER)).toBe(0)
  // Nor do they delay later messages.
  await put(store, [mail('later code')], OTHER)
  delivery.soon(OTHER, ['mail'])
  await expect.poll(() => taken).toContain('later code')

  expect(answers).toHaveLength(4)
  for (const answer of answers) answer()
  await delivery.idle()
  expect(await waitingIn(store)).toBe(0)
})

it('serves the other organizations if the store fails for one', async () => {
  const store = await storeWith([mail('first')])
  await put(store, [mail('second')], OTHER)
  const taken: string[] = []
  const list: Store['list'] = async (organization, ...of) => {
    if (organization === ORGANIZATION) throw new Error('damaged')
    return store.list(organization, ...of)
  }
  const delivery = deliveryOf({ ...store, list }, { mail: async ({ text }) => void taken.push(text) })
  await expect(delivery.begin([ORGANIZATION, OTHER])).rejects.toThrow('damaged')
  await delivery.idle()
  expect(taken).toEqual(['second'])
})

it('delivers a backlog concurrently, with few concurrent store calls', async () => {
  const store = await storeWith(
    Array.from({ length: 100 }, (_, n) => webhook('https://well.example/', String(n))),
  )
  let [posting, mostPosting, reading, mostReading, commits] = [0, 0, 0, 0, 0]
  const counted: Store = {
    ...store,
    async list(...of) {
      mostReading = Math.max(mostReading, ++reading)
      const rows = await store.list(...of)
      reading--
      return rows
    },
    async commit(...of) {
      commits++
      return store.commit(...of)
    },
  }
  const ids = new Set<string>()
  const delivery = deliveryOf(counted, {
    async webhook({ id }) {
      mostPosting = Math.max(mostPosting, ++posting)
      ids.add(id)
      await undefined
      posting--
    },
  })
  await delivery.begin([ORGANIZATION])
  await delivery.idle()
  expect(ids.size).toBe(100)
  expect(await waitingIn(store)).toBe(0)
  expect(mostPosting).toBe(8)
  expect(mostReading).toBeLessThanOrEqual(2)
  expect(commits).toBeLessThan(20)
})

it('starts no delivery before a message is due', async () => {
  const store = await storeWith([mail('code'), webhook('https://later.example/')])
  let now = 1
  let isAsked = false
  const taken: string[] = []
  const delivery = openDelivery(
    {
      store,
      clock: () => now,
      mail: async ({ text }: Mail) => {
        if (taken.push(text) === 1) throw new Error('not now')
      },
      webhook: async ({ url }: { url: string }) => void taken.push(url),
      deliverAlone: async (_queue: string, task: () => Promise<void>) => {
        isAsked = true
        await task()
      },
    } as unknown as Ports,
    { vault },
  )
  expect(await delivery.begin([ORGANIZATION, OTHER])).toBe(0)
  await delivery.idle()
  isAsked = false
  expect(await delivery.begin([ORGANIZATION])).toBe(1)
  expect(await delivery.begin([ORGANIZATION])).toBe(0)
  expect(isAsked).toBe(false)
  now = 1_001
  await delivery.begin([ORGANIZATION])
  await delivery.idle()
  expect(taken).toHaveLength(3)
  expect(await waitingIn(store)).toBe(0)
})

it('stops after the delivery under way, and leaves the rest to the next start', async () => {
  const store = await storeWith(
    Array.from({ length: 50 }, (_, n) => webhook('https://slow.example/', String(n))),
  )
  const taken: string[] = []
  const answers: (() => void)[] = []
  const delivery = deliveryOf(store, {
    async webhook({ id }) {
      await new Promise<void>((resolve) => answers.push(resolve))
      taken.push(id)
    },
  })
  await delivery.begin([ORGANIZATION])
  await expect.poll(() => answers.length).toBe(1)
  const stopping = delivery.stop()
  answers[0]!()
  await stopping
  expect(taken).toEqual(['0'])
  expect(await waitingIn(store)).toBe(49)
})

it('requests do not pay for the backlog or the failures of a dead receiver', async () => {
  const url = 'https://dead.example/'
  const costs = await Promise.all(
    [50, 1_000].map(async (queued) => {
      const store = await storeWith(Array.from({ length: queued }, () => webhook(url)))
      const { receiver } = sealMessage(webhook(url), ORGANIZATION, '', vault, 0)
      const cost = { tried: 0, rows: 0 }
      const list: Store['list'] = async (...of) => {
        const rows = await store.list(...of)
        cost.rows += rows.length
        return rows
      }
      const delivery = deliveryOf(
        { ...store, list },
        {
          async webhook() {
            cost.tried++
            throw new Error('dead')
          },
        },
      )
      for (let n = 0; n < 10; n++) {
        delivery.soon(ORGANIZATION, [receiver])
        await delivery.idle()
      }
      // The next round tries failed receivers again.
      const before = { ...cost }
      await delivery.begin([ORGANIZATION])
      await delivery.idle()
      expect(cost.tried).toBeGreaterThan(before.tried)
      return before
    }),
  )
  // Each try also reads the next row.
  expect(costs[0]).toEqual({ tried: 3, rows: 6 })
  expect(costs[1]).toEqual(costs[0])
})

it('encrypts messages in the store, and delivers those behind an unreadable one', async () => {
  const store = await storeWith([mail('first'), mail('second')])
  // The first message was written under another root secret.
  const other = openVault(new Uint8Array(32).fill(8), seededRandom('other'))
  const value = sealMessage(mail('first'), ORGANIZATION, '0', other, 0)
  await store.commit({
    guards: [],
    writes: [{ organization: ORGANIZATION, table: OUTBOX, id: rowIdOf(value, '0'), value: value as never }],
  })
  expect(JSON.stringify(await store.list(ORGANIZATION, OUTBOX))).not.toMatch(/first|second|alice|code/i)
  const taken: string[] = []
  const delivery = deliveryOf(store, { mail: async ({ text }: Mail) => void taken.push(text) })
  await delivery.begin([ORGANIZATION])
  await delivery.idle()
  expect(taken).toEqual(['second'])
  expect(await waitingIn(store)).toBe(1)
})

it('does not deliver to a URL that the host no longer allows', async () => {
  const urls = ['http://127.0.0.1:9/', 'https://well.example/']
  const deliver = async (allowsPrivateTargets: boolean) => {
    const store = await storeWith(urls.map((url) => webhook(url)))
    const taken: string[] = []
    const delivery = deliveryOf(store, {
      settings: { allowsPrivateTargets },
      webhook: async ({ url }) => void taken.push(url),
    })
    await delivery.begin([ORGANIZATION])
    await delivery.idle()
    expect(await waitingIn(store)).toBe(0)
    return taken.toSorted()
  }
  expect(await deliver(true)).toEqual(urls)
  expect(await deliver(false)).toEqual(['https://well.example/'])
})

const mail = (text: string): Message => ({
  kind: 'mail',
  mail: { to: 'alice@example.com', subject: 'Your code', text, organizationId: ORGANIZATION, template: {} },
})

const webhook = (url: string, id = ''): Message => ({
  kind: 'webhook',
  webhook: { id, organizationId: ORGANIZATION, endpointId: url, url } as never,
})
