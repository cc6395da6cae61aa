/**
 * Writes `test/fixtures/schema-N.backup`, once per released schema, when the schema is new:
 *   npx tsx hosts/server/test/support/writeFixture.ts [SQLITE_FILE]
 * Default contents: the world in which each call was made once. Schema 1 has those of a SQLite file of its time.
 */

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { plugNodeCrypto } from '../../src/crypto/plugNodeCrypto.ts'
import { backupDatabase } from '../../src/serve/backupFile.ts'
import { MIGRATIONS, migrate } from '../../src/store/postgres/migrations.ts'
import { openPostgresStore } from '../../src/store/postgres.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { createTouchedWorld } from './everyRow.ts'
import { startPostgres } from './postgres.ts'

const [, , source] = process.argv
const migrations = MIGRATIONS.slice(0, source === undefined ? undefined : 1)
plugNodeCrypto(() => undefined)
const postgres = await startPostgres()
const databaseUrl = await postgres.createDatabase()
await migrate(databaseUrl, migrations)
const store = await openPostgresStore(databaseUrl, { migrations })
if (source === undefined) await createTouchedWorld(store)
else {
  const file = join(mkdtempSync(join(tmpdir(), 'keywright-fixture-')), 'state.db')
  writeFileSync(file, gunzipSync(readFileSync(source)))
  const from = openSqliteStore(file)
  await store.replaceAll(from.readAll())
  from.close()
}
await store.close()
const file = fileURLToPath(new URL(`../fixtures/schema-${migrations.length}.backup`, import.meta.url))
console.log(file, await backupDatabase({ databaseUrl, file }))
await postgres.stop()
