/** The server on a socket, compared with the raw cryptography and an empty Hono route in the same run. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { query, startPostgres } from '@keywright/server/test'
import { costOf, cpuOf, median } from '../measure.ts'
import { rawPair } from '../rawPair.ts'
import { atLeast, ms, percent, perSecond, printTable, type Row } from '../table.ts'
import { load, makeTargets, openDatabase, summaryOf, type Target } from './load.ts'
import { benchOutbox } from './outbox.ts'
import { type LoadKey, startDev, startEmptyRoute } from './processes.ts'

const AT_ONCE = 32
const ROUNDS = 5
const BURST = { seconds: 2 }
/** Servers run for weeks: V8 compiles the path of a signature to the end within about this many requests. */
const WARM_UP = { count: 10_000 }
const PAIRS = 1_000

export async function benchServer(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'keywright-bench-'))
  const postgres = await startPostgres({ waitsForDisk: true })
  try {
    printTable('server', [
      ...(await onSqlite(join(folder, 'sqlite'))),
      ...(await onPostgres(await postgres.createDatabase(), folder)),
      await benchOutbox(postgres.createDatabase),
    ])
  } finally {
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

async function onSqlite(folder: string): Promise<Row[]> {
  mkdirSync(folder)
  const { told, ...server } = await startDev(folder)
  const targets = await makeTargets(server.url, told.organizationId, told.apiKey)
  const rows = await benchSigning('dev on SQLite', 0.6, { servers: [server], targets, apiKey: told.apiKey })
  await server.stop()
  return rows
}

async function onPostgres(databaseUrl: string, folder: string): Promise<Row[]> {
  const { organizationId, apiKey, start } = await openDatabase(databaseUrl, folder)
  const first = await start()
  const targets = await makeTargets(first.url, organizationId, apiKey)
  // The database does this within a minute; until then, connections keep query plans for empty tables.
  await query(databaseUrl, 'ANALYZE')
  const bench = (servers: Served['servers'], cpuAim: number) =>
    benchSigning(`serve on PostgreSQL, processes: ${servers.length}`, cpuAim, {
      servers,
      targets,
      apiKey,
      databaseUrl,
    })
  const rows = await bench([first], 0.8)
  const second = await start()
  rows.push(...(await bench([first, second], 0.65)))
  await Promise.all([first.stop(), second.stop()])
  return rows
}

interface Served {
  readonly servers: readonly { readonly url: string; readonly pid: number }[]
  readonly targets: readonly Target[]
  readonly apiKey: LoadKey
  /** Set if the database has its own processes. */
  readonly databaseUrl?: string
}

type Burst = ReturnType<typeof summaryOf>

/** Stamped signatures over HTTP. Alternates, so that other load affects all measurements equally. */
async function measure({ servers, targets, apiKey, databaseUrl }: Served) {
  const [urls, pids] = [servers.map(({ url }) => url), servers.map(({ pid }) => pid)]
  const pair = await rawPair()
  const empty = await Promise.all(urls.map(() => startEmptyRoute()))
  const emptyUrls = empty.map(({ url }) => url)
  const send = async (to: readonly string[], limit: object = BURST, some = targets) =>
    summaryOf([await load({ urls: to, targets: some, apiKey, atOnce: AT_ONCE, ...limit })])
  await send(urls, WARM_UP)
  await send(emptyUrls, WARM_UP)
  await costOf(PAIRS, pair)
  /** `floor`: an empty route. `alone`: all in one organization. */
  const bursts = { ours: [] as Burst[], alone: [] as Burst[], floor: [] as Burst[] }
  /** Processor time per signature or pair, in milliseconds. */
  const costs = { cpu: [] as number[], database: [] as number[], pair: [] as number[] }
  for (let round = 0; round < ROUNDS; round++) {
    const [before, databaseBefore] = [cpuOf(pids), await databaseSeconds(databaseUrl)]
    const burst = await send(urls)
    bursts.ours.push(burst)
    costs.cpu.push(((cpuOf(pids) - before) * 1_000) / burst.answered)
    costs.database.push((((await databaseSeconds(databaseUrl)) - databaseBefore) * 1_000) / burst.answered)
    costs.pair.push((await costOf(PAIRS, pair)) / 1_000)
    bursts.floor.push(await send(emptyUrls))
    bursts.alone.push(await send(urls, BURST, targets.slice(0, 1)))
  }
  await Promise.all(empty.map((each) => each.stop()))
  return { ...bursts, ...costs }
}

/** @param cpuAim minimum share of the raw cryptography in the server's processor time */
async function benchSigning(name: string, cpuAim: number, served: Served): Promise<Row[]> {
  const { targets, databaseUrl } = served
  const { ours, alone, floor, cpu, database, pair } = await measure(served)
  const middle = (all: readonly Burst[], of: keyof Burst) => median(all.map((burst) => burst[of]))
  const row = (what: string, one: readonly Burst[], other: readonly Burst[], against: string): Row => {
    const [value, reference] = [middle(one, 'perSecond'), middle(other, 'perSecond')]
    return {
      what: `${name}: ${what}`,
      value: perSecond(value),
      reference: `${perSecond(reference)} ${against}`,
      ratio: percent(value / reference),
    }
  }
  const cpuRow = (what: string, values: readonly number[]): Row => ({
    what: `${name}: processor time of ${what} for each`,
    value: ms(median(values)),
    reference: `${ms(median(pair))} verify + sign`,
  })
  const share = median(pair) / median(cpu)
  const together = middle(alone, 'perSecond') / middle(ours, 'perSecond')
  return [
    row('signatures', ours, floor, 'an empty Hono route'),
    {
      ...row('all in one organization', alone, ours, `spread over ${targets.length}`),
      ...atLeast(together, 0.8, '80 %'),
    },
    { ...cpuRow('the server', cpu), ratio: percent(share), ...atLeast(share, cpuAim, percent(cpuAim)) },
    ...(databaseUrl ? [cpuRow('the database', database)] : []),
  ]
}

/** Processor time of the processes that serve a connection to the database. */
export async function databaseSeconds(url: string | undefined): Promise<number> {
  if (url === undefined) return 0
  const backends =
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()'
  return cpuOf(((await query(url, backends)) as { pid: number }[]).map(({ pid }) => pid))
}
