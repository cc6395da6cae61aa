/** A volume that fills up under load: servers answer 503 with the reason, lose nothing acknowledged, and recover. */
import { execFileSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { chownSync, mkdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { apiKeyStamper, type Client, createClient } from '@keywright/engine/test'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startDevServer } from '../../src/dev/startDevServer.ts'
import { openPostgresStore } from '../../src/store/postgres.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { query, startTestTeam, type TestTeam } from '../support/teamServer.ts'
import { createCrashRun } from './crashRun.ts'
import { createDice } from './dice.ts'
import { spawnServer } from './killable.ts'
import { canMount, mountSmallVolume, type SmallVolume } from './smallVolume.ts'
import { expectSound, PATIENCE, spawnTwo, untilAnswered } from './underLoad.ts'

async function refusalOf(client: Client) {
  const intent = { walletName: randomUUID(), accounts: [] }
  const response = await client.post(client.compose('ACTIVITY_TYPE_CREATE_WALLET', intent))
  const body = (await response.json()) as { message?: string; details?: { errorCode?: string }[] }
  const reason = /\((.*)\)/.exec(body.message ?? '')?.[1]
  return { status: response.status, reason, errorCode: body.details?.[0]?.errorCode }
}

const refusal = (reason: string) => ({ status: 503, reason, errorCode: 'STORE_UNAVAILABLE' })

it.skipIf(!canMount)('of SQLite: refuses, and goes on by itself', { timeout: 300_000 }, async () => {
  const volume = mountSmallVolume(64)
  onTestFinished(volume.unmount)
  const stateDir = join(volume.folder, 'state')
  const first = await startDevServer({ stateDir, port: 0 })
  const { organizationId, apiKey } = first
  await first.close()
  const stamper = apiKeyStamper({ curve: 'API_KEY_CURVE_P256', ...apiKey })
  const server = await spawnServer('dev', { stateDir, port: 0 })
  onTestFinished(server.kill)
  const handle = (request: Request) => fetch(request)
  const client = createClient({ handle, clock: Date.now, organizationId, stamper, baseUrl: server.url })
  const run = createCrashRun(organizationId, stamper, createDice('full volume'))
  const stop = run.load(() => [server.url])
  await untilAnswered(run, 10)

  volume.fill()
  await expect.poll(() => refusalOf(client), PATIENCE).toEqual(refusal('it is full'))
  // Reads still work.
  expect((await client.query('whoami')).organizationId).toBe(organizationId)
  volume.free()
  await untilAnswered(run, 10)
  await stop()
  await run.repeatUnanswered([server.url])
  expect(await run.repeatAnswered([server.url])).toEqual([])
  expect(server.ending()).toBeUndefined()
  await server.kill()
  const store = openSqliteStore(join(stateDir, 'keywright.db'))
  await expectSound('disk full, SQLite', run, store)
})

/** A database on the given volume, under the load of two processes. */
async function startLoaded(prepare: (team: TestTeam, data: string) => Promise<void>) {
  const team = await startTestTeam()
  onTestFinished(team.close, 60_000)
  const [shown] = (await query(team.databaseUrl, 'SHOW data_directory')) as [{ data_directory: string }]
  await prepare(team, shown.data_directory)
  const servers = await spawnTwo(team.options)
  const urls = servers.map(({ url }) => url)
  const run = createCrashRun(team.organizationId, team.stamper, createDice('full volume'))
  const stop = run.load(() => urls)
  await untilAnswered(run, 10)
  return {
    client: team.clientAt(urls[0]!),
    readiness: async () => (await fetch(`${urls[0]}/ready`)).json(),
    async expectGoesOn(fault: string) {
      await untilAnswered(run, 10)
      await stop()
      await run.repeatUnanswered(urls)
      expect(await run.repeatAnswered(urls)).toEqual([])
      expect(servers.map((server) => server.ending())).toEqual([undefined, undefined])
      const store = await openPostgresStore(team.databaseUrl, { connections: 1 })
      await expectSound(fault, run, store)
    },
  }
}

function folderFor(volume: SmallVolume, name: string, data: string): string {
  const folder = join(volume.folder, name)
  mkdirSync(folder, { mode: 0o700 })
  const { uid, gid } = statSync(data)
  chownSync(folder, uid, gid)
  return folder
}

const given = process.env['DATABASE_URL']

describe.skipIf(!canMount || given !== undefined)('of PostgreSQL', { timeout: 300_000 }, () => {
  it('with its tables: rejects writes and recovers', async () => {
    const volume = mountSmallVolume(128)
    onTestFinished(volume.unmount)
    const { client, readiness, expectGoesOn } = await startLoaded(async ({ databaseUrl }, data) => {
      const server = new URL(databaseUrl)
      const name = server.pathname.slice(1)
      server.pathname = '/postgres'
      await query(server.href, `CREATE TABLESPACE small LOCATION '${folderFor(volume, 'tables', data)}'`)
      await query(server.href, `ALTER DATABASE ${name} SET TABLESPACE small`)
    })
    expect(await readiness()).toEqual({ status: 'ready' })
    volume.fill()
    await expect.poll(() => refusalOf(client), PATIENCE).toEqual(refusal('it is full'))
    await expect.poll(readiness, PATIENCE).toEqual({ status: 'database is full' })
    expect((await client.query('whoami')).username).toBe('root')
    volume.free()
    await expect.poll(readiness, PATIENCE).toEqual({ status: 'ready' })
    await expectGoesOn("disk full, PostgreSQL's tables, 2 processes")
  })

  it('with its log: the database goes down, and the servers recover after its restart', async () => {
    const volume = mountSmallVolume(256)
    onTestFinished(volume.unmount)
    let team: TestTeam | undefined
    const { client, expectGoesOn } = await startLoaded(async (started, data) => {
      team = started
      const { outage } = started.postgres
      await outage!.stop()
      const log = folderFor(volume, 'log', data)
      execFileSync('cp', ['-a', `${join(data, 'pg_wal')}/.`, log])
      rmSync(join(data, 'pg_wal'), { recursive: true })
      symlinkSync(log, join(data, 'pg_wal'))
      await outage!.end()
    })
    volume.fill()
    const refused = async () => {
      // Fills the preallocated rest of the log.
      await query(team!.databaseUrl, 'SELECT pg_switch_wal()').catch(() => undefined)
      return refusalOf(client)
    }
    await expect.poll(refused, PATIENCE).toMatchObject(refusal('it does not respond'))
    volume.free()
    // Restart, as a supervisor would.
    await team!.postgres.outage!.kill()
    await team!.postgres.outage!.end()
    await expectGoesOn("disk full, PostgreSQL's write-ahead log, 2 processes")
  })
})
