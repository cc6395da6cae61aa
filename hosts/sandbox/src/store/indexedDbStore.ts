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
  rowValue,
  StoreConflict,
  type StoreContents,
  type WholeStore,
  type Write,
} from '@keywright/engine'
import { type Database, OwnershipLost } from './database.ts'

type Stores = ReturnType<typeof beginWriting>
type Task = (stores: Stores) => Promise<unknown>

const beginWriting = (database: Database) =>
  database.transaction(['rows', 'versions', 'meta'], 'readwrite', { durability: 'relaxed' })

/** @param owner a unique name. The last to open the database owns it. */
export async function openIndexedDbStore(database: Database, owner: string): Promise<WholeStore> {
  await database.put('meta', owner, 'owner')
  const cached = new CachedOrganizations(database, owner)
  /** Organizations that may have pending messages. */
  const waiting = new Set(await organizationsWithMessages(database))
  const inTurn = serially()
  return {
    get: async (organization, table, id) => (await cached.rows(organization)).get(organization, table, id),
    async read(organization, readings) {
      const rows = await cached.rows(organization)
      const version = cached.version(organization)
      const { answers } = await rows.read(organization, readings)
      return { version, facts: version, answers }
    },
    count: async (organization, table) => (await cached.rows(organization)).count(organization, table),
    list: async (organization, table, range) =>
      (await cached.rows(organization)).list(organization, table, range),
    scan: async (organization, after, limit) =>
      (await cached.rows(organization)).scan(organization, after, limit),
    async version(organization) {
      await cached.rows(organization)
      return cached.version(organization)
    },
    commit: (changes) =>
      inTurn(async () => {
        await cached.commit(changes)
        for (const { organization, table } of changes.writes) if (table === OUTBOX) waiting.add(organization)
      }),
    organizations: async () => (await database.getAllKeys('versions')).sort(),
    ping: () =>
      database.getKey('meta', 'owner').then(
        () => true,
        () => false,
      ),
    async withMessages() {
      for (const organization of waiting) {
        const rows = await cached.rows(organization)
        const [message] = await rows.list(organization, OUTBOX, { limit: 1 })
        if (!message) waiting.delete(organization)
      }
      return [...waiting]
    },
    async withRows() {
      const keys = await database.getAllKeys('rows')
      return [...new Set(keys.map(([organization]) => organization))].sort()
    },
    async inSnapshot(task) {
      const copy = createMemoryStore()
      await copy.replaceAll([await inTurn(() => readAll(database))])
      return task(copy)
    },
    async *readAll() {
      yield await inTurn(() => readAll(database))
    },
    replaceAll: (parts) =>
      inTurn(async () => {
        await cached.replaceAll(await collectContents(parts))
        waiting.clear()
        for (const id of await organizationsWithMessages(database)) waiting.add(id)
      }),
  }
}

function serially(): <T>(task: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (task) => {
    const turn = last.then(task, task)
    last = turn.catch(() => undefined)
    return turn
  }
}

/** Reads an organization as a whole on first access, and writes to the database first. */
class CachedOrganizations {
  readonly #database: Database
  readonly #owner: string
  #rows = createMemoryStore()
  #versions = new Map<string, number>()
  #loaded = new Map<string, Promise<void>>()

  constructor(database: Database, owner: string) {
    this.#database = database
    this.#owner = owner
  }

  /** The rows of all loaded organizations, with those of this one. */
  async rows(organization: string): Promise<WholeStore> {
    await this.#load(organization)
    return this.#rows
  }

  version(organization: string): number {
    return this.#versions.get(organization) ?? 0
  }

  async commit({ guards, rests = [], writes }: Commit): Promise<void> {
    const those = [guards, rests, writes].flatMap((some) => [...organizationsOf(some)])
    await Promise.all(those.map((organization) => this.#load(organization)))
    const changed = rests.find(({ organization, facts }) => this.version(organization) !== facts)
    if (changed) throw new StoreConflict(changed.organization)
    const stale = guards.find(({ organization, version }) => this.#versions.get(organization) !== version)
    if (stale) throw new StoreConflict(stale.organization)
    await this.#write([
      ...guards.map(
        ({ organization, version, entries = 1 }): Task =>
          (stores) =>
            stores.objectStore('versions').put(version + entries, organization),
      ),
      ...writes.map(
        (one): Task =>
          (stores) =>
            writeRow(stores, one),
      ),
    ])
    await this.#rows.commit({ guards: [], writes })
    for (const { organization, version, entries = 1 } of guards)
      this.#versions.set(organization, version + entries)
  }

  async replaceAll(contents: StoreContents): Promise<void> {
    // Reject unreadable rows before deleting the old ones.
    const replaced = createMemoryStore()
    await replaced.replaceAll([contents])
    await this.#write([
      (stores) => stores.objectStore('rows').clear(),
      (stores) => stores.objectStore('versions').clear(),
      ...contents.organizations.map(
        ([id, version]): Task =>
          (stores) =>
            stores.objectStore('versions').put(version, id),
      ),
      ...contents.rows.map(
        ([organization, table, id, value]): Task =>
          (stores) =>
            stores.objectStore('rows').put(value, [organization, table, id]),
      ),
    ])
    this.#rows = replaced
    this.#versions = new Map(contents.organizations)
    this.#loaded = new Map(
      [...contents.organizations, ...contents.rows].map(([id]) => [id, Promise.resolve()]),
    )
  }

  #load(organization: string): Promise<void> {
    const before = this.#loaded.get(organization)
    if (before) return before
    const loading = this.#readOrganization(organization)
    this.#loaded.set(organization, loading)
    // Retry a failed read next time.
    loading.catch(() => this.#loaded.delete(organization))
    return loading
  }

  async #readOrganization(organization: string): Promise<void> {
    const [intoRows, intoVersions] = [this.#rows, this.#versions]
    const transaction = this.#database.transaction(['rows', 'versions'])
    const range = IDBKeyRange.bound([organization], [organization, []])
    const [keys, values, version = 0] = await Promise.all([
      transaction.objectStore('rows').getAllKeys(range),
      transaction.objectStore('rows').getAll(range),
      transaction.objectStore('versions').get(organization),
    ])
    const writes = keys.map(([, table, id], n) => {
      return { organization, table, id, value: rowValue(values[n]!) }
    })
    await intoRows.commit({ guards: [], writes })
    intoVersions.set(organization, version)
  }

  /** Writes all or nothing. Writes nothing if another worker owns the database. */
  async #write(tasks: readonly Task[]): Promise<void> {
    const transaction = beginWriting(this.#database)
    const settled = transaction.done
    // The first failed request has the reason, the transaction's error is only a consequence.
    settled.catch(() => undefined)
    try {
      if ((await transaction.objectStore('meta').get('owner')) !== this.#owner) throw new OwnershipLost()
      await Promise.all(tasks.map(async (task) => task(transaction)))
      await settled
    } catch (error) {
      abort(transaction)
      throw transaction.error ?? error
    }
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
