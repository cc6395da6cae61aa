/** `journal verify --stream` finds every single-row change of a database that each call has touched. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { it } from 'vitest'
import { expectAllFound, type Sql, sqlOn } from '../../test/support/everyRow.ts'
import { postgres, withPostgres } from '../../test/support/shared.ts'
import { openTeamStore } from '../serve/openTeamStore.ts'
import { withClient } from './postgres/connections.ts'
import { openSqliteStore } from './sqlite.ts'

/** Only ends what hangs. */
const HOURS = 8 * 3_600_000

withPostgres()

const PRIMARY_KEYS = `
  SELECT c.relname AS name, array_agg(a.attname::text ORDER BY k.place) AS key
  FROM pg_class AS c
  JOIN pg_index AS i ON i.indrelid = c.oid AND i.indisprimary
  CROSS JOIN unnest(i.indkey::int[]) WITH ORDINALITY AS k (number, place)
  JOIN pg_attribute AS a ON a.attrelid = c.oid AND a.attnum = k.number
  WHERE c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
  GROUP BY c.relname`

it(
  'finds every change of a PostgreSQL database',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'keywright-every-row-'))
    const url = await postgres.createDatabase()
    const store = await openTeamStore(url, { connections: 2, migrate: true })
    try {
      await withClient(url, async (client) => {
        const sql = sqlOn(
          async (text, values) => {
            let n = 0
            return (
              await client.query(
                text.replace(/\?/g, () => `$${++n}`),
                [...values],
              )
            ).rows
          },
          async () => (await client.query<{ name: string; key: string[] }>(PRIMARY_KEYS)).rows,
        )
        await expectAllFound(store, sql, join(folder, 'heads.jsonl'))
      })
    } finally {
      await store.close()
      rmSync(folder, { recursive: true })
    }
  },
  HOURS,
)

it(
  'finds every change of a SQLite file',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'keywright-every-row-'))
    const store = openSqliteStore(join(folder, 'state.db'))
    const database = new Database(join(folder, 'state.db'))
    try {
      const sql: Sql = sqlOn(
        async (text, values) => database.prepare(text).all(...(values as never[])) as never,
        async () =>
          (
            database.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as {
              name: string
            }[]
          ).map(({ name }) => ({
            name,
            key: (
              database
                .prepare('SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk')
                .all(name) as {
                name: string
              }[]
            ).map((column) => column.name),
          })),
      )
      await expectAllFound(store, sql, join(folder, 'heads.jsonl'))
    } finally {
      database.close()
      store.close()
      rmSync(folder, { recursive: true })
    }
  },
  HOURS,
)
