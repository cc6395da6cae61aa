/** Causes a fault under load, and finds out what it cost. */
import { setTimeout } from 'node:timers/promises'
import { SERVER } from '@keywright/host'
import { acceptLosses, type Loss } from '../../../src/serve/lostWrites.ts'
import { openPostgresStore, type PostgresStore } from '../../../src/store/postgres.ts'
import { initializeTeam } from '../../support/teamServer.ts'
import { type CrashRun, createCrashRun } from '../crashRun.ts'
import { createDice } from '../dice.ts'
import { type Killable, spawnServer } from '../killable.ts'
import { type Cluster, until } from './cluster.ts'
import type { Fault } from './faults.ts'

const WARM_UP = 50
const AFTER = 50
/** Acknowledged activities of each row. */
const LEAST = 500

/** One fault on a new database with two servers under load. */
export async function suffer(cluster: Cluster, fault: Fault) {
  const databaseUrl = await cluster.createDatabase()
  const { organizationId, shares, stamper } = await initializeTeam(databaseUrl, {
    shares: { count: 2, threshold: 2 },
  })
  const options = { databaseUrl, host: '127.0.0.1', port: 0, connections: 6, unseal: { shares } }
  const spawnAll = () => Promise.all([1, 2].map(() => spawnServer('serve', options)))
  let servers = await spawnAll()
  const restart = async () => {
    await Promise.all(servers.map((server) => server.kill()))
    await until('servers that start', async () => {
      const started = await spawnAll().catch(() => undefined)
      servers = started ?? servers
      return started !== undefined
    })
  }
  const store = await openPostgresStore(databaseUrl, { connections: 2 })
  try {
    const run = createCrashRun(organizationId, stamper, createDice(fault.name))
    const urls = () => {
      const running = servers.filter(isRunning)
      return (running.length > 0 ? running : servers).map(({ url }) => url)
    }
    const stopLoad = run.load(urls)
    await until('the first answers', async () => run.count() > WARM_UP)
    const pause = watchPauses(run)
    const readiness = watchReadiness(urls)
    await fault.cause(cluster, { all: servers, restart })
    const accepted = await untilAnswering(run, store)
    const { longestMs, lastEndMs } = pause.stop()
    await until(`${LEAST} answers`, async () => run.count() >= LEAST)
    await stopLoad()
    const said = await readiness.stop()
    await fault.repair?.(cluster)
    // Losses that were found since.
    const losses = [...accepted, ...(await acceptReported(store))]
    await run.repeatUnanswered(urls())
    const { acknowledged, lost, doubled, broken } = await run.check(store, {})
    const reported = new Set(losses.flatMap(({ missingActivities }) => missingActivities)).size
    return {
      fault: fault.name,
      acknowledged,
      lost: lost.length,
      'lost without incident': Math.max(0, lost.length - reported),
      incidents: losses.length,
      doubled: doubled.length,
      broken: broken.length,
      'longest pause, s': seconds(longestMs),
      'recovered after, s': seconds(lastEndMs),
      '`/ready` said': said.join(', '),
    }
  } finally {
    await Promise.all(servers.map((server) => server.kill()))
    await store.close().catch(() => undefined)
  }
}

function isRunning({ pid }: Killable): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const seconds = (ms: number) => Math.round(ms / 100) / 10

async function untilAnswering(run: CrashRun, store: PostgresStore): Promise<Loss[]> {
  const losses: Loss[] = []
  const before = run.count()
  await until('answers after the fault', async () => {
    losses.push(...(await acceptReported(store).catch(() => [])))
    return run.count() > before + AFTER
  })
  return losses
}

async function acceptReported(store: PostgresStore): Promise<Loss[]> {
  if ((await store.count(SERVER, 'losses')) === 0) return []
  await setTimeout(4_000)
  return acceptLosses(store)
}

function watchReadiness(urls: () => readonly string[]) {
  const said = new Set<string>()
  let isOver = false
  const ask = async (url: string) => {
    try {
      const response = await fetch(`${url}/ready`, { signal: AbortSignal.timeout(5_000) })
      said.add(((await response.json()) as { status: string }).status)
    } catch {
      said.add('no response')
    }
  }
  const asking = (async () => {
    while (!isOver) {
      await Promise.all(urls().map(ask))
      await setTimeout(200)
    }
  })()
  return {
    async stop() {
      isOver = true
      await asking
      return [...said]
    },
  }
}

function watchPauses(run: CrashRun) {
  const start = performance.now()
  let count = run.count()
  let since = start
  let longestMs = 0
  let lastEndMs = 0
  const timer = setInterval(() => {
    const now = performance.now()
    if (run.count() === count) return
    count = run.count()
    if (now - since > Math.max(longestMs, 500)) lastEndMs = now - start
    longestMs = Math.max(longestMs, now - since)
    since = now
  }, 20)
  return {
    stop() {
      clearInterval(timer)
      return { longestMs, lastEndMs }
    },
  }
}
