import { expect, it } from 'vitest'
import type { Ports } from '../ports.ts'
import { createMemoryStore } from '../store/memory.ts'
import { deliverOutbox, type Message, OUTBOX } from './outbox.ts'

const ORGANIZATION = '7b3e4c51-0a7d-4b5e-9a53-3f1f5e1c2d01'

it('a receiver of webhooks who does not answer holds up nobody else', async () => {
  const store = createMemoryStore()
  const messages: Message[] = [webhook('https://silent.example/'), webhook('https://well.example/')]
  await store.commit({
    guards: [],
    writes: messages.map((message, n) => ({
      organization: ORGANIZATION,
      table: OUTBOX,
      id: String(n),
      value: { message, tries: 0, dueAt: 0 } as never,
    })),
  })
  const taken: string[] = []
  let answer = () => {}
  const ports = {
    store,
    clock: () => 1,
    webhook: async ({ url }: { url: string }) => {
      if (url.includes('silent')) await new Promise<void>((resolve) => (answer = resolve))
      taken.push(url)
    },
  } as unknown as Ports

  const delivery = deliverOutbox(ports, ORGANIZATION, 'webhook')
  await expect.poll(() => taken).toEqual(['https://well.example/'])
  await expect.poll(async () => (await store.list(ORGANIZATION, OUTBOX)).map(({ id }) => id)).toEqual(['0'])
  answer()
  expect(await delivery).toBe(0)
  expect(taken).toHaveLength(2)
  expect(await store.list(ORGANIZATION, OUTBOX)).toEqual([])
})

const webhook = (url: string): Message => ({
  kind: 'webhook',
  webhook: { organizationId: ORGANIZATION, endpointId: undefined, url } as never,
})
