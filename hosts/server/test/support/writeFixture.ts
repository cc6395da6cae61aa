/**
 * Writes `test/fixtures/schema-N.backup`, once per released schema, when the schema is new:
 *   npx tsx hosts/server/test/support/writeFixture.ts
 * It holds the world in which each call was made once.
 */

import { fileURLToPath } from 'node:url'
import { plugNodeCrypto } from '../../src/crypto/plugNodeCrypto.ts'
import { backupDatabase } from '../../src/serve/backupFile.ts'
import { MIGRATIONS, migrate } from '../../src/store/postgres/migrations.ts'
import { openPostgresStore } from '../../src/store/postgres.ts'
import { createTouchedWorld } from './everyRow.ts'
import { startPostgres } from './postgres.ts'

plugNodeCrypto(() => undefined)
const postgres = await startPostgres()
const databaseUrl = await postgres.createDatabase()
await migrate(databaseUrl)
const store = await openPostgresStore(databaseUrl)
await createTouchedWorld(store)
await store.close()
const file = fileURLToPath(new URL(`../fixtures/schema-${MIGRATIONS.length}.backup`, import.meta.url))
console.log(file, await backupDatabase({ databaseUrl, file }))
await postgres.stop()
