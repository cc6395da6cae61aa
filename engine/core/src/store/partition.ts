/** The rows of an organization that a transaction opened: what it read, with its own writes on top. */

import type { Mac } from '../vault.ts'
import { isFinalActivity } from './journalEntry.ts'
import { keyOf } from './keyOf.ts'
import type { Known, KnownFacts } from './knownFacts.ts'
import { Unproven } from './lookups.ts'
import { prefetch } from './prefetch.ts'
import { ReadTogether } from './readTogether.ts'
import {
  bucketReadings,
  HEAD_READING,
  hasBucket,
  hashInHead,
  hasMacs,
  headOf,
  INDEX_READINGS,
  type MacIndex,
  openIndex,
  type RowMacs,
  rowMacs,
  sealFinal,
  withBuckets,
} from './rowMacs.ts'
import type { Lookup, Partition } from './rows.ts'
import { assertFits } from './storage.ts'
import type { Answer, Json, Moment, Range, Reading, ReadStore, Row, Write } from './store.ts'
import { fromStoredText, toStoredText } from './storedText.ts'
import type { CompactActivityRow, TableName } from './tables.ts'

type Pending = Map<string, Json | undefined>

export interface OpenPartition extends Partition {
  readonly version: number
  readonly facts: number
  /** The head as of `version`, or a newer one; read only once. */
  lastHead(): Promise<Json | undefined>
  /** The hash of the newest journal entry in a head. @throws RowAltered */
  hashIn(head: Json | undefined, version: number): string
  /** Changes of tables, with the JSON text that the row and the journal share. */
  changes(): readonly Write[]
  lookups(): readonly Write[]
  /** A row that no decision depends on. */
  hint(lookup: string, id: string): Promise<Json | undefined>
  /** The MACs of these changes, to be written with them. @throws RowAltered */
  macsOf(changes: readonly Write[]): Promise<readonly Write[]>
  /**
   * The row that authenticates the organization after the newest journal entry. If facts changed, call `macsOf`
   * first.
   */
  head(sequence: number, hash: string): Write
  /** Whether anything but appends was written. */
  changesFacts(): boolean
  freshRows(): { readonly table: string; readonly id: string }[]
  mark(): () => void
  clear(): void
}

/** Read whenever an organization is opened. */
const ITS_OWN: Reading = { table: 'organization', id: 'organization' }

/** @throws RowAltered if the organization's index or head is not the last one that was written */
export async function openPartition(
  store: ReadStore,
  { known: knownFacts, vault: { mac } }: PartitionSetting,
  organizationId: string,
  prefetch: readonly Lookup[],
): Promise<OpenPartition> {
  const all = [...INDEX_READINGS, ITS_OWN, ...prefetch.map(toReading)]
  const opened = await (knownFacts ?? KNOWING_NOTHING).open(store, organizationId, all)
  const { moment, asked, known } = opened
  const found = moment.answers.map(({ value }) => value)
  const index = opened.index ?? openIndex(mac, organizationId, moment.version, found)
  if (known) known.index = index
  const partition = new StoredPartition(store, organizationId, moment, { known, index, mac })
  // Buckets come last, and verifying the others needs them.
  for (const [n, reading] of [...asked.entries()].reverse()) {
    if (reading !== INDEX_READINGS[0]) partition.know(reading, moment.answers[n]!)
  }
  return partition
}

const KNOWING_NOTHING: Pick<KnownFacts, 'open'> = {
  async open(store, organization, readings) {
    const asked = withBuckets(readings)
    return { moment: await store.read(organization, asked), asked, index: undefined, known: undefined }
  },
}

export interface PartitionSetting {
  readonly known?: KnownFacts | undefined
  readonly vault: { readonly mac: Mac }
}

const toReading = ({ lookup, id, table }: Lookup): Reading => ({
  table: toStoredText(lookup),
  id: toStoredText(id),
  follow: table,
})

