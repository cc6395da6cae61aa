/** Reads and replaces the whole database, for snapshots of development servers and for tests. */
import { ROWS_PER_PART, type Snapshot, type StoreContents, type WholeStore } from '@keywright/engine'
import type pg from 'pg'
import { executeOn, fetchEach, inTransaction, long } from './connections.ts'
import { openReads } from './reads.ts'

const OF_ALL = 'of the whole database'

/** Of a statement over the whole database, and of a task between statements. */
const UNBOUND = 'SET LOCAL statement_timeout = 0; SET LOCAL idle_in_transaction_session_timeout = 0'

/** The first read sets the moment. */
const SNAPSHOT = `
  BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY; ${UNBOUND}; SELECT 1 FROM organizations LIMIT 1`

type ContentRow = StoreContents['rows'][number]

async function withRowsIn(client: Pick<pg.Pool, 'query'>): Promise<string[]> {
  const { rows } = await client.query<{ organization: string }>(
    long('SELECT DISTINCT organization FROM rows ORDER BY organization'),
  )
  return rows.map((row) => row.organization)
}

/** Sends a query when the one before is answered: `pg` deprecates queries under way at the same time. */
function inOrder(client: pg.PoolClient): Pick<pg.Pool, 'query'> {
  let last: Promise<unknown> = Promise.resolve()
  const query = (config: pg.QueryConfig, values?: unknown[]) => {
    const answer = last.then(() => client.query(config, values))
    last = answer.catch(() => undefined)
    return answer
  }
  return { query: query as pg.Pool['query'] }
}

async function readInSnapshot<T>(
  pool: pg.Pool,
  keepsSessions: boolean,
  task: (moment: Snapshot) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  let isOver = false
  try {
    await client.query(SNAPSHOT)
    const queue = inOrder(client)
    const reads = openReads(queue, executeOn(queue, keepsSessions))
    const result = await task({ ...reads, withRows: () => withRowsIn(queue) })
    await client.query('COMMIT')
    isOver = true
    return result
  } finally {
    // A connection whose transaction has not ended is closed.
    client.release(!isOver)
  }
}

export const openContents = (
  pool: pg.Pool,
  keepsSessions: boolean,
): Pick<WholeStore, 'withRows' | 'inSnapshot' | 'readAll' | 'replaceAll'> => ({
  withRows: () => readInSnapshot(pool, keepsSessions, (moment) => moment.withRows()),
  inSnapshot: (task) => readInSnapshot(pool, keepsSessions, task),
  async *readAll() {
    const client = await pool.connect()
    let isOver = false
    try {
      await client.query(SNAPSHOT)
      const organizations = 'organization, version FROM organizations ORDER BY organization'
      for await (const found of fetchEach<[string, string]>(client, organizations, ROWS_PER_PART)) {
        yield { organizations: found.map(([id, version]) => [id, Number(version)] as const), rows: [] }
      }
      const rows = 'organization, name, id, value FROM rows ORDER BY organization, name, id'
      for await (const found of fetchEach<ContentRow>(client, rows, ROWS_PER_PART)) {
        yield {
          organizations: [],
          rows: found.map(([organization, name, id, value]) => [organization, name, id, value]),
        }
      }
      await client.query('COMMIT')
      isOver = true
    } finally {
      // A connection whose transaction has not ended is closed.
      client.release(!isOver)
    }
  },
  replaceAll: (parts) =>
    inTransaction(pool, OF_ALL, async (client) => {
      await client.query(`BEGIN ISOLATION LEVEL SERIALIZABLE; ${UNBOUND}`)
      await client.query(long('DELETE FROM rows'))
      await client.query(long('DELETE FROM organizations'))
      for await (const part of parts) await insertPart(client, part)
      await client.query('COMMIT')
    }),
})

async function insertPart(client: pg.PoolClient, { organizations, rows }: StoreContents): Promise<void> {
  await client.query(
    long('INSERT INTO organizations (organization, version) SELECT * FROM unnest($1::text[], $2::bigint[])', [
      organizations.map(([id]) => id),
      organizations.map(([, version]) => version),
    ]),
  )
  await client.query(
    long('INSERT INTO rows SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])', [
      rows.map(([organization]) => organization),
      rows.map(([, name]) => name),
      rows.map(([, , id]) => id),
      rows.map(([, , , value]) => value),
    ]),
  )
}
