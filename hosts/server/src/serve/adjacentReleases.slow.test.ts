/** Processes of two adjacent releases, whose schemas differ by one migration, serve one database during an upgrade. */
import { expect, it } from 'vitest'
import { team, withTestTeam } from '../../test/support/shared.ts'
import { verifyStore } from '../journals.ts'
import { MIGRATIONS, migrate, planMigrations } from '../store/postgres/migrations.ts'
import { openTeamStore } from './openTeamStore.ts'

/** The migrations of the next release. */
const migrations = [...MIGRATIONS, 'ALTER TABLE organizations ADD COLUMN note text']

withTestTeam()

it('share a database while the processes of one release replace those of the other', async () => {
  const { databaseUrl } = team
  const older = await team.start()
  await expect(team.start({ migrations })).rejects.toMatchObject({ code: 'DATABASE_NOT_MIGRATED' })

  const plan = await planMigrations(databaseUrl, migrations)
  expect(plan.filter(({ isDone }) => !isDone).map(({ number }) => number)).toEqual([MIGRATIONS.length])
  await migrate(databaseUrl, migrations)
  const newer = await team.start({ migrations })
  await expect(team.start()).rejects.toMatchObject({ code: 'DATABASE_TOO_NEW' })

  const clients = [older, newer].map(({ url }) => team.clientAt(url))
  const create = (walletName: string, n: number) =>
    clients[n]!.run('ACTIVITY_TYPE_CREATE_WALLET', { walletName, accounts: [] })
  for (let round = 0; round < 3; round++) {
    await Promise.all(clients.map((_, n) => create(`wallet ${round} of process ${n}`, n)))
  }
  const lists = await Promise.all(clients.map((client) => client.query('list_wallets')))
  expect(lists[0]!.wallets).toHaveLength(6)
  expect(lists[1]).toEqual(lists[0])

  await older.close()
  await create('wallet after the upgrade', 1)
  await newer.close()
  const store = await openTeamStore(databaseUrl, { migrations })
  expect(await verifyStore(store, undefined)).toMatchObject([{ verdict: { ok: true } }])
  await store.close()
})
