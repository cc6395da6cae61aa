/** Stamped signatures over HTTP, compared with the raw cryptography and an empty route. */
import pg from 'pg'
import { median } from '../measure.ts'
import { atLeast, atMost, percent, type Row, times } from '../table.ts'
import { type Listening, startEmptyRoute } from './child.ts'
import { type Burst, type Load, type LoadKey, type RawBurst, startRaw, type Target } from './load.ts'
import { cpuSeconds } from './processCost.ts'

export const AT_ONCE = 32
const ROUNDS = 5
const BURST_SECONDS = 1
/** Servers run for weeks: V8 compiles the path of a signature to the end within about this many requests. */
const WARM_UP_REQUESTS = 10_000
/**
 * PostgreSQL's cost of a signature before group commits, in pairs of the raw cryptography: 2.28 ms compared with 0.63
 * ms in one run of this load at commit 518729ee, on two cores.
 */
const DATABASE_BEFORE = 3.6

export interface Served {
  /** Such as `keywright dev on SQLite`. */
  readonly name: string
  /** One per process. */
  readonly urls: readonly string[]
  readonly pids: readonly number[]
  /** Minimum share of the raw cryptography in the server's processor time. */
  readonly cpuAim: number
  readonly targets: readonly Target[]
  readonly apiKey: LoadKey
  /** Set if the database has its own processes. */
  readonly databaseUrl?: string
}

/** Alternates, so that other load affects all measurements equally. */
export async function benchSigning(served: Served, load: Load): Promise<Row[]> {
  const processes = served.urls.length
  const raw = startRaw(processes)
  const empty = await Promise.all(served.urls.map(() => startEmptyRoute()))
  const emptyUrls = empty.map(({ url }) => url)
  const send = async (urls: readonly string[], count: number) =>
    (await load.ask({ ask: 'send', urls, atOnce: AT_ONCE, count }))!
  const prepare = (count: number, targets: readonly Target[]) =>
    load.ask({ ask: 'prepare', count, targets, apiKey: served.apiKey })

  await prepare(WARM_UP_REQUESTS, served.targets)
  const inBurst = (perSecond: number) => Math.ceil(perSecond * BURST_SECONDS)
  const count = inBurst((await send(served.urls, WARM_UP_REQUESTS)).perSecond)
  const emptyCount = inBurst((await send(emptyUrls, WARM_UP_REQUESTS)).perSecond)
  const rawCount = inBurst((await raw.run({ pairs: WARM_UP_REQUESTS, atOnce: AT_ONCE })).perSecond)

  const ours: Burst[] = []
  const alone: Burst[] = []
  const floor: Burst[] = []
  const pairs: RawBurst[] = []
  const cpuMs: number[] = []
  const databaseMs: number[] = []
  const { databaseUrl } = served
  for (let round = 0; round < ROUNDS; round++) {
    await prepare(count, served.targets)
    const before = await cpuOf(served.pids)
    const databaseBefore = databaseUrl && (await databaseSeconds(databaseUrl))
    ours.push(await send(served.urls, count))
    cpuMs.push((((await cpuOf(served.pids)) - before) / count) * 1_000)
    if (databaseBefore) databaseMs.push((await secondsSince(databaseBefore, databaseUrl!)) * (1_000 / count))
    pairs.push(await raw.run({ pairs: rawCount, atOnce: AT_ONCE }))
    floor.push(await send(emptyUrls, emptyCount))
    await prepare(count, served.targets.slice(0, 1))
    alone.push(await send(served.urls, count))
  }
  raw.stop()
  await Promise.all(empty.map((each: Listening) => each.stop()))

  const rate = (bursts: readonly { perSecond: number }[]) => median(bursts.map((burst) => burst.perSecond))
  const row = (
    what: string,
    value: number,
    reference: number,
    referenceText: string,
    least?: number,
  ): Row => ({
    what,
    value: perSecondText(value),
    reference: `${perSecondText(reference)} ${referenceText}`,
    ratio: percent(value / reference),
    ...(least !== undefined && atLeast(value / reference, least, percent(least))),
  })
  const rawCpuMs = median(pairs.map((burst) => burst.cpuMs))
  const crypto = `verify + sign, ${processes === 1 ? '1 process' : `${processes} processes`}`
  return [
    row(`signatures, ${served.name}${refusalsText(ours)}`, rate(ours), rate(pairs), crypto, 0.6),
    row(`  all in one organization${refusalsText(alone)}`, rate(alone), rate(ours), 'spread over 63', 0.8),
    {
      what: '  processor time of the server for each',
      value: msText(median(cpuMs)),
      reference: `${msText(rawCpuMs)} ${crypto}`,
      ratio: percent(rawCpuMs / median(cpuMs)),
      ...atLeast(rawCpuMs / median(cpuMs), served.cpuAim, percent(served.cpuAim)),
    },
    ...(databaseMs.length === 0
      ? []
      : [
          {
            what: '  processor time of the database for each',
            value: msText(median(databaseMs)),
            reference: `${msText(rawCpuMs * DATABASE_BEFORE)} before commits were shared`,
            ratio: times(median(databaseMs) / rawCpuMs / DATABASE_BEFORE),
            ...atMost(median(databaseMs) / rawCpuMs / DATABASE_BEFORE, 0.35, '0.35 ×'),
          },
        ]),
    row('  the same load', rate(ours), rate(floor), 'an empty Hono route'),
    {
      what: `  latency, ${AT_ONCE} concurrent`,
      value: latencyText(ours),
      reference: `${latencyText(floor)} an empty Hono route`,
    },
  ]
}

export const perSecondText = (value: number) => `${value.toFixed(0)}/s`

const msText = (value: number) => `${value.toFixed(2)} ms`

async function cpuOf(pids: readonly number[]): Promise<number> {
  return (await Promise.all(pids.map(cpuSeconds))).reduce((sum, each) => sum + each, 0)
}

/** Processor time of each process that serves a connection to the database, by process id. */
async function databaseSeconds(url: string): Promise<Map<number, number>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ pid: number }>(
    'SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  )
  await client.end()
  return new Map(await Promise.all(rows.map(async ({ pid }) => [pid, await cpuSeconds(pid)] as const)))
}

async function secondsSince(before: ReadonlyMap<number, number>, url: string): Promise<number> {
  const now = await databaseSeconds(url)
  return [...now].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0)
}

/** Empty if there were none. */
function refusalsText(bursts: readonly Burst[]): string {
  const refusals = bursts.reduce((sum, burst) => sum + burst.refusals, 0)
  return refusals === 0 ? '' : `, ${refusals} answers "send again"`
}

function latencyText(bursts: readonly Burst[]): string {
  const [p50, p99] = (['p50', 'p99'] as const).map((name) => median(bursts.map((burst) => burst[name])))
  return `p50 ${p50!.toFixed(1)}, p99 ${p99!.toFixed(1)} ms`
}
