/** How many bytes a signature takes on disk, indexes and the journal included. */
import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Store } from '@keywright/engine'
import { addEthereumWallet, createTestEngine } from '@keywright/engine/test'
import { expect, it } from 'vitest'
import { openTestStore, startPostgres } from '../../test/support/postgres.ts'
import { query } from '../../test/support/teamServer.ts'
import { openSqliteStore } from './sqlite.ts'

const SIGNATURES = 1_000

/** Signs with a wallet account. @param measure bytes of the database so far */
async function bytesPerSignature(store: Store, measure: () => Promise<number> | number): Promise<number> {
  const engine = createTestEngine('stored bytes', { store })
  const { root } = await engine.organization()
  const { addresses } = await addEthereumWallet(root)
  const sign = (n: number) =>
    root.run('ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2', {
      signWith: addresses[0]!,
      payload: n.toString(16).padStart(64, '0'),
      encoding: 'PAYLOAD_ENCODING_HEXADECIMAL',
      hashFunction: 'HASH_FUNCTION_NO_OP',
    })
  const before = await measure()
  for (let n = 0; n < SIGNATURES; n += 20) {
    await Promise.all(Array.from({ length: 20 }, (_, k) => sign(n + k)))
    engine.clock.advance({ milliseconds: 10 })
  }
  return ((await measure()) - before) / SIGNATURES
}

it('on SQLite, at most 3.4 kB, the MAC of the finished activity included', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-bytes-'))
  const file = join(folder, 'state.db')
  const store = openSqliteStore(file)
  // The size of the file, once another connection has moved the log into it.
  const measure = () => {
    openSqliteStore(file).close()
    return statSync(file).size
  }
  const bytes = await bytesPerSignature(store, measure)
  console.log(`SQLite: ${Math.round(bytes)} bytes per signature`)
  expect(bytes).toBeLessThanOrEqual(3_400)
  store.close()
  rmSync(folder, { recursive: true })
})

it('on PostgreSQL, at most 3.6 kB', async () => {
  const postgres = await startPostgres()
  const url = await postgres.createDatabase()
  const store = await openTestStore(url, { connections: 4 })
  const measure = async () => {
    await query(url, 'VACUUM rows')
    const [row] = await query(url, "SELECT pg_total_relation_size('rows')::int AS bytes")
    return (row as { bytes: number }).bytes
  }
  const bytes = await bytesPerSignature(store, measure)
  console.log(`PostgreSQL: ${Math.round(bytes)} bytes per signature`)
  expect(bytes).toBeLessThanOrEqual(3_600)
  await store.close()
  await postgres.stop()
})
