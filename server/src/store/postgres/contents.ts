/** Reads and replaces the whole database, for backups and tests. */
import type { StoreContents, WholeStore } from '@keywright/engine'
import type pg from 'pg'
import { inTransaction, long } from './connections.ts'

const BEGIN = 'BEGIN ISOLATION LEVEL SERIALIZABLE'
const OF_ALL = 'of the whole database'

export const openContents = (pool: pg.Pool): Pick<WholeStore, 'withRows' | 'readAll' | 'replaceAll'> => ({
  async withRows() {
    const { rows } = await pool.query<{ organization: string }>(
      long('SELECT DISTINCT organization FROM rows ORDER BY organization'),
    )
    return rows.map((row) => row.organization)
  },
  readAll: () =>
    inTransaction(pool, OF_ALL, async (client) => {
      // One snapshot for both reads.
      await client.query(BEGIN)
      const organizations = await client.query<{ organization: string; version: string }>(
        long('SELECT organization, version FROM organizations ORDER BY organization'),
      )
      const rows = await client.query<{ organization: string; name: string; id: string; value: string }>(
        long('SELECT organization, name, id, value FROM rows ORDER BY organization, name, id'),
      )
      await client.query('COMMIT')
      return {
        organizations: organizations.rows.map((row) => [row.organization, Number(row.version)] as const),
        rows: rows.rows.map((row) => [row.organization, row.name, row.id, row.value] as const),
      }
    }),
  replaceAll: (contents) =>
    inTransaction(pool, OF_ALL, async (client) => {
      await client.query(BEGIN)
      await replaceContents(client, contents)
      await client.query('COMMIT')
    }),
})

async function replaceContents(client: pg.PoolClient, { organizations, rows }: StoreContents): Promise<void> {
  await client.query(long('DELETE FROM rows'))
  await client.query(long('DELETE FROM organizations'))
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
