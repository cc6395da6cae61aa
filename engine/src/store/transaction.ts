/**
 * One unit of work over the store: reads see its own writes, and everything is committed at once or not at all.
 *
 * Two kinds of rows exist. *Tables* (see tables.ts) hold the facts; every change to them is journaled.
 * *Lookups* are derived from tables (credential → user, e-mail → sub-organization, …) or transient (outbox); they
 * can be rebuilt or lost, so they are not.
 */
import { journalId } from './journalEntry.ts'
import { keyOf } from './keyOf.ts'
import type { Known, KnownFacts } from './knownFacts.ts'
import { prefetch } from './prefetch.ts'
import { ReadTogether } from './readTogether.ts'
import type { Cause, NewEntry, Staging } from './staging.ts'
import { assertFits, type Charge, chargesOf, STORAGE, type StorageShare } from './storage.ts'
import type { Answer, Json, Moment, Range, Reading, Row, Store, Write } from './store.ts'
import { fromStoredText, toStoredText } from './storedText.ts'
import type { TableName, Tables } from './tables.ts'

type Pending = Map<string, Json | undefined>

/** The rows of one organization, to be read. */
export interface ReadRows {
  readonly organizationId: string
  get<T extends TableName>(table: T, id: string): Promise<Tables[T] | undefined>
  /** Rows in id order; see `Range`. */
  list<T extends TableName>(table: T, range?: Range): Promise<Tables[T][]>
  /** How many rows a table has. */
  count(table: TableName): Promise<number>
  /** Reads one row of a lookup; the caller names its shape. */
  lookup<V>(lookup: string, id: string): Promise<V | undefined>
  /** The row that one row of a lookup names; both are one call of the store. */
  follow<T extends TableName>(lookup: Lookup & { readonly table: T }): Promise<Tables[T] | undefined>
  /** Rows of a lookup in id order. */
  lookupAll<V>(lookup: string, range?: Range): Promise<{ id: string; value: V }[]>
}

/** The rows of one organization inside a transaction. */
export interface Partition extends ReadRows {
  /** @throws ApiError 400 for an object that is too large, see `assertFits` */
  put<T extends TableName>(table: T, id: string, row: Tables[T]): void
  remove(table: TableName, id: string): void
  /** A new row of a table, which no decision rests on: the facts of the organization stay what they are. */
  append<T extends TableName>(table: T, id: string, row: Tables[T]): void
  putLookup(lookup: string, id: string, value: unknown): void
  removeLookup(lookup: string, id: string): void
  /** A row of a lookup that lists: no decision rests on it, or nobody else writes it. */
  putEntry(lookup: string, id: string, value: unknown): void
  removeEntry(lookup: string, id: string): void
  /** The same, of one that was looked for and is not there: the commit fails when somebody wrote it meanwhile. */
  putFresh(lookup: string, id: string, value: unknown): void
}

/** A row of a lookup, and the row of `table` that it names. */
export interface Lookup {
  readonly lookup: string
  readonly id: string
  readonly table: TableName
}

export interface Transaction {
  /**
   * The rows of an organization. Its version is read with the first of them, so that a commit notices if it changed.
   * @param prefetch lookups to read in the same call of the store
   */
  organization(organizationId: string, prefetch?: readonly Lookup[]): Promise<Partition>
  /** Prefetches the end of the journal that a commit to this open organization extends. */
  prefetchCommit(organizationId: string): void
  /**
   * Commits all writes and appends one journal entry to each organization whose tables changed.
   * @param cause what the journal names as reason; at in milliseconds
   * @param share whose storage quotas it counts against. Default: nobody's, as for operator commands
   */
  commit(cause: Cause, share?: StorageShare): Committing
  /**
   * An organization whose facts somebody changed since it was opened here; undefined when there is none. Reads are not
   * one snapshot: when there is one, what was read may never have been true together.
   */
  firstChanged(): Promise<string | undefined>
  /** False if a commit of this process changed facts that were read here. The store finds those of other processes. */
  isCurrent(): Promise<boolean>
  /** Marks this point; calling the result undoes all writes since. */
  savepoint(): () => void
}

