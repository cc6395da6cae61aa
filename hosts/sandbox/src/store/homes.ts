/** The host's own data, in the same database as the engine's rows. */
import { type Homes, type KeptRequest, MAX_REQUESTS, textOf } from '@keywright/devhost'
import type { Database } from './database.ts'

const SLACK = 200

const bytesOf = (text: string) => new TextEncoder().encode(text).length

export const openHomes = (database: Database, now: () => number): Homes => ({
  state: {
    place: 'the storage of this browser',
    read: () => database.get('meta', 'state'),
    async write(value) {
      await database.put('meta', value, 'state')
    },
  },
  snapshots: openSnapshots(database, now),
  requests: openRequests(database),
})

const openSnapshots = (database: Database, now: () => number): Homes['snapshots'] => ({
  async list() {
    const transaction = database.transaction('snapshots')
    const [names, kept] = await Promise.all([transaction.store.getAllKeys(), transaction.store.getAll()])
    return names.map((name, n) => {
      const { text, createdAt } = kept[n]!
      return { name, bytes: bytesOf(text), createdAt }
    })
  },
  async write(name, pieces) {
    const text = await textOf(pieces)
    await database.put('snapshots', { text, createdAt: now() }, name)
    return bytesOf(text)
  },
  async read(name) {
    const kept = await database.get('snapshots', name)
    return kept && [kept.text]
  },
  async remove(name) {
    const isThere = (await database.getKey('snapshots', name)) !== undefined
    await database.delete('snapshots', name)
    return isThere
  },
})

function openRequests(database: Database): Homes['requests'] {
  let writing: Promise<unknown> = Promise.resolve()
  let count: number | undefined
  // No caller waits for log lines. A full disk loses only them.
  const soon = (task: () => Promise<unknown>) => {
    writing = writing.then(task).catch(() => undefined)
  }

  async function cut(): Promise<void> {
    count = (count ?? (await database.count('requests'))) + 1
    if (count <= MAX_REQUESTS + SLACK) return
    const keys = await database.getAllKeys('requests')
    const [oldest] = keys
    const newestOld = keys.at(-MAX_REQUESTS - 1)
    if (oldest === undefined || newestOld === undefined) return
    await database.delete('requests', IDBKeyRange.bound(oldest, newestOld))
    count = MAX_REQUESTS
  }

  return {
    async read() {
      const lines = await database.getAll('requests')
      return lines.slice(-MAX_REQUESTS).map((line) => JSON.parse(line) as KeptRequest)
    },
    append: (request) =>
      soon(async () => {
        await database.add('requests', JSON.stringify(request))
        await cut()
      }),
    clear: () =>
      soon(async () => {
        await database.clear('requests')
        count = 0
      }),
    idle: async () => void (await writing),
  }
}
