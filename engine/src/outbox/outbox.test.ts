import { expect, it } from 'vitest'
import type { Mail, Ports } from '../ports.ts'
import { createMemoryStore } from '../store/memory.ts'
import { OUTBOX } from '../store/store.ts'
import { seededRandom } from '../testing/random.ts'
import { openVault } from '../vault.ts'
import { deliverOutbox, type Message, sealMessage } from './outbox.ts'

const ORGANIZATION = '7b3e4c51-0a7d-4b5e-9a53-3f1f5e1c2d01'

const vault = openVault(new Uint8Array(32).fill(7), seededRandom('outbox'))

it('a receiver of webhooks who does not answer holds up nobody else', async () => {
  const store = createMemoryStore()
  const messages: Message[] = [webhook('https://silent.example/'), webhook('https://well.example/')]
  await store.commit({
    guards: [],
    writes: messages.map((message, n) => ({
      organization: ORGANIZATION,
      table: OUTBOX,
      id: String(n),
      value: sealMessage(message, ORGANIZATION, String(n), vault, 0) as never,
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

  const delivery = deliverOutbox(ports, vault, ORGANIZATION, 'webhook')
  await expect.poll(() => taken).toEqual(['https://well.example/'])
  await expect.poll(async () => (await store.list(ORGANIZATION, OUTBOX)).map(({ id }) => id)).toEqual(['0'])
  answer()
  expect(await delivery).toBe(0)
  expect(taken).toHaveLength(2)
  expect(await store.list(ORGANIZATION, OUTBOX)).toEqual([])
})

it('reads nobody’s message in the store, and holds up none behind one that it cannot open', async () => {
  const store = createMemoryStore()
  const mail = (text: string): Message => ({
    kind: 'mail',
    mail: { to: 'alice@example.com', subject: 'Your code', text, organizationId: ORGANIZATION, template: {} },
  })
  const sealed = ['first', 'second'].map((text, n) =>
    sealMessage(mail(text), ORGANIZATION, String(n), vault, 0),
  )
  // The first was written under another root secret.
  const other = openVault(new Uint8Array(32).fill(8), seededRandom('other'))
  sealed[0] = sealMessage(mail('first'), ORGANIZATION, '0', other, 0)
  const writes = sealed.map((value, n) => ({
    organization: ORGANIZATION,
    table: OUTBOX,
    id: String(n),
    value: value as never,
  }))
  await store.commit({ guards: [], writes })
  expect(JSON.stringify(await store.list(ORGANIZATION, OUTBOX))).not.toMatch(/first|second|alice|code/i)
  const taken: string[] = []
  const ports = {
    store,
    clock: () => 1,
    mail: async ({ text }: Mail) => void taken.push(text),
  } as unknown as Ports
  expect(await deliverOutbox(ports, vault, ORGANIZATION, 'mail')).toBe(1)
  expect(taken).toEqual(['second'])
})

it('delivers to no address that the host no longer allows', async () => {
  const store = createMemoryStore()
  const urls = ['http://127.0.0.1:9/', 'https://well.example/']
  const writes = urls.map((url, n) => ({
    organization: ORGANIZATION,
    table: OUTBOX,
    id: String(n),
    value: sealMessage(webhook(url), ORGANIZATION, String(n), vault, 0) as never,
  }))
  const deliver = async (allowsPrivateTargets: boolean) => {
    await store.commit({ guards: [], writes })
    const taken: string[] = []
    const ports = {
      store,
      clock: () => 1,
      settings: { allowsPrivateTargets },
      webhook: async ({ url }: { url: string }) => void taken.push(url),
    } as unknown as Ports
    expect(await deliverOutbox(ports, vault, ORGANIZATION, 'webhook')).toBe(0)
    return taken
  }
  expect(await deliver(true)).toEqual(urls)
  expect(await deliver(false)).toEqual(['https://well.example/'])
})

const webhook = (url: string): Message => ({
  kind: 'webhook',
  webhook: { organizationId: ORGANIZATION, endpointId: undefined, url } as never,
})
