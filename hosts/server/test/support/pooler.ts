/** PgBouncer in transaction mode in front of PostgreSQL (`apt-get install pgbouncer`). */
import { type ChildProcess, spawn } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './ports.ts'

const PROGRAMS = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer', '/usr/local/bin/pgbouncer']

/** Finds PgBouncer, or warns about skipped tests. */
export function findPooler(): string | undefined {
  const program = PROGRAMS.find((path) => existsSync(path))
  if (program === undefined)
    console.warn(
      'NOT TESTED: the store behind a connection pooler. PgBouncer is missing: apt-get install pgbouncer',
    )
  return program
}

export interface Pooler {
  through(databaseUrl: string): string
  restart(): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts a pooler that runs each transaction on any free session.
 * @param program from `findPooler`
 * @param databaseUrl any database of the PostgreSQL server
 */
export async function startPooler(program: string, databaseUrl: string): Promise<Pooler> {
  const { hostname, port: target, username, password } = new URL(databaseUrl)
  const folder = mkdtempSync(join(tmpdir(), 'keywright-pooler-'))
  const port = await freePort()
  const config = join(folder, 'pgbouncer.ini')
  writeFileSync(
    join(folder, 'users.txt'),
    `"${decodeURIComponent(username)}" "${decodeURIComponent(password)}"\n`,
  )
  writeFileSync(
    config,
    `[databases]
* = host=${hostname} port=${target || 5432}
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = plain
auth_file = ${join(folder, 'users.txt')}
pool_mode = transaction
default_pool_size = 3
max_client_conn = 200
server_login_retry = 1
ignore_startup_parameters = extra_float_digits
`,
  )
  // PgBouncer does not run as root.
  chmodSync(folder, 0o755)
  const unprivileged = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {}
  const start = async () => {
    const started = spawn(program, ['-q', config], { stdio: 'ignore', ...unprivileged })
    await untilListening(started, port)
    return started
  }
  let child = await start()
  return {
    through(url) {
      const own = new URL(url)
      own.hostname = '127.0.0.1'
      own.port = String(port)
      return own.href
    },
    async restart() {
      await end(child)
      child = await start()
    },
    async stop() {
      await end(child)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

const end = (child: ChildProcess) =>
  new Promise((resolve) => {
    child.once('exit', resolve)
    // SIGINT would wait for clients.
    child.kill('SIGTERM')
  })

/** The unprivileged user `nobody` on Linux. */
const NOBODY = 65_534

async function untilListening(child: ChildProcess, port: number): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}`)
    if (await answers(port)) return
    await new Promise((done) => setTimeout(done, 20))
  }
}

const answers = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
