/** The lower bound of a durable write: inserting and committing one row, with the settings of the server's store. */
import { join } from 'node:path'
import Database from 'libsql'
import pg from 'pg'

const VALUE = JSON.stringify({ name: 'x'.repeat(200) })

export interface Inserts {
  /** Commits this many rows in separate transactions, with as much concurrency as the server has connections. */
  perSecond(count: number): Promise<number>
  close(): Promise<unknown>
}

/** A separate file in the server's folder: the same disk, one writer. */
export function openSqliteInserts(folder: string): Inserts {
  const database = new Database(join(folder, 'bare.db'))
  // Same settings as in server/src/store/sqlite.ts.
  database.pragma('journal_mode = WAL')
  database.pragma('synchronous = FULL')
  database.exec('CREATE TABLE bare (id INTEGER PRIMARY KEY, value TEXT NOT NULL)')
  const insert = database.prepare('INSERT INTO bare (value) VALUES (?)')
  return {
    perSecond: (count) =>
      timed(count, async () => {
        for (let n = 0; n < count; n++) insert.run(VALUE)
      }),
    close: async () => database.close(),
  }
}

/** A separate table in the server's database. */
export async function openPostgresInserts(url: string, connections: number): Promise<Inserts> {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  await pool.query('CREATE TABLE bare (id bigserial PRIMARY KEY, value text NOT NULL)')
  const insert = { name: 'bare', text: 'INSERT INTO bare (value) VALUES ($1)', values: [VALUE] }
  return {
    perSecond: (count) =>
      timed(count, async () => {
        let left = count
        const worker = async () => {
          while (left-- > 0) await pool.query(insert)
        }
        await Promise.all(Array.from({ length: connections }, worker))
      }),
    close: () => pool.end(),
  }
}

async function timed(count: number, work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return count / ((performance.now() - started) / 1_000)
}
