/** A server or a database that the tests of a file share. */
import { afterAll, beforeAll, onTestFinished } from 'vitest'
import type { DevServerOptions } from '../../src/dev/startDevServer.ts'
import { type ServerOptions, startServer, type TeamServer } from '../../src/serve/startServer.ts'
import { startTestDev, type TestDev } from './devServer.ts'
import { type PostgresOptions, startPostgres, type TestPostgres } from './postgres.ts'
import { startTestTeam, TEST_SERVER, type TestTeam } from './teamServer.ts'

export let dev: TestDev
export let team: TestTeam
export let postgres: TestPostgres

/** Starts a development server before the tests of the file. */
export function withTestDev(options?: Partial<DevServerOptions>): void {
  beforeAll(async () => {
    dev = await startTestDev(options)
  })
  afterAll(() => dev?.close())
}

/** Initializes a team's database before the tests of the file. */
export function withTestTeam(options?: PostgresOptions): void {
  beforeAll(async () => {
    team = await startTestTeam(options)
  })
  afterAll(() => team?.close())
}

/** Starts PostgreSQL before the tests of the file. */
export function withPostgres(): void {
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres?.stop())
}

/** Starts a server that ends with the test. */
export async function startTestServer(
  databaseUrl: string,
  options: Partial<ServerOptions> = {},
): Promise<TeamServer> {
  const server = await startServer({ ...TEST_SERVER, databaseUrl, ...options })
  onTestFinished(() => server.close())
  return server
}
