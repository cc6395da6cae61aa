/** The store in memory: for the sandbox, tests, and anything that doesn't need to outlive its process. */
import type { Commit, Json, Range, Row, RowKey, TableRow } from './store.ts'
import { OUTBOX, StoreConflict } from './store.ts'
import {
  collectContents,
  ROWS_PER_PART,
  type Snapshot,
  type StoreContents,
  type WholeStore,
} from './wholeStore.ts'

interface Table {
  readonly rows: Map<string, Json>
  /** Ids in order, built by the first `list`: most tables of a small sub-organization are never listed. */
  sorted: string[] | undefined
}

interface Partition {
  version: number
  facts: number
  readonly tables: Map<string, Table>
}

/** An empty store. Everything in it is lost with the process. */
export function createMemoryStore(): WholeStore {
  const partitions = new Partitions()
  return {
    ...readsOf(partitions),
    commit: async (commit) => partitions.commit(commit),
    ping: async () => true,
    withMessages: async () => partitions.ids(({ tables }) => tables.has(OUTBOX)),
    inSnapshot: async (task) => task(readsOf(partitions.copy())),
    readAll: () => readAll(partitions),
    replaceAll: async (parts) => partitions.replaceAll(await collectContents(parts)),
  }
}

function readsOf(partitions: Partitions): Snapshot {
  return {
    get: async (organization, table, id) => partitions.table(organization, table)?.rows.get(id),
    async read(organization, readings) {
      const at = (table: string, id: Json | undefined) =>
        typeof id === 'string' ? partitions.table(organization, table)?.rows.get(id) : undefined
      return {
        version: partitions.version(organization),
        facts: partitions.facts(organization),
        answers: readings.map(({ table, id, follow }) => {
          const value = at(table, id)
          return follow === undefined ? { value } : { value, followed: at(follow, value) }
        }),
      }
    },
    count: async (organization, table) => partitions.table(organization, table)?.rows.size ?? 0,
    async list(organization, name, range = {}) {
      const table = partitions.table(organization, name)
      return table ? rowsInRange(table, range) : []
    },
    scan: async (organization, after, limit) =>
      scanTables(partitions.byId.get(organization)?.tables ?? new Map(), after, limit),
    version: async (organization) => partitions.version(organization),
    organizations: async () => partitions.ids(({ version }) => version > 0),
    withRows: async () => partitions.ids(({ tables }) => tables.size > 0),
  }
}

class Partitions {
  readonly byId = new Map<string, Partition>()
  /** The highest facts counter of all organizations, so that no two changes have the same number. */
  #lastFacts = 0

  version(organization: string): number {
    return this.byId.get(organization)?.version ?? 0
  }

  facts(organization: string): number {
    return this.byId.get(organization)?.facts ?? 0
  }

  table(organization: string, name: string): Table | undefined {
    return this.byId.get(organization)?.tables.get(name)
  }

  ids(has: (partition: Partition) => boolean): string[] {
    return [...this.byId].flatMap(([id, partition]) => (has(partition) ? [id] : [])).sort()
  }

  /** Stored values never change, so the copy refers to them. */
  copy(): Partitions {
    const copy = new Partitions()
    for (const [id, { version, facts, tables }] of this.byId) {
      const copied = [...tables].map(
        ([name, { rows }]) => [name, { rows: new Map(rows), sorted: undefined }] as const,
      )
      copy.byId.set(id, { version, facts, tables: new Map(copied) })
    }
    return copy
  }

  commit({ guards, rests = [], writes }: Commit): void {
    const changed = rests.find(({ organization, facts }) => this.facts(organization) !== facts)
    if (changed) throw new StoreConflict(changed.organization)
    for (const { organization, version } of guards) {
      if (this.version(organization) !== version) throw new StoreConflict(organization)
    }
    for (const { organization, entries = 1, appends = 0 } of guards) {
      const partition = this.#open(organization)
      partition.version += entries
      if (entries > appends) partition.facts = ++this.#lastFacts
    }
    for (const { organization, table, id, value } of writes) {
      const { tables } = this.#open(organization)
      if (value === undefined) removeRow(tables, table, id)
      else putRow(tables, table, id, deepFreeze(value))
    }
  }

