/**
 * The engine's store on IndexedDB. One worker at a time owns the database (see `worker/tabs.ts`), so it can cache: it
 * reads an organization as a whole on first access and then serves it from memory. A commit is in the database before
 * it is acknowledged. Appends count as changes of facts, because a single worker commits sequentially.
 */
import {
  type Commit,
  collectContents,
  createMemoryStore,
  OUTBOX,
  StoreConflict,
  type WholeStore,
  type Write,
} from '@keywright/engine'
import { type Database, OwnershipLost } from './database.ts'

type Stores = ReturnType<typeof beginWriting>

const beginWriting = (database: Database) =>
  database.transaction(['rows', 'versions', 'meta'], 'readwrite', { durability: 'relaxed' })

/** @param owner a unique name. The last to open the database owns it. */
export async function openIndexedDbStore(database: Database, owner: string): Promise<WholeStore> {
  await database.put('meta', owner, 'owner')
  /** Rows and versions of the loaded organizations. */
  let rows = createMemoryStore()
  let versions = new Map<string, number>()
  let loaded = new Map<string, Promise<void>>()
  /** Organizations that may have pending messages. */
  const waiting = new Set(await organizationsWithMessages(database))
  /** Serializes writers. */
  let last: Promise<unknown> = Promise.resolve()

  function load(organization: string): Promise<void> {
    const before = loaded.get(organization)
    if (before) return before
    const loading = readOrganization(organization)
    loaded.set(organization, loading)
    // Retry a failed read next time.
    loading.catch(() => loaded.delete(organization))
    return loading
  }

  async function readOrganization(organization: string): Promise<void> {
    const [intoRows, intoVersions] = [rows, versions]
    const transaction = database.transaction(['rows', 'versions'])
    const range = IDBKeyRange.bound([organization], [organization, []])
    const [keys, values, version = 0] = await Promise.all([
      transaction.objectStore('rows').getAllKeys(range),
      transaction.objectStore('rows').getAll(range),
      transaction.objectStore('versions').get(organization),
    ])
    const writes = keys.map(([, table, id], n) => ({
      organization,
      table,
      id,
      value: JSON.parse(values[n]!),
    }))
    await intoRows.commit({ guards: [], writes })
    intoVersions.set(organization, version)
  }

  function inTurn<T>(task: () => Promise<T>): Promise<T> {
    const turn = last.then(task, task)
    last = turn.catch(() => undefined)
    return turn
  }

  /** Writes all or nothing. Writes nothing if another worker owns the database. */
  async function write(tasks: readonly ((stores: Stores) => Promise<unknown>)[]): Promise<void> {
    const transaction = beginWriting(database)
    const settled = transaction.done
    // The first failed request has the reason, the transaction's error is only a consequence.
    settled.catch(() => undefined)
    try {
      if ((await transaction.objectStore('meta').get('owner')) !== owner) throw new OwnershipLost()
      await Promise.all(tasks.map(async (task) => task(transaction)))
      await settled
    } catch (error) {
      abort(transaction)
      throw transaction.error ?? error
    }
  }

  const versionOf = (organization: string) => versions.get(organization) ?? 0

  async function commit({ guards, rests = [], writes }: Commit): Promise<void> {
    const those = [guards, rests, writes].flatMap((some) => [...organizationsOf(some)])
    await Promise.all(those.map(load))
    const changed = rests.find(({ organization, facts }) => versionOf(organization) !== facts)
    if (changed) throw new StoreConflict(changed.organization)
    const stale = guards.find(({ organization, version }) => versions.get(organization) !== version)
    if (stale) throw new StoreConflict(stale.organization)
    await write([
      ...guards.map(
        ({ organization, version, entries = 1 }) =>
          (stores: Stores) =>
            stores.objectStore('versions').put(version + entries, organization),
      ),
      ...writes.map((one) => (stores: Stores) => writeRow(stores, one)),
    ])
    await rows.commit({ guards: [], writes })
    for (const { organization, version, entries = 1 } of guards) versions.set(organization, version + entries)
    for (const { organization, table } of writes) if (table === OUTBOX) waiting.add(organization)
  }

  return {
    async get(organization, table, id) {
      await load(organization)
      return rows.get(organization, table, id)
    },
    async read(organization, readings) {
      await load(organization)
      const version = versionOf(organization)
      const { answers } = await rows.read(organization, readings)
      return { version, facts: version, answers }
    },
    async count(organization, table) {
      await load(organization)
      return rows.count(organization, table)
    },
    async list(organization, table, range) {
      await load(organization)
      return rows.list(organization, table, range)
    },
    async scan(organization, after, limit) {
      await load(organization)
      return rows.scan(organization, after, limit)
    },
    async version(organization) {
      await load(organization)
      return versionOf(organization)
    },
    commit: (changes) => inTurn(() => commit(changes)),
    organizations: async () => (await database.getAllKeys('versions')).sort(),
    ping: () =>
      database.getKey('meta', 'owner').then(
        () => true,
        () => false,
      ),
    async withMessages() {
      for (const organization of waiting) {
        await load(organization)
        const [message] = await rows.list(organization, OUTBOX, { limit: 1 })
        if (!message) waiting.delete(organization)
      }
      return [...waiting]
    },
    async withRows() {
      const keys = await database.getAllKeys('rows')
      return [...new Set(keys.map(([organization]) => organization))].sort()
    },
    async *readAll() {
      yield await inTurn(() => readAll(database))
    },
    replaceAll: (parts) =>
      inTurn(async () => {
        const contents = await collectContents(parts)
        // Reject unreadable rows before deleting the old ones.
        const replaced = createMemoryStore()
        await replaced.replaceAll([contents])
        await write([
          (stores) => stores.objectStore('rows').clear(),
          (stores) => stores.objectStore('versions').clear(),
          ...contents.organizations.map(
            ([id, version]) =>
              (stores: Stores) =>
                stores.objectStore('versions').put(version, id),
          ),
          ...contents.rows.map(
            ([organization, table, id, value]) =>
              (stores: Stores) =>
                stores.objectStore('rows').put(value, [organization, table, id]),
          ),
        ])
        rows = replaced
        versions = new Map(contents.organizations)
        loaded = new Map([...contents.organizations, ...contents.rows].map(([id]) => [id, Promise.resolve()]))
        waiting.clear()
        for (const id of await organizationsWithMessages(database)) waiting.add(id)
      }),
  }
}

