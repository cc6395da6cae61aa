/** Another process commits while a request reads: reads of a database are not one snapshot. */
import { expect, it } from 'vitest'
import { apiKeyStamper, createTestEngine } from '../../test/support/index.ts'
import { createMemoryStore } from './memory.ts'
import { StoreConflict } from './store.ts'

it('returns the activity instead of an error if another process executes the same body between two reads', async () => {
  const store = createMemoryStore()
  const elsewhere = createTestEngine('torn reads', { store })
  const { root, organizationId, rootKey } = await elsewhere.organization()
  const posted = root.compose('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'torn', accounts: [] })
  let executed: unknown
  const here = createTestEngine('torn reads', {
    store: {
      ...store,
      async get(organization, table, id) {
        // Name lookups follow the fingerprint lookup.
        if (!executed && table.startsWith('names:')) executed = await (await root.post(posted)).json()
        return store.get(organization, table, id)
      },
    },
  })
  const response = await here.client(organizationId, apiKeyStamper(rootKey)).post(posted)
  expect(await response.json()).toEqual(executed)
  expect((await root.query('list_wallets')).wallets).toHaveLength(1)
})

it('backs off while other processes commit first, and gives up in the end', async () => {
  const store = createMemoryStore()
  const { root, organizationId, rootKey } = await createTestEngine('busy', { store }).organization()
  const waits: number[] = []
  const busy = createTestEngine('busy', {
    store: {
      ...store,
      commit: async () => {
        throw new StoreConflict(organizationId)
      },
    },
    backOff: async (attempt) => void waits.push(attempt),
  })
  const posted = root.compose('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'late', accounts: [] })
  const response = await busy.client(organizationId, apiKeyStamper(rootKey)).post(posted)
  expect(response.ok).toBe(false)
  expect(waits).toEqual(Array.from({ length: waits.length }, (_, n) => n + 1))
  expect(waits.length).toBeGreaterThan(5)
  expect((await root.query('list_wallets')).wallets).toEqual([])
})

it('reads a row from the store once per request', async () => {
  const store = createMemoryStore()
  const { root, organizationId, rootKey } = await createTestEngine('reads', { store }).organization()
  const reads: string[] = []
  const counting = createTestEngine('reads', {
    store: {
      ...store,
      async get(organization, table, id) {
        reads.push([organization, table, id].join(' '))
        return store.get(organization, table, id)
      },
      async read(organization, readings) {
        reads.push(...readings.map(({ table, id }) => [organization, table, id].join(' ')))
        return store.read(organization, readings)
      },
    },
  })
  const client = counting.client(organizationId, apiKeyStamper(rootKey))
  await client.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'read', accounts: [] })
  expect(reads).toEqual([...new Set(reads)])
  expect((await root.query('list_wallets')).wallets).toHaveLength(1)
})
