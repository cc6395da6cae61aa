/** Reads of single rows, lists and versions. */
import { type Json, type Range, type Row, rowValue, type WholeStore } from '@keywright/engine'
import type Database from 'libsql'
import type { States } from './states.ts'

type Reads = Pick<
  WholeStore,
  'get' | 'read' | 'count' | 'list' | 'scan' | 'version' | 'organizations' | 'withMessages' | 'withRows'
>

export function openReads(database: Database.Database, states: States): Reads {
  const get = database.prepare('SELECT value FROM rows WHERE organization = ? AND name = ? AND id = ?')
  const up = database.prepare(listStatement('ASC'))
  const down = database.prepare(listStatement('DESC'))
  const scanFirst = database.prepare(scanStatement(''))
  const scan = database.prepare(scanStatement('AND (name, id) > (?, ?)'))
  const count = database.prepare('SELECT count(*) AS count FROM rows WHERE organization = ? AND name = ?')

  const valueAt = (organization: string, table: string, id: string): Json | undefined => {
    const row = get.get([organization, table, id]) as { value: string } | undefined
    return row && rowValue(row.value)
  }
  const organizationsOf = (statement: string): string[] =>
    (database.prepare(statement).all() as { organization: string }[]).map((row) => row.organization)

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
      ) as { id: string; value: string }[]
      return found.map(({ id, value }): Row => ({ id, value: rowValue(value) }))
    },
    async scan(organization, after, limit) {
      const found = (after === undefined ? scanFirst : scan).all(
        ...(after === undefined ? [organization, limit] : [organization, after.table, after.id, limit]),
      ) as { name: string; id: string; value: string }[]
      return found.map(({ name, id, value }) => ({ table: name, id, value: rowValue(value) }))
    },
    async version(organization) {
      states.lookOnceInTurn()
      return states.momentOf(organization).version
    },
    organizations: async () =>
      organizationsOf('SELECT organization FROM organizations WHERE version > 0 ORDER BY organization'),
    withMessages: async () => organizationsOf("SELECT DISTINCT organization FROM rows WHERE name = 'outbox'"),
    withRows: async () => organizationsOf('SELECT DISTINCT organization FROM rows ORDER BY organization'),
  }
}

const scanStatement = (after: string) =>
  `SELECT name, id, value FROM rows WHERE organization = ? ${after} ORDER BY name, id LIMIT ?`

const listStatement = (direction: 'ASC' | 'DESC') => `
  SELECT id, value FROM rows
  WHERE organization = ? AND name = ? AND (? = 0 OR id > ?) AND (? = 0 OR id < ?)
  ORDER BY id ${direction} LIMIT ?
`
