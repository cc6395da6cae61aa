/** The store in memory: for the sandbox, tests, and anything that doesn't need to outlive its process. */
import type { Commit, Json, Range, Row, TableRow } from './store.ts'
import { OUTBOX, StoreConflict } from './store.ts'
import { collectContents, ROWS_PER_PART, type WholeStore } from './wholeStore.ts'

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
  const partitions = new Map<string, Partition>()
  /** The highest facts counter of all organizations, so that no two changes have the same number. */
  let lastFacts = 0

  function tableOf(organization: string, name: string): Table | undefined {
    return partitions.get(organization)?.tables.get(name)
  }

  function partitionOf(organization: string): Partition {
    let partition = partitions.get(organization)
    if (!partition) partitions.set(organization, (partition = { version: 0, facts: 0, tables: new Map() }))
    return partition
  }

  const factsOf = (organization: string) => partitions.get(organization)?.facts ?? 0

  return {
    async get(organization, table, id) {
      return tableOf(organization, table)?.rows.get(id)
    },

    async read(organization, readings) {
      const at = (table: string, id: Json | undefined) =>
        typeof id === 'string' ? tableOf(organization, table)?.rows.get(id) : undefined
      return {
        version: partitions.get(organization)?.version ?? 0,
        facts: factsOf(organization),
        answers: readings.map(({ table, id, follow }) => {
          const value = at(table, id)
          return follow === undefined ? { value } : { value, followed: at(follow, value) }
        }),
      }
    },

    async count(organization, table) {
      return tableOf(organization, table)?.rows.size ?? 0
    },

    async list(organization, name, range = {}) {
      const table = tableOf(organization, name)
      return table ? rowsInRange(table, range) : []
    },

    async scan(organization, after, limit) {
      const tables = [...(partitions.get(organization)?.tables ?? [])]
        .filter(([table]) => after === undefined || table >= after.table)
        .sort(([a], [b]) => (a < b ? -1 : 1))
      const found: TableRow[] = []
      for (const [table, rows] of tables) {
        if (found.length === limit) break
        const range = { limit: limit - found.length, ...(table === after?.table && { after: after.id }) }
        found.push(...rowsInRange(rows, range).map((row) => ({ table, ...row })))
      }
      return found
    },

    async version(organization) {
      return partitions.get(organization)?.version ?? 0
    },

    async commit({ guards, rests = [], writes }: Commit) {
      const changed = rests.find(({ organization, facts }) => factsOf(organization) !== facts)
      if (changed) throw new StoreConflict(changed.organization)
      for (const { organization, version } of guards) {
        if ((partitions.get(organization)?.version ?? 0) !== version) throw new StoreConflict(organization)
      }
      for (const { organization, entries = 1, appends = 0 } of guards) {
        const partition = partitionOf(organization)
        partition.version += entries
        if (entries > appends) partition.facts = ++lastFacts
      }
      for (const { organization, table, id, value } of writes) {
        const { tables } = partitionOf(organization)
        if (value === undefined) removeRow(tables, table, id)
        else putRow(tables, table, id, deepFreeze(value))
      }
    },

    async organizations() {
      return [...partitions].flatMap(([id, { version }]) => (version > 0 ? [id] : [])).sort()
    },

    async ping() {
      return true
    },

    async withMessages() {
      return [...partitions].flatMap(([id, { tables }]) => (tables.has(OUTBOX) ? [id] : [])).sort()
    },

    async withRows() {
      return [...partitions].flatMap(([id, { tables }]) => (tables.size > 0 ? [id] : [])).sort()
    },

    async *readAll() {
      const ordered = [...partitions].sort(([a], [b]) => (a < b ? -1 : 1))
      const organizations = ordered.flatMap(([id, { version }]) =>
        version > 0 ? [[id, version] as const] : [],
      )
      // Stored values never change, so references to them are a snapshot.
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
          rows: some.map(([organization, name, id, value]) => [
            organization,
            name,
            id,
            JSON.stringify(value),
          ]),
        }
      }
    },

    async replaceAll(parts) {
      const { organizations, rows } = await collectContents(parts)
      const values = rows.map(([, , , value]) => deepFreeze(JSON.parse(value) as Json))
      partitions.clear()
      // No fewer than the version: nothing counts as an append then.
      lastFacts = organizations.reduce((most, [, version]) => Math.max(most, version), lastFacts)
      for (const [id, version] of organizations)
        Object.assign(partitionOf(id), { version, facts: ++lastFacts })
      for (const [n, [organization, table, id]] of rows.entries()) {
        putRow(partitionOf(organization).tables, table, id, values[n]!)
      }
    },
  }
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
