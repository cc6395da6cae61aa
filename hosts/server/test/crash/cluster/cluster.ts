/**
 * A PostgreSQL cluster on one machine: two nodes under Patroni with etcd, a synchronous standby, HAProxy in front, and
 * PgBouncer in transaction mode.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { findPooler, type Pooler, startPooler } from '../../support/pooler.ts'
import { freePorts } from '../../support/ports.ts'
import { canMount, mountSmallVolume, type SmallVolume } from '../smallVolume.ts'
import { openWorkplace, type Program, postgresPrograms, type Workplace } from './programs.ts'

export interface Cluster {
  createDatabase(): Promise<string>
  roles(): Promise<{ readonly primary: Node; readonly standby: Node }>
  configure(settings: object): Promise<void>
  untilHealthy(): Promise<void>
  restartProxy(): Promise<void>
  restartPooler(): Promise<void>
  /** Signals HAProxy: stopped, it keeps its connections open and neither reads nor answers. */
  signalProxy(signal: NodeJS.Signals): void
  stop(): Promise<void>
}

export interface Node {
  readonly name: string
  readonly api: string
  signal(signal: NodeJS.Signals): void
  signalReceiver(signal: NodeJS.Signals): void
  start(): void
  stop(): Promise<void>
  /** Its disk; undefined on machines that allow no mounting. */
  readonly volume: SmallVolume | undefined
}

const PASSWORD = 'development'
/** A new cluster takes about 60, a segment of the write-ahead log 16. */
const NODE_MEGABYTES = 700
const NAMES = ['a', 'b'] as const

/** @throws Error that ends with the last lines of the programs' logs */
export async function startCluster(): Promise<Cluster> {
  const place = openWorkplace()
  const closers: (() => Promise<unknown>)[] = []
  const stop = async () => {
    for (const close of closers.reverse()) await close()
    place.remove()
  }
  try {
    return { ...(await startIn(place, closers)), stop }
  } catch (error) {
    const logs = place.logs()
    await stop()
    throw new Error(`the cluster did not start\n${logs}`, { cause: error })
  }
}

async function startIn(
  place: Workplace,
  closers: (() => Promise<unknown>)[],
): Promise<Omit<Cluster, 'stop'>> {
  const [etcd, peers, proxyPort, ...ports] = (await freePorts(5)) as [number, number, number, number, number]
  const store = startEtcd(place, etcd, peers)
  closers.push(() => store.stop('SIGKILL'))
  const nodes = NAMES.map((name, n) => createNode(place, name, ports[n]!, etcd))
  closers.push(async () => {
    await Promise.all(nodes.map((node) => node.stop()))
    for (const { volume } of nodes) volume?.unmount()
  })
  // The first one initializes the database.
  nodes[0]!.start()
  await until('a primary', () => isUp(`${nodes[0]!.api}/primary`))
  nodes[1]!.start()
  const proxyFile = place.write('haproxy.cfg', proxyConfig(proxyPort, ports))
  let proxy = place.start('haproxy', ['-f', proxyFile])
  closers.push(() => proxy.stop('SIGKILL'))
  const url = `postgres://postgres:${PASSWORD}@127.0.0.1:${proxyPort}/postgres`
  const pooler: Pooler = await startPooler(findPooler()!, url)
  closers.push(pooler.stop)
  let databases = 0

  async function roles() {
    await until('a primary', async () => (await Promise.all(nodes.map(isPrimary))).includes(true))
    const found = await Promise.all(nodes.map(isPrimary))
    const n = found.indexOf(true)
    return { primary: nodes[n]!, standby: nodes[1 - n]! }
  }

  async function untilHealthy(): Promise<void> {
    await until('a synchronous standby', async () => {
      const { standby } = await roles()
      return (await isUp(`${standby.api}/sync`)) || isUp(`${standby.api}/async`)
    })
  }
  await untilHealthy()

  return {
    async createDatabase() {
      const name = `keywright_${++databases}`
      await until('a connection through the proxy', () => createDatabase(url, name))
      const own = new URL(pooler.through(url))
      own.pathname = `/${name}`
      return own.href
    },
    roles,
    async configure(settings) {
      const { primary } = await roles()
      const response = await fetch(`${primary.api}/config`, {
        method: 'PATCH',
        body: JSON.stringify(settings),
      })
      if (!response.ok) throw new Error(`Patroni rejected the configuration: ${await response.text()}`)
    },
    untilHealthy,
    async restartProxy() {
      await proxy.stop('SIGKILL')
      proxy = place.start('haproxy', ['-f', proxyFile])
    },
    restartPooler: () => pooler.restart(),
    signalProxy: (signal) => kill(proxy.pid, signal),
  }
}

