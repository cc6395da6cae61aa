/** Reads of single rows, lists and versions. */
import type { Json, Range, Row, WholeStore } from '@keywright/engine'
import type Database from 'libsql'
import type { States } from './states.ts'
import { type Bytes, isText, storedValue, textOf } from './texts.ts'

type Reads = Pick<
  WholeStore,
  'get' | 'read' | 'count' | 'list' | 'scan' | 'version' | 'organizations' | 'withMessages' | 'withRows'
>

export function openReads(database: Database.Database, states: States): Reads {
  const get = database
    .prepare('SELECT CAST(value AS BLOB) FROM rows WHERE organization = ? AND name = ? AND id = ?')
    .raw()
  const up = database.prepare(listStatement('ASC')).raw()
  const down = database.prepare(listStatement('DESC')).raw()
  const scanFirst = database.prepare(scanStatement('')).raw()
  const scan = database.prepare(scanStatement('AND (name, id) > (?, ?)')).raw()
  const count = database.prepare('SELECT count(*) AS count FROM rows WHERE organization = ? AND name = ?')

  const valueAt = (organization: string, table: string, id: string): Json | undefined => {
    const row = get.get([organization, table, id]) as [Bytes] | undefined
    return row && storedValue(row[0])
  }

  return {
    get: async (organization, table, id) => valueAt(organization, table, id),
    // Not interrupted, because no other process uses the file.
    async read(organization, readings) {
      const answers = readings.map(({ table, id, follow }) => {
        const value = valueAt(organization, table, id)
        if (follow === undefined) return { value }
        const followed = typeof value === 'string' ? valueAt(organization, follow, value) : undefined
        return { value, followed }
      })
      states.lookOnceInTurn()
      return { ...states.momentOf(organization), answers }
    },
    async count(organization, table) {
      return (count.get(organization, table) as { count: number }).count
    },
    async list(organization, table, { after, before, reverse, limit }: Range = {}) {
      const found = (reverse ? down : up).all(
        organization,
        table,
        after === undefined ? 0 : 1,
        after ?? '',
        before === undefined ? 0 : 1,
        before ?? '',
        limit ?? -1,
      ) as unknown as [id: Bytes, value: Bytes][]
      return found.map(
        ([id, value]): Row => ({ id: textOf(id, [organization, table, id]), value: storedValue(value) }),
      )
    },
    async scan(organization, after, limit) {
      const found = (after === undefined ? scanFirst : scan).all(
        ...(after === undefined ? [organization, limit] : [organization, after.table, after.id, limit]),
      ) as unknown as [name: Bytes, id: Bytes, value: Bytes][]
      return found.map(([name, id, value]) => {
        const key = [organization, name, id]
        return { table: textOf(name, key), id: textOf(id, key), value: storedValue(value) }
      })
    },
    async version(organization) {
      states.lookOnceInTurn()
      return states.momentOf(organization).version
    },
    organizations: async () =>
      organizationsIn(database, 'SELECT organization FROM organizations WHERE version > 0'),
    withMessages: async () =>
      organizationsIn(database, "SELECT DISTINCT organization FROM rows WHERE name = 'outbox'"),
    withRows: async () => organizationsIn(database, 'SELECT DISTINCT organization FROM rows'),
  }
}

/** Without those whose ID is damaged, because no request names them. */
function organizationsIn(database: Database.Database, select: string): string[] {
  const found = database.prepare(`SELECT CAST(organization AS BLOB) FROM (${select})`).raw().all()
  return (found as unknown as [Bytes][]).flatMap(([id]) => (isText(id) ? id.toString() : [])).sort()
}

const scanStatement = (after: string) => `
  SELECT CAST(name AS BLOB), CAST(id AS BLOB), CAST(value AS BLOB) FROM rows
  WHERE organization = ? ${after} ORDER BY name, id LIMIT ?
`

const listStatement = (direction: 'ASC' | 'DESC') => `
  SELECT CAST(id AS BLOB), CAST(value AS BLOB) FROM rows
  WHERE organization = ? AND name = ? AND (? = 0 OR id > ?) AND (? = 0 OR id < ?)
  ORDER BY id ${direction} LIMIT ?
`
