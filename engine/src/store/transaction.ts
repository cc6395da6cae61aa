/**
 * One unit of work over the store: reads see its own writes, and everything is committed at once or not at all.
 *
 * Two kinds of rows exist. *Tables* (see tables.ts) hold the facts; every change to them is journaled.
 * *Lookups* are derived from tables (credential → user, e-mail → sub-organization, …) or transient (outbox); they
 * can be rebuilt or lost, so they are not.
 */
import { journalEntry } from './journalEntry.ts'
import type { Guard, Json, Range, Row, Store, Write } from './store.ts'
import { fromStoredText, toStoredText } from './storedText.ts'
import type { TableName, Tables } from './tables.ts'

type Pending = Map<string, Json | undefined>

/** The rows of one organization, to be read. */
export interface ReadRows {
  readonly organizationId: string
  get<T extends TableName>(table: T, id: string): Promise<Tables[T] | undefined>
  /** Rows in id order; see `Range`. */
  list<T extends TableName>(table: T, range?: Range): Promise<Tables[T][]>
  /** Reads one row of a lookup; the caller names its shape. */
  lookup<V>(lookup: string, id: string): Promise<V | undefined>
  /** Rows of a lookup in id order. */
  lookupAll<V>(lookup: string, range?: Range): Promise<{ id: string; value: V }[]>
}

/** The rows of one organization inside a transaction. */
export interface Partition extends ReadRows {
  put<T extends TableName>(table: T, id: string, row: Tables[T]): void
  remove(table: TableName, id: string): void
  putLookup(lookup: string, id: string, value: unknown): void
  removeLookup(lookup: string, id: string): void
}

export interface Transaction {
  /** The rows of an organization. Its version is read first, so that a commit notices if it changed meanwhile. */
  organization(organizationId: string): Promise<Partition>
  /**
   * Commits all writes and appends one journal entry to each organization whose tables changed.
   * @returns the names of the tables and lookups that were written
   * @param cause what the journal names as reason; at in milliseconds
   * @throws StoreConflict when such an organization changed since it was opened here
   */
  commit(cause: { activityId: string | null; at: number }): Promise<ReadonlySet<string>>
  /**
   * An organization that somebody committed to since it was opened here; undefined when there is none. Reads are not
   * one snapshot: when there is one, what was read may never have been true together.
   */
  firstChanged(): Promise<string | undefined>
  /** Marks this point; calling the result undoes all writes since. */
  savepoint(): () => void
}

export function beginTransaction(store: Store): Transaction {
  const opened: OpenPartition[] = []

  return {
    async organization(organizationId) {
      const known = () => opened.find((partition) => partition.organizationId === organizationId)
      const before = known()
      if (before) return before
      const partition = await openPartition(store, organizationId)
      // Two callers may have asked at once.
      const meanwhile = known()
      if (meanwhile) return meanwhile
      opened.push(partition)
      return partition
    },

    async commit(cause) {
      const guards: Guard[] = []
      const writes: Write[] = []
      for (const partition of opened) {
        const { organizationId: organization, version } = partition
        const changes = [...partition.changes()]
        writes.push(...[...partition.lookups()].map((write) => ({ organization, ...write })))
        if (changes.length === 0) continue
        guards.push({ organization, version })
        writes.push(...changes.map((change) => ({ organization, ...change })))
        const { id, value } = await journalEntry(store, organization, version, changes, cause)
        writes.push({ organization, table: 'journal', id, value })
      }
      if (writes.length > 0) await store.commit({ guards, writes })
      return new Set(writes.map((write) => write.table))
    },

    async firstChanged() {
      const versions = await Promise.all(opened.map(({ organizationId }) => store.version(organizationId)))
      return opened.find(({ version }, n) => version !== versions[n])?.organizationId
    },

    savepoint() {
      const undo = opened.map((partition) => partition.mark())
      const known = opened.length
      return () => {
        for (const restore of undo) restore()
        // An organization opened since then wrote nothing before the mark.
        for (const partition of opened.slice(known)) partition.clear()
      }
    },
  }
}

interface OpenPartition extends Partition {
  readonly version: number
  changes(): Iterable<Omit<Write, 'organization'>>
  lookups(): Iterable<Omit<Write, 'organization'>>
  mark(): () => void
  clear(): void
}

async function openPartition(store: Store, organizationId: string): Promise<OpenPartition> {
  return new StoredPartition(store, organizationId, await store.version(organizationId))
}