  replaceAll({ organizations, rows }: StoreContents): void {
    const values = rows.map(([, , , value]) => deepFreeze(JSON.parse(value) as Json))
    this.byId.clear()
    // No fewer than the version: nothing counts as an append then.
    this.#lastFacts = organizations.reduce((most, [, version]) => Math.max(most, version), this.#lastFacts)
    for (const [id, version] of organizations)
      Object.assign(this.#open(id), { version, facts: ++this.#lastFacts })
    for (const [n, [organization, table, id]] of rows.entries()) {
      putRow(this.#open(organization).tables, table, id, values[n]!)
    }
  }

  #open(organization: string): Partition {
    let partition = this.byId.get(organization)
    if (!partition) this.byId.set(organization, (partition = { version: 0, facts: 0, tables: new Map() }))
    return partition
  }
}

/** A snapshot: stored values never change, so references to them suffice. */
async function* readAll({ byId }: Partitions): AsyncGenerator<StoreContents> {
  const ordered = [...byId].sort(([a], [b]) => (a < b ? -1 : 1))
  const organizations = ordered.flatMap(([id, { version }]) => (version > 0 ? [[id, version] as const] : []))
  const rows = ordered.flatMap(([organization, { tables }]) =>
    [...tables].flatMap(([name, table]) =>
      rowsInRange(table, {}).map(({ id, value }) => [organization, name, id, value] as const),
    ),
  )
  yield { organizations, rows: [] }
  for (let n = 0; n < rows.length; n += ROWS_PER_PART) {
    const some = rows.slice(n, n + ROWS_PER_PART)
    yield {
      organizations: [],
      rows: some.map(([organization, name, id, value]) => [organization, name, id, JSON.stringify(value)]),
    }
  }
}

function scanTables(all: ReadonlyMap<string, Table>, after: RowKey | undefined, limit: number): TableRow[] {
  const tables = [...all]
    .filter(([table]) => after === undefined || table >= after.table)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const found: TableRow[] = []
  for (const [table, rows] of tables) {
    if (found.length === limit) break
    const range = { limit: limit - found.length, ...(table === after?.table && { after: after.id }) }
    found.push(...rowsInRange(rows, range).map((row) => ({ table, ...row })))
  }
  return found
}

function putRow(tables: Map<string, Table>, name: string, id: string, value: Json): void {
  let table = tables.get(name)
  if (!table) tables.set(name, (table = { rows: new Map(), sorted: undefined }))
  if (table.sorted && !table.rows.has(id)) {
    const last = table.sorted.at(-1)
    // Time-ordered ids (activities, journal) arrive in order: append instead of inserting.
    if (last === undefined || id > last) table.sorted.push(id)
    else table.sorted.splice(firstAtLeast(table.sorted, id), 0, id)
  }
  table.rows.set(id, value)
}

function removeRow(tables: Map<string, Table>, name: string, id: string): void {
  const table = tables.get(name)
  if (!table?.rows.delete(id)) return
  if (table.rows.size === 0) tables.delete(name)
  else table.sorted?.splice(firstAtLeast(table.sorted, id), 1)
}

function rowsInRange(table: Table, { after, before, reverse = false, limit = Infinity }: Range): Row[] {
  table.sorted ??= [...table.rows.keys()].sort()
  const ids = table.sorted
  const start = after === undefined ? 0 : firstAtLeast(ids, after) + (table.rows.has(after) ? 1 : 0)
  const end = before === undefined ? ids.length : firstAtLeast(ids, before)
  const rows: Row[] = []
  for (let n = 0; n < Math.min(end - start, limit); n++) {
    const id = ids[reverse ? end - 1 - n : start + n]!
    rows.push({ id, value: table.rows.get(id)! })
  }
  return rows
}

/** Position of the first id that is not smaller than `id`, by bisection. */
function firstAtLeast(sorted: readonly string[], id: string): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle]! < id) low = middle + 1
    else high = middle
  }
  return low
}

function deepFreeze(value: Json): Json {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    if (Array.isArray(value)) for (const entry of value) deepFreeze(entry)
    else for (const name in value) deepFreeze((value as { readonly [member: string]: Json })[name]!)
    Object.freeze(value)
  }
  return value
}
