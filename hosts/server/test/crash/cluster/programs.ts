/** Programs of the cluster as processes of an unprivileged user, each with a configuration file in one folder. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Debian packages, each with the program that it brings. */
const PACKAGES = {
  'etcd-server': '/usr/bin/etcd',
  patroni: '/usr/bin/patroni',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
} as const

const VERSIONS = '/usr/lib/postgresql'

/** Debian packages to install before a cluster can start. */
export function missingPackages(): string[] {
  const missing = Object.entries(PACKAGES).filter(([, program]) => !existsSync(program))
  return [...missing.map(([name]) => name), ...(existsSync(VERSIONS) ? [] : ['postgresql'])]
}

/** Folder of the newest PostgreSQL's programs. */
export function postgresPrograms(): string {
  const newest = readdirSync(VERSIONS).sort((a, b) => Number(b) - Number(a))[0]!
  return join(VERSIONS, newest, 'bin')
}

export interface Workplace {
  readonly folder: string
  write(name: string, text: string): string
  makeFolder(name: string): string
  give(path: string, mode: number): string
  start(program: keyof typeof PACKAGES, args: readonly string[]): Program
  logs(): string
  remove(): void
}

export interface Program {
  readonly pid: number
  stop(signal?: NodeJS.Signals): Promise<void>
}

/** The user of the Debian package, because PostgreSQL doesn't run as root. */
const idOf = (flag: '-u' | '-g') => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))

export function openWorkplace(): Workplace {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-cluster-'))
  const user = process.getuid?.() === 0 ? { uid: idOf('-u'), gid: idOf('-g') } : undefined
  const give = (path: string, mode: number) => {
    chmodSync(path, mode)
    if (user) chownSync(path, user.uid, user.gid)
    return path
  }
  give(folder, 0o755)
  return {
    folder,
    give,
    write(name, text) {
      const path = join(folder, name)
      writeFileSync(path, text)
      return give(path, 0o600)
    },
    makeFolder(name) {
      const path = join(folder, name)
      mkdirSync(path)
      return give(path, 0o700)
    },
    start(program, args) {
      const log = openSync(join(folder, `${program}.log`), 'a')
      const child = spawn(PACKAGES[program], args, { cwd: folder, stdio: ['ignore', log, log], ...user })
      closeSync(log)
      return { pid: child.pid!, stop: (signal = 'SIGTERM') => stop(child, signal) }
    },
    logs: () =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.log'))
        .map(
          (name) => `${name}:\n${readFileSync(join(folder, name), 'utf8').split('\n').slice(-8).join('\n')}`,
        )
        .join('\n'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

function stop(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve()
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}
