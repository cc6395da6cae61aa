/**
 * `journal verify --stream` finds every single-row change of a database that each call has touched. A few here; every
 * kind of change of each table in `npm run nightly`.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'libsql'
import { it } from 'vitest'
import { expectAllFound, type Sql, sqlOn } from '../../test/support/everyRow.ts'
import { openSqliteStore } from './sqlite.ts'

/** Only ends what hangs. */
const HOURS = 4 * 3_600_000

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
