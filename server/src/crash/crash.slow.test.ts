/**
 * kill -9 at random moments under load. KEYWRIGHT_CRASH_ROUNDS sets how often: 200 for the long version. The moments
 * differ from run to run on purpose; what must hold, holds for all of them.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { apiKeyStamper } from '@keywright/engine/testing'
import { generateApiKeyPair, platformRandom } from '@keywright/keys'
import { expect, it } from 'vitest'
import { startDevServer } from '../dev/startDevServer.ts'
import { initializeServer } from '../serve/initialize.ts'
import { openPostgresStore } from '../store/postgres.ts'
import { openSqliteStore } from '../store/sqlite.ts'
import { startPostgres } from '../testing/postgres.ts'
import { createCrashRun, randomMoment, spawnServer } from './crashRun.ts'

const rounds = (usual: number) => Number(process.env['KEYWRIGHT_CRASH_ROUNDS'] ?? usual)
const ROUND_MS = 30_000
const LOAD_MS = 700

it('on SQLite loses nothing and does nothing twice', { timeout: rounds(10) * ROUND_MS }, async () => {
  const stateDir = mkdtempSync(join(tmpdir(), 'keywright-crash-'))
  const first = await startDevServer({ stateDir, port: 0 })
  const { organizationId, apiKey } = first
  await first.close()
  const run = createCrashRun(organizationId, apiKeyStamper({ curve: 'API_KEY_CURVE_P256', ...apiKey }))
  for (let round = 0; round < rounds(10); round++) {
    const server = await spawnServer('dev', { stateDir, port: 0 })
    await run.repeatUnanswered(server.url)
    const stop = run.load(() => [server.url])
    await randomMoment(LOAD_MS)
    await server.kill()
    await stop()
  }
  const last = await startDevServer({ stateDir, port: 0 })
  await run.repeatUnanswered(last.url)
  await last.close()
  const store = openSqliteStore(join(stateDir, 'keywright.db'))
  const found = await run.check(store)
  expect(found).toMatchObject({ lost: [], doubled: [], broken: [], acknowledged: found.posted })
  expect(found.posted).toBeGreaterThan(rounds(10))
  store.close()
  rmSync(stateDir, { recursive: true })
})

it('on PostgreSQL with two processes, too', { timeout: rounds(5) * ROUND_MS + 60_000 }, async () => {
  const postgres = await startPostgres()
  const databaseUrl = await postgres.createDatabase()
  const key = generateApiKeyPair(platformRandom)
  const { organizationId, shares } = await initializeServer({
    databaseUrl,
    shares: { count: 2, threshold: 2 },
    organization: {
      organizationName: 'Crash',
      rootUsers: [{ userName: 'root', apiKeys: [{ apiKeyName: 'k', publicKey: key.publicKey }] }],
    },
  })
  const spawnOne = () =>
    spawnServer('serve', { databaseUrl, host: '127.0.0.1', port: 0, connections: 4, unseal: { shares } })
  const run = createCrashRun(organizationId!, apiKeyStamper(key))
  const servers = await Promise.all([spawnOne(), spawnOne()])
  for (let round = 0; round < rounds(5); round++) {
    const stop = run.load(() => servers.map(({ url }) => url))
    await randomMoment(LOAD_MS)
    await servers[round % 2]!.kill()
    // The other goes on.
    await randomMoment(LOAD_MS / 2)
    await stop()
    servers[round % 2] = await spawnOne()
    await run.repeatUnanswered(servers[round % 2]!.url)
  }
  await Promise.all(servers.map((server) => server.kill()))
  const store = await openPostgresStore(databaseUrl, { connections: 2 })
  const found = await run.check(store)
  expect(found).toMatchObject({ lost: [], doubled: [], broken: [], acknowledged: found.posted })
  expect(found.posted).toBeGreaterThan(rounds(5))
  await store.close()
  await postgres.stop()
})
