/** The rows of an earlier release on PostgreSQL: as that release left them, and restored from its backup. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { collectContents } from '@keywright/engine'
import { apiKeyStamper, createTestEngine } from '@keywright/engine/test'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openTestStore, startPostgres, type TestPostgres } from '../../test/support/postgres.ts'
import { backupDatabase, restoreDatabase } from '../serve/backupFile.ts'
import { openSqliteStore } from './sqlite.ts'

const FIXTURE = new URL('../../test/fixtures/before-lookup-macs.db.gz', import.meta.url)
/** See `upgrade.slow.test.ts`. */
const SEED = 'every row'
const ORGANIZATION = '9e567ecd-7d0b-4e09-862e-737ad2bf6643'

let postgres: TestPostgres
let folder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keywright-upgrade-'))
  writeFileSync(join(folder, 'state.db'), gunzipSync(readFileSync(FIXTURE)))
  postgres = await startPostgres()
})
afterAll(async () => {
  await postgres.stop()
  rmSync(folder, { recursive: true })
})

/** A database with the rows as the earlier release wrote them. */
async function earlierDatabase(): Promise<string> {
  const url = await postgres.createDatabase()
  const [from, to] = [openSqliteStore(join(folder, 'state.db')), await openTestStore(url)]
  await to.replaceAll([await collectContents(from.readAll())])
  from.close()
  await to.close()
  return url
}

async function restored(): Promise<string> {
  const file = join(folder, 'earlier.backup')
  await backupDatabase({ databaseUrl: await earlierDatabase(), file })
  const databaseUrl = await postgres.createDatabase()
  await restoreDatabase({ databaseUrl, file })
  return databaseUrl
}

it.each([
  ['as it is', earlierDatabase],
  ['restored from a backup', restored],
])('is upgraded %s, by two processes together', async (_, database) => {
  const url = await database()
  const stores = [await openTestStore(url), await openTestStore(url)]
  try {
    const started = stores.map((store) => {
      const engine = createTestEngine(SEED, { store })
      const root = engine.client(ORGANIZATION, apiKeyStamper(engine.apiKey()))
      engine.clock.advance({ seconds: 86_400 })
      return { engine, root }
    })
    const [{ engine, root }] = started as [(typeof started)[0]]
    const flaws = async () => {
      const ids = await stores[0]!.organizations()
      return (await Promise.all(ids.map((id) => engine.verifyJournal(id)))).filter(({ ok }) => !ok)
    }
    expect(await flaws()).toEqual([])
    await Promise.all(started.flatMap((each) => [each.engine.upgrade(), each.root.query('list_activities')]))
    const { walletId } = await root.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName: 'since', accounts: [] })
    expect((await started[1]!.root.query('get_wallet', { walletId })).wallet.walletName).toBe('since')
    expect(await flaws()).toEqual([])
    // Rows of the earlier release have MACs from now on.
    const { rows } = await collectContents(stores[0]!.readAll())
    const [, table, id, text] = rows.find(([of, at]) => of === ORGANIZATION && at === 'activities')!
    const value = { ...JSON.parse(text), added: 1 }
    await stores[0]!.commit({ guards: [], writes: [{ organization: ORGANIZATION, table, id, value }] })
    const altered = root.query('get_activity', { activityId: id })
    await expect(altered).rejects.toMatchObject({ errorCode: 'ROW_ALTERED' })
  } finally {
    await Promise.all(stores.map((store) => store.close()))
  }
})
