/** Reads and replaces the whole database, for snapshots of development servers and for tests. */
import { ROWS_PER_PART, type StoreContents, type WholeStore } from '@keywright/engine'
import type pg from 'pg'
import { abbreviate, spellOut } from './abbreviations.ts'
import { fetchEach, inTransaction, long } from './connections.ts'

const OF_ALL = 'of the whole database'

type ContentRow = StoreContents['rows'][number]

export const openContents = (pool: pg.Pool): Pick<WholeStore, 'withRows' | 'readAll' | 'replaceAll'> => ({
  async withRows() {
    const { rows } = await pool.query<{ organization: string }>(
      long('SELECT DISTINCT organization FROM rows ORDER BY organization'),
    )
    return rows.map((row) => row.organization)
  },
  async *readAll() {
    const client = await pool.connect()
    let isOver = false
    try {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY')
      const organizations = 'organization, version FROM organizations ORDER BY organization'
      for await (const found of fetchEach<[string, string]>(client, organizations, ROWS_PER_PART)) {
        yield { organizations: found.map(([id, version]) => [id, Number(version)] as const), rows: [] }
      }
      const rows = 'organization, name, id, value FROM rows ORDER BY organization, name, id'
      for await (const found of fetchEach<ContentRow>(client, rows, ROWS_PER_PART)) {
        yield {
          organizations: [],
          rows: found.map(([organization, name, id, value]) => [organization, name, id, spellOut(value)]),
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
      await client.query('BEGIN ISOLATION LEVEL SERIALIZABLE')
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
      rows.map(([, , , value]) => abbreviate(value)),
    ]),
  )
}
