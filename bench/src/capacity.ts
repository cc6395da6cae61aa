/**
 * `npm run bench capacity`: what more processes would bring. A queueing model, fed by service times that are measured on
 * this machine, predicts the rate of one and two processes, which are measured as well, and of up to 64 on machines of their
 * own. `README.md` describes the model.
 */
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { query, startPostgres } from '@keywright/server/testing'
import { median } from './measure.ts'
import { type Burst, startLoad, type Target } from './server/load.ts'
import { openDatabase } from './server/openDatabase.ts'
import { cpuSeconds } from './server/processCost.ts'
import { AT_ONCE, databaseSeconds, perSecondText, secondsSince } from './server/signing.ts'
import { makeTargets } from './server/targets.ts'
import { atMost, percent, printTable, type Row } from './table.ts'

/** Milliseconds per signature, and in addition per batch of signatures that share a read and a commit. */
interface Cost {
  readonly each: number
  readonly batch: number
}

interface Measured {
  readonly process: Cost
  readonly database: Cost
  /** The process that sends the load, per signature. */
  readonly load: number
  /** One sync of the write-ahead log, which commits share. */
  readonly sync: number
  /** The rest of the latency of a signature alone: sockets and wake-ups. */
  readonly wait: number
  /** The first signature of an organization in a process costs more: nothing of it is cached. */
  readonly cold: number
}

interface Setup {
  readonly processes: number
  readonly clients: number
  /** Processor cores; `all` is one machine for everything. */
  readonly cores: { readonly all: number } | { readonly database: number }
  /** Share of the requests whose organization isn't cached. */
  readonly cold: number
}

interface Predicted {
  readonly perSecond: number
  /** Share of the time in which a process computes, PostgreSQL's processors compute, and the disk syncs. */
  readonly busy: { readonly process: number; readonly database: number; readonly disk: number }
}

const SIMULATED_MS = 1_000
/** Database connections of a process, each for one batch at a time. */
const CONNECTIONS = 10

/** Simulates clients that send their next request when the previous one is answered. */
export function simulate(costs: Measured, { processes, clients, cores, cold }: Setup): Predicted {
  let now = 0
  let answered = 0
  const busy = { process: 0, database: 0, disk: 0 }
  /** Tasks that compute, by machine: its cores are shared equally among more tasks than cores. */
  const machines = new Map<
    string,
    { cores: number; tasks: { left: number; kind: keyof typeof busy | 'load'; done(): void }[] }
  >()
  const delays: { at: number; done(): void }[] = []
  const compute = (kind: 'process' | 'database' | 'load', n: number, ms: number, done: () => void) => {
    const [name, count] =
      'all' in cores ? ['all', cores.all] : kind === 'database' ? [kind, cores.database] : [`${kind} ${n}`, 1]
    const machine = machines.get(name) ?? { cores: count, tasks: [] }
    machines.set(name, machine)
    machine.tasks.push({ left: ms, kind, done })
  }
  const wait = (ms: number, done: () => void) => void delays.push({ at: now + ms, done })

  /** One task at a time, in order. */
  const createThread = (run: (ms: number, done: () => void) => void) => {
    const queue: { ms: () => number; done(): void }[] = []
    let isBusy = false
    const next = () => {
      const task = queue.shift()
      isBusy = task !== undefined
      if (task) {
        run(task.ms(), () => {
          task.done()
          next()
        })
      }
    }
    return (ms: () => number, done: () => void) => {
      queue.push({ ms, done })
      if (!isBusy) next()
    }
  }
  const costOf = ({ each, batch }: Cost, count: number) => (each * count + batch) / 2

  let syncing: (() => void)[] | undefined
  let waiting: (() => void)[] = []
  const sync = (done: () => void) => {
    waiting.push(done)
    if (syncing) return
    syncing = waiting
    waiting = []
    busy.disk += costs.sync
    wait(costs.sync, () => {
      const ended = syncing!
      syncing = undefined
      for (const end of ended) end()
      const next = waiting.pop()
      if (next) sync(next)
    })
  }

  const load = createThread((ms, done) => compute('load', 0, ms, done))
  const servers = Array.from({ length: processes }, (_, n) => {
    const thread = createThread((ms, done) => compute('process', n, ms, done))
    let inbox = 0
    let connections = CONNECTIONS
    let isTaking = false
    /** What has arrived when the thread gets to it is one batch: read, sign, commit. */
    function take(): void {
      if (inbox === 0 || connections === 0 || isTaking) return
      isTaking = true
      connections--
      let count = 0
      const begin = () => {
        count = inbox
        inbox = 0
        isTaking = false
        return costOf(costs.process, count) + costs.cold * cold * count
      }
      const read = () => compute('database', 0, costOf(costs.database, count), sign)
      const sign = () => thread(() => costOf(costs.process, count), commit)
      const commit = () => compute('database', 0, costOf(costs.database, count), () => sync(answer))
      const answer = () => {
        answered += count
        connections++
        for (let k = 0; k < count; k++) wait(costs.wait, send)
        take()
      }
      thread(begin, read)
    }
    return () => {
      inbox++
      take()
    }
  })
  let sent = 0
  // With machines of their own, the load is not a part of the system.
  const send = () => {
    const server = servers[sent++ % processes]!
    if ('all' in cores) load(() => costs.load, server)
    else server()
  }
  for (let n = 0; n < clients; n++) send()

  while (now < SIMULATED_MS) {
    let step = Math.min(...delays.map(({ at }) => at - now))
    for (const { cores: count, tasks } of machines.values()) {
      const speed = Math.min(1, count / tasks.length)
      for (const { left } of tasks) step = Math.min(step, left / speed)
    }
    now += step
    const ended: (() => void)[] = []
    for (const machine of machines.values()) {
      const speed = Math.min(1, machine.cores / machine.tasks.length)
      for (const task of machine.tasks) {
        task.left -= step * speed
        if (task.kind !== 'load') busy[task.kind] += step * speed
      }
      ended.push(...machine.tasks.filter(({ left }) => left <= 1e-9).map(({ done }) => done))
      machine.tasks = machine.tasks.filter(({ left }) => left > 1e-9)
    }
    for (let n = delays.length - 1; n >= 0; n--)
      if (delays[n]!.at <= now + 1e-9) ended.push(...delays.splice(n, 1).map(({ done }) => done))
    for (const end of ended) end()
  }
  const databaseCores = 'all' in cores ? cores.all : cores.database
  return {
    perSecond: answered / (now / 1_000),
    busy: {
      process: busy.process / now / processes,
      database: busy.database / now / databaseCores,
      disk: busy.disk / now,
    },
  }
}