/** A class, because one is created per organization and request, and closures would cost more than the reads. */
class StoredPartition implements OpenPartition {
  readonly organizationId: string
  readonly version: number
  readonly facts: number
  readonly #store: ReadStore
  readonly #tables = new Map<string, Pending>()
  readonly #lookups = new Map<string, Pending>()
  /** Reads so far: a request reads some rows several times, and each time could be a round trip. */
  readonly #readings = new Map<string, Promise<Json | undefined>>()
  readonly #lists = new Map<string, Promise<Row[]>>()
  readonly #together: ReadTogether
  /** Shared with other requests that find the same facts. */
  readonly #known: Known | undefined
  readonly #mac: Mac
  readonly #macs: RowMacs
  readonly #found: MacIndex
  /** MAC of the index, for the next head. */
  #index: string
  #changesFacts = false
  readonly #rewritten = new Set<string>()
  /** Rows that must not exist yet, by key. */
  readonly #fresh = new Map<string, { readonly table: string; readonly id: string }>()

  constructor(
    store: ReadStore,
    organizationId: string,
    { version, facts }: Pick<Moment, 'version' | 'facts'>,
    { known, index, mac }: { readonly known: Known | undefined; readonly index: MacIndex; readonly mac: Mac },
  ) {
    this.#store = store
    this.#together = new ReadTogether(store, organizationId)
    this.organizationId = organizationId
    this.version = version
    this.facts = facts
    this.#known = known
    this.#mac = mac
    this.#found = index
    this.#index = index.mac
    this.#macs = rowMacs(mac, organizationId, index, (table, id) => this.#read(table, id))
  }

  know({ table, id, follow }: Reading, { value, followed }: Answer) {
    this.#keep(table, id, this.#checked(table, id, Promise.resolve(value)))
    if (follow === undefined || typeof value !== 'string') return
    const followedId = toStoredText(value)
    this.#keep(follow, followedId, this.#checked(follow, followedId, Promise.resolve(followed)))
  }