/** A class, because one is made for each organization of each request: closures would cost more than the reads. */
class StoredPartition implements OpenPartition {
  readonly organizationId: string
  readonly version: number
  readonly #store: Store
  readonly #tables = new Map<string, Pending>()
  readonly #lookups = new Map<string, Pending>()
  /** What was asked for: one request reads some rows several times, and each time may be a round trip. */
  readonly #readings = new Map<string, Promise<Json | undefined>>()

  constructor(store: Store, organizationId: string, version: number) {
    this.#store = store
    this.organizationId = organizationId
    this.version = version
  }

  get(table: string, id: string) {
    return this.#get(this.#tables, table, toStoredText(id)) as Promise<never>
  }

  async list(table: string, range?: Range) {
    return (await this.#list(this.#tables, table, range)).map((row) => row.value) as never
  }

  put(table: string, id: string, row: unknown) {
    write(this.#tables, table, toStoredText(id), row as Json)
  }

  remove(table: string, id: string) {
    write(this.#tables, table, toStoredText(id), undefined)
  }

  lookup(table: string, id: string) {
    return this.#get(this.#lookups, toStoredText(table), toStoredText(id)) as Promise<never>
  }

  async lookupAll(table: string, range?: Range) {
    const rows = await this.#list(this.#lookups, toStoredText(table), range)
    return rows.map(({ id, value }) => ({ id: fromStoredText(id), value })) as never
  }

  putLookup(table: string, id: string, value: unknown) {
    write(this.#lookups, toStoredText(table), toStoredText(id), value as Json)
  }

  removeLookup(table: string, id: string) {
    write(this.#lookups, toStoredText(table), toStoredText(id), undefined)
  }

  changes() {
    return writesOf(this.#tables)
  }

  lookups() {
    return writesOf(this.#lookups)
  }

  clear() {
    this.#tables.clear()
    this.#lookups.clear()
  }

  mark() {
    const saved = [this.#tables, this.#lookups].map((pending) => [pending, copyPending(pending)] as const)
    return () => {
      for (const [pending, copy] of saved) {
        pending.clear()
        for (const [table, rows] of copy) pending.set(table, rows)
      }
    }
  }

  async #get(pending: Map<string, Pending>, table: string, id: string): Promise<Json | undefined> {
    const rows = pending.get(table)
    return rows?.has(id) ? rows.get(id) : this.#read(table, id)
  }

  #read(table: string, id: string): Promise<Json | undefined> {
    const key = `${table}\0${id}`
    const before = this.#readings.get(key)
    if (before) return before
    const reading = this.#store.get(this.organizationId, table, id)
    this.#readings.set(key, reading)
    return reading
  }

  async #list(pending: Map<string, Pending>, table: string, asked: Range = {}): Promise<Row[]> {
    const range = storedRange(asked)
    const own = pending.get(table)
    if (!own?.size) return this.#store.list(this.organizationId, table, range)
    // Own removals may take away up to `own.size` of what the store answers.
    const limit = range.limit === undefined ? undefined : range.limit + own.size
    const stored = await this.#store.list(this.organizationId, table, { ...range, limit })
    return overlay(stored, own, range)
  }
}

function storedRange(range: Range): Range {
  const { after, before } = range
  return {
    ...range,
    ...(after === undefined ? {} : { after: toStoredText(after) }),
    ...(before === undefined ? {} : { before: toStoredText(before) }),
  }
}

function write(pending: Map<string, Pending>, table: string, id: string, value: Json | undefined): void {
  let rows = pending.get(table)
  if (!rows) pending.set(table, (rows = new Map()))
  rows.set(id, value)
}

function copyPending(pending: Map<string, Pending>): Map<string, Pending> {
  return new Map(Array.from(pending, ([table, rows]) => [table, new Map(rows)]))
}

function* writesOf(pending: Map<string, Pending>): Iterable<Omit<Write, 'organization'>> {
  for (const [table, rows] of pending) for (const [id, value] of rows) yield { table, id, value }
}

/** What the store answered, with the transaction's own puts and removals applied. */
function overlay(stored: readonly Row[], own: Pending, { after, before, reverse, limit }: Range): Row[] {
  const rows = stored.filter((row) => !own.has(row.id))
  for (const [id, value] of own) {
    if (value === undefined) continue
    if ((after === undefined || id > after) && (before === undefined || id < before)) rows.push({ id, value })
  }
  rows.sort((a, b) => (a.id < b.id ? -1 : 1) * (reverse ? -1 : 1))
  return rows.slice(0, limit)
}
