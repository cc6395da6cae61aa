/** Resident memory of a server process: idle, and after many requests. */
import { mb, type Row, times } from '../table.ts'
import type { Load } from './load.ts'
import { residentBytes } from './processCost.ts'
import { AT_ONCE, type Served } from './signing.ts'

/** The budget refers to 100,000 requests, which take minutes: KEYWRIGHT_BENCH_REQUESTS=100000 sends them. */
const WANTED = process.env['KEYWRIGHT_BENCH_REQUESTS']
const MOST_REQUESTS = Number(WANTED ?? 20_000)
const MOST_MS = WANTED ? Infinity : 60_000
const FIRST_REQUESTS = 10_000
const BATCH = 2_500
const SETTLING_MS = 1_000

export async function benchIdle(name: string, pid: number): Promise<Row> {
  return { what: `memory, idle, ${name}`, value: mb(await settledBytes(pid)), aim: '< 250 MB' }
}

/** Memory after many signatures, compared with the first 10,000, or with half of them if there are fewer than 20,000. */
export async function benchFlat(served: Served, pid: number, load: Load): Promise<Row> {
  const { name, urls, targets, apiKey } = served
  const readings: { requests: number; bytes: number }[] = []
  const started = performance.now()
  let requests = 0
  while (requests < MOST_REQUESTS && performance.now() - started < MOST_MS) {
    const count = Math.min(MOST_REQUESTS - requests, BATCH)
    await load.ask({ ask: 'prepare', kind: 'sign', count, targets, apiKey })
    await load.ask({ ask: 'send', urls, atOnce: AT_ONCE })
    requests += count
    readings.push({ requests, bytes: await settledBytes(pid) })
  }
  const last = readings.at(-1)!
  const first = readings.find((reading) => reading.requests >= Math.min(FIRST_REQUESTS, last.requests / 2))!
  return {
    what: `memory after ${last.requests} signatures, ${name}`,
    value: mb(last.bytes),
    reference: `${mb(first.bytes)} after ${first.requests}`,
    ratio: times(last.bytes / first.bytes),
    aim: '1 ×',
  }
}

/** Bytes after pending work has settled. */
async function settledBytes(pid: number): Promise<number> {
  await new Promise((done) => setTimeout(done, SETTLING_MS))
  return residentBytes(pid)
}
