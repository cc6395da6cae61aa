/**
 * Every single-row change of a small but complete database: each column of each row altered, each row removed, and a copy of
 * each row added. Tables and columns come from the database's own schema, so a new table is in the list.
 */
import type { QueryName } from '@keywright/contract'
import {
  eraseUser,
  JOURNALED_TABLES,
  pruneJournal,
  TRANSIENT,
  verifyJournal,
  type WholeStore,
} from '@keywright/engine'
import {
  queryPreparations,
  type SubmitType,
  submitPreparations,
} from '@keywright/engine/callCoverage/accepted'
import { createWorld, type World } from '@keywright/engine/callCoverage/world'
import { DEV, SERVER } from '@keywright/host'
import { expect } from 'vitest'
import { exportStore, toKeys, verifyStore } from '../../src/journals.ts'

type Value = string | number | bigint | null
export type SqlRow = Readonly<Record<string, Value>>

/** A database past the store. */
export interface Sql {
  tables(): Promise<readonly { readonly name: string; readonly key: readonly string[] }[]>
  rows(table: string): Promise<readonly SqlRow[]>
  update(table: string, key: readonly string[], row: SqlRow, changed: SqlRow): Promise<void>
  remove(table: string, key: readonly string[], row: SqlRow): Promise<void>
  insert(table: string, row: SqlRow): Promise<void>
}

/** A world in which each call was made once, and a journal was pruned. */
export async function createTouchedWorld(store: WholeStore): Promise<World> {
  const world = await createWorld('every row', { store })
  for (const type of Object.keys(submitPreparations) as SubmitType[]) {
    const { client, parameters } = await submitPreparations[type](world)
    await client.submit(type, parameters as never)
  }
  for (const name of Object.keys(queryPreparations) as QueryName[]) {
    const { client, parameters } = await queryPreparations[name](world)
    await client.query(name, parameters as never)
  }
  await world.engine.idle()
  const pruned = world.sub.organizationId
  const now = world.engine.clock() + 1
  const { mac } = toKeys(world.engine.ports.rootSecret).vault
  const { verifyJournal: verify } = world.engine
  const { client, parameters } = await submitPreparations.ACTIVITY_TYPE_DELETE_USERS(world)
  await client.submit('ACTIVITY_TYPE_DELETE_USERS', parameters)
  const [userId] = parameters.userIds
  await eraseUser(store, client.organizationId, { userId: userId!, now, mac, verify })
  await pruneJournal(store, pruned, { before: now, now, mac })
  return world
}

/** Tables of the database that hold nothing of an organization, with the reason. */
export const OUTSIDE: Readonly<Record<string, string>> = {
  migrations: 'which migrations ran: a server and every command check it when they start',
  allowances: 'requests of the present second',
  leases: 'who delivers at the moment',
}

export interface RowChange {
  /** Of the schema, and for `rows` the kind of the logical table. */
  readonly table: string
  readonly what: string
  /** In which the change is made. */
  readonly organization: string
  apply(): Promise<void>
  undo(): Promise<void>
}

/** Every change, from the schema. */
export async function everyChange(sql: Sql): Promise<RowChange[]> {
  const changes: RowChange[] = []
  for (const { name: table, key } of await sql.tables()) {
    if (table in OUTSIDE) continue
    for (const row of await sql.rows(table)) {
      const organization = String(row['organization'])
      if (organization === DEV || organization === SERVER) continue
      const kind = typeof row['name'] === 'string' ? kindOf(row['name']) : table
      const add = (what: string, apply: () => Promise<void>, undo: () => Promise<void>) =>
        changes.push({ table: kind, what, organization, apply, undo })
      for (const [what, changed] of alterations(row)) {
        add(
          what,
          () => sql.update(table, key, row, changed),
          () => sql.update(table, key, changed, row),
        )
      }
      add(
        'removed',
        () => sql.remove(table, key, row),
        () => sql.insert(table, row),
      )
      const copy = copyOf(row, key)
      add(
        'copied',
        () => sql.insert(table, copy),
        () => sql.remove(table, key, copy),
      )
    }
  }
  return changes
}

/** A logical table without what is appended for one owner: `names:user` and `names:wallet` are `names`. */
const kindOf = (name: string): string => name.split(':')[0]!

/** The row with one column changed, or one member of the JSON that a column holds. */
function* alterations(row: SqlRow): Iterable<[string, SqlRow]> {
  for (const [column, value] of Object.entries(row)) {
    if (column === 'value') {
      const json = JSON.parse(String(value)) as unknown
      for (const [what, changed] of alteredJson(json)) {
        yield [`value${what}`, { ...row, value: JSON.stringify(changed) }]
      }
    } else yield [column, { ...row, [column]: altered(value!) }]
  }
}

/** One more character or number. PostgreSQL's driver returns 64-bit numbers as text, of which `00` is still 0. */
const altered = (value: Value): Value => (typeof value === 'string' ? `${value}1` : Number(value) + 1)

