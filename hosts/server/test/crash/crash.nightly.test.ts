/**
 * kill -9 at random times under load. KEYWRIGHT_CRASH_ROUNDS sets the number of rounds per store (`npm run crash`: 200),
 * KEYWRIGHT_CRASH_SEED the random choices. The timing differs between runs on purpose; the checks must always pass.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WholeStore } from '@keywright/engine'
import { apiKeyStamper, type Client, createClient, type Stamper } from '@keywright/engine/test'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { folderOfTest } from '../../../../tools/scripts/lib/temporaryFolder.ts'
import { startDevServer } from '../../src/dev/startDevServer.ts'
import { backupDatabase, restoreDatabase } from '../../src/serve/backupFile.ts'
import { openPostgresStore } from '../../src/store/postgres.ts'
import { openSqliteStore } from '../../src/store/sqlite.ts'
import { query, startTestTeam } from '../support/teamServer.ts'
import { type CrashRun, createCrashRun, type Restored } from './crashRun.ts'
import { createDice } from './dice.ts'
import { type Killable, spawnServer } from './killable.ts'
import { type Receiver, startReceiver } from './receiver.ts'
import { expectSound } from './underLoad.ts'

const asked = process.env['KEYWRIGHT_CRASH_ROUNDS']
const roundsOr = (usual: number) => (asked === undefined ? usual : Number(asked))
const dice = createDice(process.env['KEYWRIGHT_CRASH_SEED'] ?? String(Date.now()))
const SQLITE_ROUNDS = roundsOr(6)
const POSTGRES_ROUNDS = roundsOr(4)
const PROCESSES = 3
/** Generous, for busy machines. */
const ROUND_MS = 60_000
const LOAD_MS = 700
/** One in this many rounds takes a backup under load and restores it after the kill. */
const RESTORED_ONE_IN = 12
const isRestored = (round: number) => round % RESTORED_ONE_IN === 2

let receiver: Receiver
beforeAll(async () => {
  receiver = await startReceiver()
})
afterAll(() => receiver.close())

it('loses and repeats nothing on SQLite', {
  timeout: (SQLITE_ROUNDS + 2) * ROUND_MS,
}, async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'keywright-crash-'))
  const first = await startDevServer({ stateDir, port: 0 })
  const { organizationId, apiKey } = first
  const stamper = apiKeyStamper({ curve: 'API_KEY_CURVE_P256', ...apiKey })
  const client = clientAt(first.url, organizationId, stamper)
  await client.run('ACTIVITY_TYPE_SET_ORGANIZATION_FEATURE', {
    name: 'FEATURE_NAME_WEBHOOK',
    value: receiver.webhookUrl,
  })
  const run = createCrashRun(organizationId, stamper, dice, await makeKey(client))
  await first.close()

  const tell = progress('SQLite', SQLITE_ROUNDS, run)
  for (let round = 1; round <= SQLITE_ROUNDS; round++) {
    const server = await spawnServer('dev', { stateDir, port: 0 })
    onTestFinished(server.kill)
    await run.repeatUnanswered([server.url])
    const stop = run.load(() => [server.url])
    await dice.moment(LOAD_MS)
    const backup = isRestored(round) ? run.beginBackup() : undefined
    if (backup) {
      await snapshot(server.url)
      backup.end()
      await dice.moment(LOAD_MS / 2)
    }
    expect(server.ending()).toBeUndefined()
    await server.kill()
    await stop()
    if (backup) {
      // In place, under a running server.
      const successor = await spawnServer('dev', { stateDir, port: 0 })
      onTestFinished(successor.kill)
      await run.repeatUnanswered([successor.url])
      await snapshot(successor.url, '/restore')
      const restored = openSqliteStore(join(stateDir, 'keywright.db'))
      expectRestored(await run.checkRestored(restored, backup, { activities: receiver.activities }))
      restored.close()
      await run.repeatUnanswered([successor.url])
      await dice.moment(LOAD_MS / 2)
      await successor.kill()
    }
    tell(round, backup ? 'killed, and put back to a backup' : 'killed')
  }
  const last = await startDevServer({ stateDir, port: 0 })
  await run.repeatUnanswered([last.url])
  expect(await run.repeatAnswered([last.url])).toEqual([])
  const store = openSqliteStore(join(stateDir, 'keywright.db'))
  await delivered(store)
  const { activities } = receiver
  await expectSurvived('SQLite', run, store, { rounds: SQLITE_ROUNDS, received: { activities } })
  await last.close()
  rmSync(stateDir, { recursive: true })
})

