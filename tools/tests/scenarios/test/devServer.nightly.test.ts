/** All stories over a socket, on both databases. */
import { startPostgres, type TestPostgres } from '@keywright/server/test'
import { afterAll, beforeAll, describe } from 'vitest'
import { type DevServerHost, startDevServerHost } from './devServerHost.ts'
import { testStories } from './testStories.ts'

/** Milliseconds for starting and stopping databases and servers on a busy machine. */
const PATIENCE = 120_000

let postgres: TestPostgres
beforeAll(async () => {
  postgres = await startPostgres()
}, PATIENCE)
afterAll(() => postgres.stop(), PATIENCE)

describe.each([
  ['SQLite', async () => startDevServerHost()],
  ['PostgreSQL', async () => startDevServerHost({ databaseUrl: await postgres.createDatabase() })],
] as const)('on %s', (_, start) => {
  let host: DevServerHost
  beforeAll(async () => {
    host = await start()
  }, PATIENCE)
  afterAll(() => host.close(), PATIENCE)

  testStories(() => host)
})