/** A commit under way. */
export interface Committing {
  readonly written: readonly Write[]
  /** Whether facts stay what they are, of all organizations that were there: whoever comes next need not wait for it. */
  readonly isAppend: boolean
  /** @throws StoreConflict when facts changed since their organization was opened here */
  readonly durable: Promise<void>
}

/** What transactions share. */
export interface Shared {
  readonly staging: Staging
  readonly known?: KnownFacts | undefined
}

export function beginTransaction(store: Store, { staging, known: knownFacts }: Shared): Transaction {
  const opened: OpenPartition[] = []
  const known = (organizationId: string) =>
    opened.find((partition) => partition.organizationId === organizationId)
  /** Also of those that are being opened: two callers may ask at once. */
  const asked = new Map<string, Promise<OpenPartition>>()

  async function open(organizationId: string, prefetch: readonly Lookup[]): Promise<OpenPartition> {
    const partition = await openPartition(store, knownFacts, organizationId, prefetch)
    opened.push(partition)
    return partition
  }

  return {
    organization(organizationId, prefetch = []) {
      const before = asked.get(organizationId)
      if (before) return before
      const opening = open(organizationId, prefetch)
      asked.set(organizationId, opening)
      return opening
    },

    prefetchCommit(organizationId) {
      const partition = known(organizationId)
      if (!partition || staging.knowsEntry(organizationId, partition.version)) return
      prefetch(partition.lastEntry())
    },

    commit(cause, share) {
      const entries: NewEntry[] = []
      const charges: Charge[] = []
      const writes: Write[] = []
      for (const partition of opened) {
        const { organizationId: organization } = partition
        const changes = partition.changes()
        const lookups = partition.lookups()
        writes.push(...lookups)
        if (changes.length === 0) continue
        writes.push(...changes)
        if (share) {
          const counter = (owner: string) => partition.lookup<Json>(STORAGE, owner)
          charges.push(...chargesOf(organization, { changes, lookups }, share, cause.at, counter))
        }
        const isAppend = !partition.changesFacts()
        entries.push({ organization, changes, cause, isAppend, lastEntry: () => partition.lastEntry() })
      }
      if (writes.length === 0) return { written: writes, isAppend: true, durable: Promise.resolve() }
      const rests = opened.map(({ organizationId, version, facts }) => {
        return { organization: organizationId, version, facts }
      })
      const fresh = opened.flatMap((partition) =>
        partition.freshRows().map((row) => ({ organization: partition.organizationId, ...row })),
      )
      const durable = staging.commit({ rests, entries, writes, fresh, charges }).finally(() => {
        for (const { organization, isAppend } of entries) if (!isAppend) knownFacts?.forget(organization)
      })
      // Nobody rests on an organization that is only being made.
      const isNew = (organizationId: string) => known(organizationId)!.version === 0
      const isAppend =
        staging.isShared && entries.every(({ organization, isAppend }) => isAppend || isNew(organization))
      return { written: writes, isAppend, durable }
    },

    async firstChanged() {
      // A prefetch may open another one while this waits.
      const those = [...opened]
      const now = await Promise.all(those.map(({ organizationId }) => store.read(organizationId, [])))
      return those.find(({ facts }, n) => facts !== now[n]!.facts)?.organizationId
    },

    async isCurrent() {
      if (!knownFacts) return (await this.firstChanged()) === undefined
      return opened.every(
        ({ organizationId, version, facts }) => version === 0 || knownFacts.isCurrent(organizationId, facts),
      )
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
  readonly facts: number
  /** The end of the journal that was read; asked for once. */
  lastEntry(): Promise<Json | undefined>
  /** Of tables, with their texts: for the rows, and for the journal. */
  changes(): readonly Write[]
  lookups(): readonly Write[]
  /** Whether more is written than was appended. */
  changesFacts(): boolean
  freshRows(): { readonly table: string; readonly id: string }[]
  mark(): () => void
  clear(): void
}

/** What everybody who opens an organization asks for. */
const ITS_OWN: Reading = { table: 'organization', id: 'organization' }

async function openPartition(
  store: Store,
  knownFacts: KnownFacts | undefined,
  organizationId: string,
  prefetch: readonly Lookup[],
): Promise<OpenPartition> {
  const all = [ITS_OWN, ...prefetch.map(toReading)]
  const { moment, asked, known } = knownFacts
    ? await knownFacts.open(store, organizationId, all)
    : { moment: await store.read(organizationId, all), asked: all, known: undefined }
  const partition = new StoredPartition(store, organizationId, moment, known)
  for (const [n, reading] of asked.entries()) partition.know(reading, moment.answers[n]!)
  return partition
}

const toReading = ({ lookup, id, table }: Lookup): Reading => ({
  table: toStoredText(lookup),
  id: toStoredText(id),
  follow: table,
})

/** A class, because one is made for each organization of each request: closures would cost more than the reads. */
class StoredPartition implements OpenPartition {
  readonly organizationId: string
  readonly version: number
  readonly facts: number
  readonly #store: Store
  readonly #tables = new Map<string, Pending>()
  readonly #lookups = new Map<string, Pending>()
  /** What was asked for: one request reads some rows several times, and each time may be a round trip. */
  readonly #readings = new Map<string, Promise<Json | undefined>>()
  /** Tables, and parts of them, that were asked for. */
  readonly #lists = new Map<string, Promise<Row[]>>()
  readonly #together: ReadTogether
  /** Shared with other requests that find the same facts. */
  readonly #known: Known | undefined
  #changesFacts = false
  /** Rows that were not there, by their key. */
  readonly #fresh = new Map<string, { readonly table: string; readonly id: string }>()

  constructor(
    store: Store,
    organizationId: string,
    { version, facts }: Pick<Moment, 'version' | 'facts'>,
    known: Known | undefined,
  ) {
    this.#store = store
    this.#together = new ReadTogether(store, organizationId)
    this.organizationId = organizationId
    this.version = version
    this.facts = facts
    this.#known = known
  }

  /** Takes what was read already. */
  know({ table, id, follow }: Reading, { value, followed }: Answer) {
    this.#keep(table, id, Promise.resolve(value))
    if (follow === undefined || typeof value !== 'string') return
    this.#keep(follow, toStoredText(value), Promise.resolve(followed))
  }

  #keep(table: string, id: string, reading: Promise<Json | undefined>): void {
    const key = keyOf(table, id)
    if (!this.#known?.keepRow(table, key, reading)) this.#readings.set(key, reading)
  }

  /** Whether nobody ever committed to the organization: then there is nothing to be asked for. */
  get #isNew(): boolean {
    return this.version === 0
  }

  lastEntry() {
    return this.#read('journal', journalId(this.version))
  }

  get(table: string, id: string) {
    return this.#get(this.#tables, table, toStoredText(id)) as Promise<never>
  }

  async list(table: string, range?: Range) {
    return (await this.#list(this.#tables, table, range)).map((row) => row.value) as never
  }

  async count(table: string) {
    const own = this.#tables.get(table) ?? []
    const [stored, ...before] = await Promise.all([
      this.#isNew ? 0 : this.#store.count(this.organizationId, table),
      ...Array.from(own, async ([id, row]) => {
        const existed = (await this.#read(table, id)) !== undefined
        return Number(row !== undefined) - Number(existed)
      }),
    ])
    return before.reduce((sum, change) => sum + change, stored)
  }

  put(table: TableName, id: string, row: unknown) {
    assertFits(table, row)
    this.#changesFacts = true
    write(this.#tables, table, toStoredText(id), row as Json)
  }

  append(table: string, id: string, row: unknown) {
    write(this.#tables, table, toStoredText(id), row as Json)
  }

  remove(table: string, id: string) {
    this.#changesFacts = true
    write(this.#tables, table, toStoredText(id), undefined)
  }

  lookup(table: string, id: string) {
    return this.#get(this.#lookups, toStoredText(table), toStoredText(id)) as Promise<never>
  }

  async follow(asked: Lookup) {
    const reading = toReading(asked)
    const key = keyOf(reading.table, reading.id)
    const isAsked = this.#readings.has(key) || this.#known?.row(key)
    if (!isAsked && !this.#isNew && !this.#lookups.get(reading.table)?.has(reading.id)) {
      const { answers } = await this.#store.read(this.organizationId, [reading])
      this.know(reading, answers[0]!)
    }
    const id = (await this.lookup(asked.lookup, asked.id)) as string | undefined
    return id === undefined ? undefined : this.get(asked.table, id)
  }

  async lookupAll(table: string, range?: Range) {
    const rows = await this.#list(this.#lookups, toStoredText(table), range)
    return rows.map(({ id, value }) => ({ id: fromStoredText(id), value })) as never
  }

  putLookup(table: string, id: string, value: unknown) {
    this.#changesFacts = true
    this.putEntry(table, id, value)
  }

  removeLookup(table: string, id: string) {
    this.#changesFacts = true
    this.removeEntry(table, id)
  }

  putEntry(table: string, id: string, value: unknown) {
    write(this.#lookups, toStoredText(table), toStoredText(id), value as Json)
  }

  removeEntry(table: string, id: string) {
    write(this.#lookups, toStoredText(table), toStoredText(id), undefined)
  }

  putFresh(table: string, id: string, value: unknown) {
    const row = { table: toStoredText(table), id: toStoredText(id) }
    this.#fresh.set(keyOf(row.table, row.id), row)
    write(this.#lookups, row.table, row.id, value as Json)
  }

  changesFacts() {
    return this.#changesFacts
  }

  freshRows() {
    return [...this.#fresh.values()]
  }

  changes() {
    return writesOf(this.organizationId, this.#tables, JSON.stringify)
  }

  lookups() {
    return writesOf(this.organizationId, this.#lookups)
  }

  clear() {
    this.#tables.clear()
    this.#lookups.clear()
    this.#fresh.clear()
    this.#changesFacts = false
  }

  mark() {
    const saved = [this.#tables, this.#lookups].map((pending) => [pending, copyPending(pending)] as const)
    const fresh = new Map(this.#fresh)
    const changesFacts = this.#changesFacts
    return () => {
      this.#changesFacts = changesFacts
      this.#fresh.clear()
      for (const [key, row] of fresh) this.#fresh.set(key, row)
      for (const [pending, copy] of saved) {
        pending.clear()
        for (const [table, rows] of copy) pending.set(table, rows)
      }
    }
  }

  #get(pending: Map<string, Pending>, table: string, id: string): Promise<Json | undefined> {
    const rows = pending.get(table)
    return rows?.has(id) ? Promise.resolve(rows.get(id)) : this.#read(table, id)
  }

  #read(table: string, id: string): Promise<Json | undefined> {
    const key = keyOf(table, id)
    const before = this.#readings.get(key) ?? this.#known?.row(key)
    if (before) return before
    if (this.#isNew) return NOTHING
    const reading = this.#together.read(table, id)
    this.#keep(table, id, reading)
    return reading
  }

  #readRange(table: string, range: Range): Promise<Row[]> {
    if (this.#isNew) return NO_ROWS
    const key = JSON.stringify([table, range])
    const before = this.#lists.get(key) ?? this.#known?.list(key)
    if (before) return before
    const reading = this.#store.list(this.organizationId, table, range)
    // Who asked ahead of time may never come back for it.
    reading.catch(() => undefined)
    this.#lists.set(key, reading)
    this.#known?.keepList(table, key, reading)
    return reading
  }

  async #list(pending: Map<string, Pending>, table: string, asked: Range = {}): Promise<Row[]> {
    const range = storedRange(asked)
    const own = pending.get(table)
    if (!own?.size) return this.#readRange(table, range)
    // Own removals may take away up to `own.size` of what the store answers.
    const limit = range.limit === undefined ? undefined : range.limit + own.size
    const stored = await this.#readRange(table, { ...range, limit })
    return overlay(stored, own, range)
  }
}

const NOTHING = Promise.resolve(undefined)
const NO_ROWS = Promise.resolve<Row[]>([])

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

/** @param textOf of values, where whoever writes them need not make it */
function writesOf(
  organization: string,
  pending: Map<string, Pending>,
  textOf?: (value: Json) => string,
): Write[] {
  const writes: Write[] = []
  for (const [table, rows] of pending) {
    for (const [id, value] of rows) {
      if (textOf && value !== undefined) writes.push({ organization, table, id, value, text: textOf(value) })
      else writes.push({ organization, table, id, value })
    }
  }
  return writes
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
