/**
 * A format is for years: backups and databases of each released schema can be restored and migrated, verify, and serve.
 * A new schema needs a fixture of its own (`test/support/writeFixture.ts`), and the hash of its step below.
 */
import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { collectContents } from '@keywright/engine'
import { apiKeyStamper, createTestEngine } from '@keywright/engine/test'
import { describe, expect, it, onTestFinished } from 'vitest'
import { postgres, withPostgres } from '../../test/support/shared.ts'
import { toKeys, verifyStore } from '../journals.ts'
import { restoreDatabase } from '../serve/backupFile.ts'
import { openTeamStore } from '../serve/openTeamStore.ts'
import { MIGRATIONS, migrate } from './postgres/migrations.ts'
import { openPostgresStore, type PostgresStore } from './postgres.ts'

/** SHA-256 of each released step. A released step is never edited, because databases have run it. */
const RELEASED = ['1a87f10503fccfcb383da1cbd1e6708cfcbe593a776d4132ed237363422ddb86']

/** The seed of the root secret and of the root user's key in each fixture. */
const SEED = 'every row'
const ORGANIZATION = '9e567ecd-7d0b-4e09-862e-737ad2bf6643'

withPostgres()

it('leaves released steps as they are', () => {
  expect(MIGRATIONS.map((step) => createHash('sha256').update(step).digest('hex'))).toEqual(RELEASED)
})

/** Verifies, serves a year later, and verifies again. */
async function expectSound(store: PostgresStore): Promise<void> {
  const engine = createTestEngine(SEED, { store })
  const wrong = async () =>
    (await verifyStore(store, toKeys(engine.ports.rootSecret))).filter(({ verdict }) => !verdict.ok)
  expect(await wrong()).toEqual([])
  engine.clock.advance({ seconds: 365 * 86_400 })
  const root = engine.client(ORGANIZATION, apiKeyStamper(engine.apiKey()))
  await root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'a year later', accounts: [] })
  expect(await wrong()).toEqual([])
}

describe.each(RELEASED.map((_, index) => index + 1))('schema %d', (schema) => {
  const file = fileURLToPath(new URL(`../../test/fixtures/schema-${schema}.backup`, import.meta.url))

  async function restored() {
    const databaseUrl = await postgres.createDatabase()
    await restoreDatabase({ databaseUrl, file })
    const store = await openTeamStore(databaseUrl, { connections: 2 })
    onTestFinished(() => store.close())
    return store
  }

  it('restores a backup', async () => expectSound(await restored()))

  it('migrates a database', async () => {
    const contents = await collectContents((await restored()).readAll())
    const databaseUrl = await postgres.createDatabase()
    const migrations = MIGRATIONS.slice(0, schema)
    await migrate(databaseUrl, migrations)
    const older = await openPostgresStore(databaseUrl, { connections: 2, migrations })
    await older.replaceAll([contents])
    await older.close()
    const store = await openTeamStore(databaseUrl, { connections: 2, migrate: true })
    onTestFinished(() => store.close())
    await expectSound(store)
  })
})
