/** Snapshots of a state that doesn't fit into memory. */
import { createMemoryStore, type StoreContents, type WholeStore } from '@keywright/engine'
import { expect, it } from 'vitest'
import { openTestDevhost, TEST_URL } from '../test/testDevhost.ts'
import { createMemoryHomes } from './memoryHomes.ts'

const PARTS = 300
const ROWS = 100

/** A store with many more rows, and what was read of them and replaced by them. */
function createLargeStore() {
  const memory = createMemoryStore()
  const seen = { partsRead: 0, rowsReplaced: 0, largestPart: 0 }
  const store: WholeStore = {
    ...memory,
    async *readAll() {
      yield* memory.readAll()
      for (let part = 0; part < PARTS; part++) {
        seen.partsRead++
        const rows = Array.from({ length: ROWS }, (_, n) => ['o', 't', `${part} ${n}`, '{"a":"b"}'] as const)
        yield { organizations: [], rows }
      }
    },
    async replaceAll(parts) {
      const few: StoreContents[] = []
      for await (const part of parts) {
        seen.largestPart = Math.max(seen.largestPart, part.rows.length)
        seen.rowsReplaced += part.rows.length
        few.push({ ...part, rows: part.rows.filter(([organization]) => organization !== 'o') })
      }
      await memory.replaceAll(few)
    },
  }
  return { store, seen }
}

it('are saved and restored part by part', async () => {
  const { store, seen } = createLargeStore()
  const pieces: string[] = []
  const ahead: number[] = []
  const homes = createMemoryHomes(Date.now)
  const { ask } = await openTestDevhost({
    store,
    homes: {
      ...homes,
      snapshots: {
        ...homes.snapshots,
        async write(_, written) {
          for await (const piece of written) ahead.push(seen.partsRead - pieces.push(piece))
          return 1
        },
        read: async () => pieces,
      },
    },
  })
  await ask('POST', '/dev/snapshots/large')
  expect(seen.partsRead).toBe(PARTS)
  // No part was read before the one in front of it was written.
  expect(Math.max(...ahead)).toBeLessThanOrEqual(1)
  expect(await ask('POST', '/dev/snapshots/large/restore')).toHaveProperty('organizationId')
  expect(seen.rowsReplaced).toBeGreaterThan(PARTS * ROWS)
  expect(seen.largestPart).toBeLessThanOrEqual(2 * ROWS)
})

it('change nothing if they are malformed at the end', async () => {
  const { ask, host, root } = await openTestDevhost()
  const text = JSON.stringify(await ask('GET', '/dev/export'))
  const post = (body: string) => host.handle(new Request(`${TEST_URL}/dev/import`, { method: 'POST', body }))
  await root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'later', accounts: [] })
  const early = ['', '{}', '[]', '{"format":"keywright-snapshot-1","rows":[]}']
  for (const broken of [...early, text.slice(0, -1), text.replace(/\]\]\}$/, '],"x"]}'), `${text}x`]) {
    expect(broken).not.toBe(text)
    expect((await post(broken)).status).toBe(400)
  }
  const { wallets } = await root.query('list_wallets')
  expect(wallets).toHaveLength(1)
  expect((await post(text)).status).toBe(200)
})

it('end with the response that a client stops reading', async () => {
  const memory = createMemoryStore()
  let isOpen = false
  const store: WholeStore = {
    ...memory,
    async *readAll() {
      isOpen = true
      try {
        yield* memory.readAll()
      } finally {
        isOpen = false
      }
    },
  }
  const { host } = await openTestDevhost({ store })
  const response = await host.handle(new Request(`${TEST_URL}/dev/export`))
  expect(isOpen).toBe(true)
  await response.body!.cancel()
  expect(isOpen).toBe(false)
})