const organizationsOf = (changes: readonly { organization: string }[]) =>
  new Set(changes.map(({ organization }) => organization))

function writeRow(stores: Stores, { organization, table, id, value, text }: Write): Promise<unknown> {
  const rows = stores.objectStore('rows')
  return value === undefined
    ? rows.delete([organization, table, id])
    : rows.put(text ?? JSON.stringify(value), [organization, table, id])
}

async function readAll(database: Database) {
  const transaction = database.transaction(['rows', 'versions'])
  const [keys, values, ids, versions] = await Promise.all([
    transaction.objectStore('rows').getAllKeys(),
    transaction.objectStore('rows').getAll(),
    transaction.objectStore('versions').getAllKeys(),
    transaction.objectStore('versions').getAll(),
  ])
  return {
    organizations: ids.map((id, n) => [id, versions[n]!] as const),
    rows: keys.map((key, n) => [...key, values[n]!] as const),
  }
}

async function organizationsWithMessages(database: Database): Promise<string[]> {
  const { store } = database.transaction('versions')
  const ids = await store.getAllKeys()
  const { store: rows } = database.transaction('rows')
  const first = await Promise.all(
    ids.map((id) => rows.getKey(IDBKeyRange.bound([id, OUTBOX], [id, OUTBOX, []]))),
  )
  return ids.filter((_, n) => first[n] !== undefined)
}

function abort(transaction: { abort(): void }): void {
  try {
    transaction.abort()
  } catch {
    // The transaction has already ended.
  }
}