  /** The row, once its MAC is verified. Row and MAC are read together. */
  #checked(table: string, id: string, reading: Promise<Json | undefined>): Promise<Json | undefined> {
    if (!hasMacs(table)) return reading
    const checked = Promise.all([reading, this.#macs.expected(table, id)]).then(([value, expected]) => {
      this.#macs.check(table, id, value, expected)
      return value
    })
    // A prefetched row may never be awaited.
    checked.catch(() => undefined)
    return checked
  }

  #keep(table: string, id: string, reading: Promise<Json | undefined>): void {
    const key = keyOf(table, id)
    if (!this.#known?.keepRow(table, key, reading)) this.#readings.set(key, reading)
  }

  /** An organization without a commit has no rows. */
  get #isNew(): boolean {
    return this.version === 0
  }

  lastHead() {
    return this.#read(HEAD_READING.table, HEAD_READING.id)
  }

  hashIn(head: Json | undefined, version: number) {
    return hashInHead(this.#mac, this.organizationId, { version, index: this.#found.mac }, head)
  }

  get(table: string, id: string) {
    return this.#get(this.#tables, table, toStoredText(id)) as Promise<never>
  }

  async list(table: string, range?: Range) {
    return (await this.#list(this.#tables, table, range)).map((row) => row.value) as never
  }

  async count(table: string) {
    const own = this.#tables.get(table) ?? []
    const changes = await Promise.all(
      Array.from(own, async ([id, row]) => {
        const existed = (await this.#read(table, id)) !== undefined
        return Number(row !== undefined) - Number(existed)
      }),
    )
    return changes.reduce((sum, change) => sum + change, this.#macs.count(table))
  }

  put(table: TableName, id: string, row: unknown) {
    assertFits(table, row)
    this.#changesFacts = true
    write(this.#tables, table, toStoredText(id), row as Json)
  }

  rewrite(id: string, { mac: _, ...row }: CompactActivityRow) {
    this.#rewritten.add(id)
    this.put('activities', id, row)
  }

  addActivity(id: string, row: CompactActivityRow) {
    if (isFinalActivity('activities', row as unknown as Json))
      write(this.#tables, 'activities', toStoredText(id), row as unknown as Json)
    else this.put('activities', id, row)
  }

  remove(table: string, id: string) {
    this.#changesFacts = true
    this.#prefetchMacs(table, toStoredText(id))
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

  async entry(lookup: string, id: string) {
    const value = await this.#get(this.#lookups, toStoredText(lookup), toStoredText(id))
    return value === undefined ? undefined : new Unproven(this.organizationId, lookup, id, value)
  }

  async idsOf(lookup: string, range: Range = {}) {
    const table = toStoredText(lookup)
    if (this.#isNew) return []
    const stored = await this.#store.list(this.organizationId, table, storedRange(range))
    const rows = overlay(stored, this.#lookups.get(table) ?? new Map(), storedRange(range))
    return rows.map(({ id }) => fromStoredText(id))
  }

  async hasNow(lookup: string, id: string) {
    const value = await this.#store.get(this.organizationId, toStoredText(lookup), toStoredText(id))
    return value !== undefined
  }

  hint(lookup: string, id: string) {
    return this.#get(this.#lookups, lookup, id)
  }

  async entries(lookup: string, range?: Range) {
    const rows = await this.#list(this.#lookups, toStoredText(lookup), range)
    return rows.map(({ id: storedId, value }) => {
      const id = fromStoredText(storedId)
      return { id, entry: new Unproven(this.organizationId, lookup, id, value) }
    })
  }

  putLookup(lookup: string, id: string, value: unknown) {
    const table = toStoredText(lookup)
    const row = toStoredText(id)
    if (hasMacs(table)) {
      this.#changesFacts = true
      this.#prefetchMacs(table, row)
    }
    write(this.#lookups, table, row, value as Json)
  }

  removeLookup(lookup: string, id: string) {
    this.putLookup(lookup, id, undefined)
  }

  putFresh(table: string, id: string, value: unknown) {
    const row = { table: toStoredText(table), id: toStoredText(id) }
    this.#fresh.set(keyOf(row.table, row.id), row)
    write(this.#lookups, row.table, row.id, value as Json)
  }

  changesFacts() {
    return this.#changesFacts
  }

  /** A commit of this change needs the bucket with the row's MAC. */
  #prefetchMacs(table: string, id: string) {
    for (const bucket of bucketReadings({ table, id })) {
      if (hasBucket(this.#found, bucket.id)) prefetch(this.#read(bucket.table, bucket.id))
    }
  }

  freshRows() {
    return [...this.#fresh.values()]
  }

  changes() {
    return writesOf(this.organizationId, this.#tables, JSON.stringify).map((write) => this.#sealed(write))
  }

  /** A finished activity with its MAC. One that was written before gets its MAC in the index. */
  #sealed(write: Write): Write {
    const { table, id, value, text } = write
    if (!isFinalActivity(table, value) || this.#rewritten.has(id)) return write
    const sealed = sealFinal(this.#mac, this.organizationId, { id, row: value as object, body: text! })
    return { ...write, ...sealed }
  }

  lookups() {
    return writesOf(this.organizationId, this.#lookups)
  }

  async macsOf(changes: readonly Write[]) {
    const lookups = this.lookups().filter(({ table }) => hasMacs(table))
    const { index, writes } = await this.#macs.after([...changes, ...lookups])
    this.#index = index
    return writes
  }

  head(sequence: number, hash: string) {
    return headOf(this.#mac, this.organizationId, sequence, hash, this.#index)
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
    const reading = this.#checked(table, id, this.#together.read(table, id))
    this.#keep(table, id, reading)
    return reading
  }

  #readRange(table: string, range: Range): Promise<Row[]> {
    if (this.#isNew) return NO_ROWS
    const key = JSON.stringify([table, range])
    const before = this.#lists.get(key) ?? this.#known?.list(key)
    if (before) return before
    const reading = this.#readChecked(table, range)
    // A prefetched list may never be awaited.
    reading.catch(() => undefined)
    this.#lists.set(key, reading)
    this.#known?.keepList(table, key, reading)
    return reading
  }

  async #readChecked(table: string, range: Range): Promise<Row[]> {
    const rows = await this.#store.list(this.organizationId, table, range)
    if (hasMacs(table)) await this.#macs.checkList(table, range, rows)
    return rows
  }

  async #list(pending: Map<string, Pending>, table: string, asked: Range = {}): Promise<Row[]> {
    const range = storedRange(asked)
    const own = pending.get(table)
    if (!own?.size) return this.#readRange(table, range)
    // Up to `own.size` of the stored rows may have been removed here.
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

/** @param textOf serializes values that the journal needs as text too */
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