const ROUNDS = 5
/** Of the database's machine in the predictions. */
const DATABASE_CORES = 16
const ORGANIZATIONS = 1_000_000

export async function benchCapacity(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-bench-'))
  const postgres = await startPostgres({ waitsForDisk: true })
  const load = startLoad()
  try {
    const databaseUrl = await postgres.createDatabase()
    const { organizationId, apiKey, start } = await openDatabase(databaseUrl, folder, 'Bench')
    const first = await start(1)
    const targets = await makeTargets({ url: first.url, organizationId, apiKey })
    await query(databaseUrl, 'ANALYZE')
    const burst = async (
      urls: readonly string[],
      atOnce: number,
      count: number,
      of: readonly Target[] = targets,
    ): Promise<Burst> => {
      await load.ask({ ask: 'prepare', count, targets: of, apiKey })
      return (await load.ask({ ask: 'send', urls, atOnce }))!
    }
    /** Milliseconds per signature. */
    const costOf = async (atOnce: number, count: number) => {
      await load.ask({ ask: 'prepare', count, targets, apiKey })
      const transactions = await transactionsOf(databaseUrl)
      const before = await Promise.all([cpuSeconds(first.pid), cpuSeconds(load.pid)])
      const database = await databaseSeconds(databaseUrl)
      const { p50, perSecond } = (await load.ask({ ask: 'send', urls: [first.url], atOnce }))!
      const after = await Promise.all([cpuSeconds(first.pid), cpuSeconds(load.pid)])
      const each = (seconds: number) => (seconds * 1_000) / count
      return {
        process: each(after[0] - before[0]),
        load: each(after[1] - before[1]),
        database: each(await secondsSince(database, databaseUrl)),
        batch: (2 * count) / ((await transactionsOf(databaseUrl)) - transactions),
        p50,
        perSecond,
      }
    }
    await burst([first.url], AT_ONCE, 3_000)
    const rounds = await inTurn(
      ROUNDS,
      async () => [await costOf(1, 300), await costOf(AT_ONCE, 1_500)] as const,
    )
    const of = (n: 0 | 1, name: keyof Awaited<ReturnType<typeof costOf>>) =>
      median(rounds.map((round) => round[n][name]))
    const fit = (name: 'process' | 'database'): Cost => {
      // Alone, a signature is a batch of its own.
      const batch = Math.max(0, (of(0, name) - of(1, name)) / (1 - 1 / Math.max(2, of(1, 'batch'))))
      return { batch, each: Math.max(0, of(0, name) - batch) }
    }
    const second = await start(2)
    const both = [first.url, second.url]
    await burst(both, AT_ONCE, 3_000)
    const two = median(await inTurn(ROUNDS, async () => (await burst(both, AT_ONCE, 1_500)).perSecond))
    // Warm code, but other organizations: each process has served every second one.
    const third = await start(3)
    await burst([third.url], AT_ONCE, 2_000, targets.slice(0, 20))
    const others = targets.slice(20)
    const [cold, warm] = [
      await burst([third.url], 1, others.length, others),
      await burst([third.url], 1, others.length, others),
    ]
    await Promise.all([first, second, third].map((one) => one.stop()))

    const sync = syncMs(folder)
    const costs: Measured = {
      process: fit('process'),
      database: fit('database'),
      load: of(1, 'load'),
      sync,
      wait: Math.max(0, of(0, 'p50') - of(0, 'process') - of(0, 'database') - of(0, 'load') - sync),
      cold: Math.max(0, cold.p50 - warm.p50),
    }
    const here = { clients: AT_ONCE, cores: { all: availableParallelism() }, cold: 0 }
    const compare = (processes: number, measured: number): Row => {
      const { perSecond } = simulate(costs, { ...here, processes })
      const off = Math.abs(perSecond / measured - 1)
      return {
        what: `predicted rate, ${processes} on this machine`,
        value: perSecondText(perSecond),
        reference: `${perSecondText(measured)} measured`,
        ratio: percent(perSecond / measured),
        ...atMost(off, 0.15, '15 % off'),
      }
    }
    const ms = ({ each, batch }: Cost) => `${each.toFixed(2)} ms, and ${batch.toFixed(2)} ms per batch`
    printTable('capacity', [
      { what: 'a process, per signature', value: ms(costs.process) },
      { what: 'PostgreSQL, per signature', value: ms(costs.database) },
      { what: 'sync of the disk', value: `${costs.sync.toFixed(2)} ms` },
      { what: 'an organization that is not cached', value: `${costs.cold.toFixed(2)} ms` },
      compare(1, of(1, 'perSecond')),
      compare(2, two),
      ...[1, 2, 4, 8, 16, 32, 64].map((processes) => {
        const setup = { processes, clients: AT_ONCE * processes, cores: { database: DATABASE_CORES } }
        const [cached, million] = [0, 1 - CACHED / ORGANIZATIONS].map((share) =>
          simulate(costs, { ...setup, cold: share }),
        )
        const { process, database, disk } = cached!.busy
        return {
          what: `${processes} on cores of their own, PostgreSQL on ${DATABASE_CORES}`,
          value: perSecondText(cached!.perSecond),
          reference: `${perSecondText(million!.perSecond)} with 10⁶ organizations`,
          ratio: `busy: ${percent(process)} processes, ${percent(database)} database, ${percent(disk)} disk`,
        }
      }),
    ])
  } finally {
    load.stop()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Organizations in the caches of a process (`engine/src/store/knownFacts.ts`). */
const CACHED = 256

async function inTurn<T>(times: number, task: () => Promise<T>): Promise<T[]> {
  const found: T[] = []
  for (let n = 0; n < times; n++) found.push(await task())
  return found
}

/** Transactions of the database so far. Its processes report them when they have been idle for a second. */
async function transactionsOf(databaseUrl: string): Promise<number> {
  await setTimeout(1_500)
  const [row] = await query(
    databaseUrl,
    'SELECT xact_commit::int AS count FROM pg_stat_database WHERE datname = current_database()',
  )
  return (row as { count: number }).count
}

function syncMs(folder: string): number {
  const file = openSync(join(folder, 'sync'), 'w')
  const page = new Uint8Array(8_192)
  const found = Array.from({ length: 200 }, () => {
    const started = performance.now()
    writeSync(file, page)
    fdatasyncSync(file)
    return performance.now() - started
  })
  closeSync(file)
  return median(found)
}
