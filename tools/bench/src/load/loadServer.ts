/** Sends load to a server and measures it. */
import { median } from '../measure.ts'
import type { LoadKey } from '../server/load.ts'
import { cpuSeconds, residentBytes } from '../server/processCost.ts'
import { makeTargets } from '../server/targets.ts'
import { startDriver } from './drive.ts'

/** A running server. */
export interface LoadedServer {
  readonly urls: readonly string[]
  /** Process ids, if they run on this machine. */
  readonly pids: readonly number[]
  readonly organizationId: string
  /** Key of a root user of the organization. */
  readonly apiKey: LoadKey
  stop(): Promise<void>
}

export interface LoadOptions {
  readonly seconds: number
  /** Concurrent requests of all stampers together. */
  readonly atOnce: number
  readonly stampers: number
}

/** Total usage of the server's processes in one second. */
interface Sample {
  readonly cores: number
  readonly megabytes: number
}

export interface Loaded {
  readonly answered: number
  readonly sentAgain: number
  readonly perSecond: number
  /** Milliseconds from request to response. */
  readonly latency: { readonly p50: number; readonly p99: number; readonly p999: number }
  /** Median of the samples; undefined without process ids. */
  readonly cores: number | undefined
  /** Maximum of the samples. */
  readonly megabytes: number | undefined
}

const WARM_UP_SECONDS = 3

/** Creates sub-organizations with a wallet each, warms up the server, and requests signatures. */
export async function loadServer(
  { urls, pids, organizationId, apiKey }: LoadedServer,
  { seconds, atOnce, stampers }: LoadOptions,
): Promise<Loaded> {
  const targets = await makeTargets({ url: urls[0]!, organizationId, apiKey })
  const drivers = Array.from({ length: stampers }, startDriver)
  const share = { urls, targets, apiKey, atOnce: Math.max(1, Math.round(atOnce / stampers)) }
  const drive = (duration: number) =>
    Promise.all(drivers.map((driver) => driver.ask({ ...share, seconds: duration })))
  await drive(WARM_UP_SECONDS)
  const sampling = startSampling(pids)
  const driven = await drive(seconds)
  const samples = await sampling.end()
  for (const driver of drivers) driver.stop()
  const answers = driven.flatMap((each) => each.answers)
  return {
    ...summaryOf(answers),
    sentAgain: driven.reduce((sum, each) => sum + each.sentAgain, 0),
    cores: samples.length > 0 ? median(samples.map((sample) => sample.cores)) : undefined,
    megabytes: samples.length > 0 ? Math.max(...samples.map((sample) => sample.megabytes)) : undefined,
  }
}

type Answers = readonly (readonly [at: number, milliseconds: number])[]

/** The last responses arrive after the last request was sent. */
export function summaryOf(answers: Answers): Pick<Loaded, 'answered' | 'perSecond' | 'latency'> {
  const latencies = answers.map(([, milliseconds]) => milliseconds)
  const last = answers.reduce((latest, [at]) => Math.max(latest, at), 0)
  return {
    answered: answers.length,
    perSecond: answers.length / (Math.max(last, 1) / 1_000),
    latency: {
      p50: quantile(latencies, 0.5),
      p99: quantile(latencies, 0.99),
      p999: quantile(latencies, 0.999),
    },
  }
}

/** The smallest value that at most the remaining share exceeds; 0 for an empty list. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? 0
}

function startSampling(pids: readonly number[]): { end(): Promise<Sample[]> } {
  const samples: Sample[] = []
  if (pids.length === 0) return { end: async () => samples }
  const sum = async (of: (pid: number) => Promise<number>) =>
    (await Promise.all(pids.map(of))).reduce((total, each) => total + each, 0)
  const begun = performance.now()
  let isEnded = false
  const sampling = (async () => {
    let [cpu, at] = [await sum(cpuSeconds), begun]
    while (!isEnded) {
      await new Promise((done) => setTimeout(done, 1_000))
      const [now, cpuNow] = [performance.now(), await sum(cpuSeconds)]
      samples.push({
        cores: (cpuNow - cpu) / ((now - at) / 1_000),
        megabytes: (await sum(residentBytes)) / 1024 / 1024,
      })
      ;[cpu, at] = [cpuNow, now]
    }
  })()
  return {
    async end() {
      isEnded = true
      await sampling
      return samples
    },
  }
}