function* alteredJson(json: unknown): Iterable<[string, unknown]> {
  yield ['', json === null ? 0 : null]
  if (typeof json === 'string') yield [' text', `${json}0`]
  if (typeof json === 'number') yield [' number', json + 1]
  if (typeof json !== 'object' || json === null) return
  if (Array.isArray(json)) {
    yield [' without its last', json.length > 0 ? json.slice(0, -1) : [null]]
    return
  }
  yield [' with a member more', { ...json, added: 1 }]
  for (const [name, value] of Object.entries(json)) {
    const { [name]: _removed, ...without } = json as Record<string, unknown>
    yield [` without ${name}`, without]
    const other = typeof value === 'string' ? `${value}0` : typeof value === 'number' ? value + 1 : 'another'
    yield [` with another ${name}`, { ...json, [name]: other }]
  }
}

/** The row under another key: as the next of its table, or of another organization. */
function copyOf(row: SqlRow, key: readonly string[]): SqlRow {
  const last = key.at(-1)!
  return { ...row, [last]: altered(row[last]!) }
}

/** @param run answers the rows of a statement with `?` for its values */
export function sqlOn(
  run: (text: string, values: readonly Value[]) => Promise<readonly SqlRow[]>,
  tables: Sql['tables'],
): Sql {
  const columnsOf = (row: SqlRow, separator: string) =>
    Object.keys(row)
      .map((column) => `${column} = ?`)
      .join(separator)
  const keyOf = (key: readonly string[], row: SqlRow) =>
    Object.fromEntries(key.map((name) => [name, row[name]!]))
  return {
    tables,
    rows: (table) => run(`SELECT * FROM ${table}`, []),
    async update(table, key, row, changed) {
      const where = keyOf(key, row)
      const text = `UPDATE ${table} SET ${columnsOf(changed, ', ')} WHERE ${columnsOf(where, ' AND ')}`
      await run(text, [...Object.values(changed), ...Object.values(where)])
    },
    async remove(table, key, row) {
      const where = keyOf(key, row)
      await run(`DELETE FROM ${table} WHERE ${columnsOf(where, ' AND ')}`, Object.values(where))
    },
    async insert(table, row) {
      const places = Object.keys(row).map(() => '?')
      await run(
        `INSERT INTO ${table} (${Object.keys(row).join(', ')}) VALUES (${places.join(', ')})`,
        Object.values(row),
      )
    },
  }
}

/** Makes changes of every kind, one at a time, and prints per table how many were found. */
export async function expectAllFound(store: WholeStore, sql: Sql, stream: string): Promise<void> {
  const world = await createTouchedWorld(store)
  const keys = toKeys(world.engine.ports.rootSecret)
  await exportStore(store, keys, { stream }, () => undefined)
  const verifiesAll = async () =>
    (await verifyStore(store, keys, { stream })).every(({ verdict }) => verdict.ok)
  expect(await verifiesAll()).toBe(true)
  const counts = new Map<string, { tried: number; found: number }>()
  const missed: string[] = []
  const changes = sampleOf(await everyChange(sql))
  for (const [index, { table, what, organization, apply, undo }] of changes.entries()) {
    if (index > 0 && index % 1000 === 0)
      console.log(`${index} of ${changes.length} tried, ${missed.length} missed`)
    const count = counts.get(table) ?? { tried: 0, found: 0 }
    counts.set(table, count)
    await apply()
    count.tried++
    // First the organization alone: others are looked at only if it shows nothing.
    const isFound = !(await verifyJournal(store, organization, keys)).ok
    if (isFound || (!(table in TRANSIENT) && !(await verifiesAll()))) count.found++
    else if (!(table in TRANSIENT)) missed.push(`${table} of ${organization}: ${what}`)
    await undo()
  }
  expect(await verifiesAll()).toBe(true)
  console.log(tableOf(counts))
  // A new table is in the list only if a call of the world writes to it.
  expect([...counts.keys()]).toEqual(expect.arrayContaining(JOURNALED_TABLES))
  expect(missed).toEqual([])
}

/**
 * Each kind of change of each logical table three times: all 28,000 changes would take hours. Prefers the smallest
 * organization, because each change verifies all of one.
 */
function sampleOf(changes: readonly RowChange[]): readonly RowChange[] {
  const sizes = new Map<string, number>()
  for (const { organization } of changes) sizes.set(organization, (sizes.get(organization) ?? 0) + 1)
  const smallestFirst = changes.toSorted((a, b) => sizes.get(a.organization)! - sizes.get(b.organization)!)
  const taken = new Map<string, number>()
  return smallestFirst.filter((change) => {
    const kind = `${change.table} ${change.what}`
    const before = taken.get(kind) ?? 0
    taken.set(kind, before + 1)
    return before < 3
  })
}

function tableOf(counts: ReadonlyMap<string, { readonly tried: number; readonly found: number }>): string {
  const lines = Array.from(counts, ([table, { tried, found }]) => {
    const reason = table in TRANSIENT ? `not promised: ${TRANSIENT[table]}` : ''
    return `${table.padEnd(24)} ${String(tried).padStart(6)} ${String(found).padStart(6)}  ${reason}`
  })
  return ['table                     tried  found', ...lines.sort()].join('\n')
}