it(`loses and repeats nothing on PostgreSQL with ${PROCESSES} processes`, {
  timeout: (POSTGRES_ROUNDS + 4) * ROUND_MS,
}, async () => {
  const team = await startTestTeam()
  onTestFinished(team.close, 60_000)
  const folder = folderOfTest('crash')
  let { databaseUrl } = team
  const spawnOne = async () => {
    const options = { ...team.options, databaseUrl, mailUrl: receiver.mailUrl }
    const server = await spawnServer('serve', options)
    onTestFinished(server.kill)
    return server
  }
  const servers: Killable[] = await Promise.all(Array.from({ length: PROCESSES }, spawnOne))
  const urls = () => servers.map(({ url }) => url)
  const signWith = await makeKey(clientAt(urls()[0]!, team.organizationId, team.stamper))
  const run = createCrashRun(team.organizationId, team.stamper, dice, signWith)
  const tell = progress('PostgreSQL', POSTGRES_ROUNDS, run)
  for (let round = 1; round <= POSTGRES_ROUNDS; round++) {
    const stop = run.load(urls)
    await dice.moment(LOAD_MS)
    expect(servers.map((server) => server.ending())).toEqual([undefined, undefined, undefined])
    // One process while the others keep running, or all together.
    const backup = isRestored(round) ? run.beginBackup() : undefined
    const file = join(folder, `${round}.backup`)
    if (backup) {
      await backupDatabase({ databaseUrl, file })
      backup.end()
      await dice.moment(LOAD_MS / 2)
    }
    const victims = backup || dice.below(4) === 0 ? [0, 1, 2] : [dice.below(PROCESSES)]
    await Promise.all(victims.map((n) => servers[n]!.kill()))
    await dice.moment(LOAD_MS / 2)
    await stop()
    if (backup) {
      // Into a new database, as in the runbook: the servers of the old database are stopped.
      databaseUrl = await team.postgres.createDatabase()
      await restoreDatabase({ databaseUrl, file })
      const restored = await openPostgresStore(databaseUrl, { connections: 2 })
      expectRestored(await run.checkRestored(restored, backup, { mails: receiver.mails }))
      await restored.close()
    }
    const successors = await Promise.all(victims.map(spawnOne))
    victims.forEach((n, k) => {
      servers[n] = successors[k]!
    })
    await run.repeatUnanswered(urls()).catch((error: unknown) => {
      // Report why a server ended.
      expect(servers.map((server) => server.ending())).toEqual([undefined, undefined, undefined])
      throw error
    })
    const killed = `${victims.length} of ${PROCESSES} killed`
    tell(round, backup ? `${killed}, and restored from a backup` : killed)
  }
  expect(await run.repeatAnswered(urls())).toEqual([])
  const store = await openPostgresStore(databaseUrl, { connections: 2 })
  await delivered(store)
  // No overdue message is left behind.
  expect(await query(databaseUrl, "SELECT organization FROM rows WHERE name = 'outbox'")).toEqual([])
  await Promise.all(servers.map((server) => server.kill()))
  const suffered = { rounds: POSTGRES_ROUNDS, received: { mails: receiver.mails } }
  await expectSurvived(`PostgreSQL, ${PROCESSES} processes`, run, store, suffered)
})

const clientAt = (baseUrl: string, organizationId: string, stamper: Stamper): Client =>
  createClient({ handle: (request) => fetch(request), clock: Date.now, organizationId, stamper, baseUrl })

/** Resubmits the same bytes until they are answered, as clients do while the database is busy. */
async function makeKey(client: Client): Promise<string> {
  const posted = client.compose('ACTIVITY_TYPE_CREATE_PRIVATE_KEYS_V2', {
    privateKeys: [
      { privateKeyName: 'signs', curve: 'CURVE_SECP256K1', privateKeyTags: [], addressFormats: [] },
    ],
  })
  await expect.poll(async () => (await client.post(posted)).status, { timeout: ROUND_MS }).toBe(200)
  const { activity } = (await (await client.post(posted)).json()) as { activity: { result: Made } }
  return activity.result.createPrivateKeysResultV2.privateKeys[0]!.privateKeyId
}

interface Made {
  readonly createPrivateKeysResultV2: { readonly privateKeys: readonly { readonly privateKeyId: string }[] }
}

async function expectSurvived(...[fault, run, store, suffered]: Required<Parameters<typeof expectSound>>) {
  const found = await expectSound(`kill -9, ${fault}`, run, store, suffered)
  console.info(JSON.stringify({ ...found, rounds: suffered.rounds, seed: dice.seed }))
  expect(found.posted).toBeGreaterThan(suffered.rounds!)
}

const expectRestored = (restored: Restored) =>
  expect(restored).toEqual({ lost: [], doubled: [], broken: [], invented: [] })

async function snapshot(url: string, what = ''): Promise<void> {
  const { status } = await fetch(`${url}/dev/snapshots/crash${what}`, { method: 'POST' })
  expect(status).toBeLessThan(300)
}

/** Waits until the outbox is empty, including messages that killed servers left behind. */
async function delivered(store: WholeStore): Promise<void> {
  await expect.poll(() => store.withMessages(), { timeout: 120_000, interval: 200 }).toEqual([])
}

function progress(store: string, rounds: number, run: CrashRun) {
  const start = Date.now()
  return (round: number, what: string) => {
    if (asked === undefined) return
    const seconds = Math.round((Date.now() - start) / 1000)
    console.info(`${store} ${round}/${rounds} after ${seconds} s: ${what}, ${run.count()} acknowledged`)
  }
}