function startEtcd(place: Workplace, port: number, peers: number): Program {
  const [client, peer] = [port, peers].map((each) => `http://127.0.0.1:${each}`)
  return place.start('etcd-server', [
    ...['--data-dir', place.makeFolder('etcd')],
    ...['--listen-client-urls', client!, '--advertise-client-urls', client!],
    ...['--listen-peer-urls', peer!, '--initial-advertise-peer-urls', peer!],
    ...['--initial-cluster', `default=${peer}`],
  ])
}

function createNode(place: Workplace, name: string, port: number, etcd: number): Node {
  const volume = canMount ? mountSmallVolume(NODE_MEGABYTES) : undefined
  const data = join(volume ? place.give(volume.folder, 0o700) : place.makeFolder(name), 'data')
  const file = place.write(`${name}.json`, JSON.stringify(patroniConfig(name, data, port, etcd)))
  let patroni: Program | undefined

  function processes(): number[] {
    try {
      const postmaster = Number(readFileSync(join(data, 'postmaster.pid'), 'utf8').split('\n')[0])
      return [postmaster, ...childrenOf(postmaster)]
    } catch {
      return []
    }
  }

  return {
    name,
    volume,
    api: `http://127.0.0.1:${port + 1}`,
    signal(signal) {
      for (const pid of [patroni!.pid, ...processes()]) kill(pid, signal)
    },
    signalReceiver(signal) {
      for (const pid of processes()) {
        if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('walreceiver')) kill(pid, signal)
      }
    },
    start() {
      patroni = place.start('patroni', [file])
    },
    async stop() {
      this.signal('SIGCONT')
      const all = processes()
      await patroni?.stop('SIGKILL')
      for (const pid of all) kill(pid, 'SIGKILL')
    },
  }
}

function childrenOf(pid: number): number[] {
  try {
    return execFileSync('pgrep', ['-P', String(pid)], { encoding: 'utf8' })
      .trim()
      .split('\n')
      .map(Number)
  } catch {
    return []
  }
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch {
    // The process has already ended.
  }
}

/** Patroni's usual times, with a synchronous standby. JSON is YAML. */
function patroniConfig(name: string, data: string, port: number, etcd: number) {
  const login = (username: string) => ({ username, password: PASSWORD })
  return {
    scope: 'keywright',
    name,
    restapi: { listen: `127.0.0.1:${port + 1}`, connect_address: `127.0.0.1:${port + 1}` },
    etcd3: { hosts: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: {
        ttl: 20,
        loop_wait: 5,
        retry_timeout: 5,
        maximum_lag_on_failover: 100_000_000,
        synchronous_mode: true,
        postgresql: { use_pg_rewind: true, parameters: { max_connections: 100, wal_log_hints: 'on' } },
      },
      initdb: [{ encoding: 'UTF8' }],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: data,
      pgpass: `${data}.pgpass`,
      bin_dir: postgresPrograms(),
      parameters: { unix_socket_directories: '' },
      pg_hba: ['host all all 127.0.0.1/32 md5', 'host replication all 127.0.0.1/32 md5'],
      authentication: {
        superuser: login('postgres'),
        replication: login('replicator'),
        rewind: login('rewinder'),
      },
    },
  }
}

const proxyConfig = (port: number, nodes: readonly number[]) => `global
  maxconn 500
defaults
  mode tcp
  timeout connect 2s
  timeout client 30m
  timeout server 30m
  timeout check 2s
listen primary
  bind 127.0.0.1:${port}
  option httpchk GET /primary
  http-check expect status 200
  default-server inter 1s fall 2 rise 1 on-marked-down shutdown-sessions
${nodes.map((at, n) => `  server ${NAMES[n]} 127.0.0.1:${at} check port ${at + 1}`).join('\n')}
`

const isPrimary = ({ api }: Node) => isUp(`${api}/primary`)

const isUp = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(2_000) }).then(
    ({ ok }) => ok,
    () => false,
  )

async function createDatabase(url: string, name: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
  client.on('error', () => undefined)
  try {
    await client.connect()
    await client.query(`CREATE DATABASE ${name}`)
    return true
  } catch (error) {
    return (error as { code?: string }).code === '42P04'
  } finally {
    await client.end().catch(() => undefined)
  }
}

const PATIENCE_MS = 180_000

export async function until(what: string, isTrue: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + PATIENCE_MS
  while (!(await isTrue())) {
    if (performance.now() > end) throw new Error(`waited ${PATIENCE_MS / 1000} s for ${what}`)
    await setTimeout(200)
  }
}
