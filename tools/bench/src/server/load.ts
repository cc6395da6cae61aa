/** Handles of the load processes: stamped requests, and the raw cryptography for comparison. */
import { startChild } from './child.ts'

/** An organization in which the load's key may act. */
export interface Target {
  readonly organizationId: string
  /** An Ethereum address. */
  readonly signWith: string
}

/** A P-256 key, hex. */
export interface LoadKey {
  readonly publicKey: string
  readonly privateKey: string
}

export type LoadQuestion =
  | {
      readonly ask: 'prepare'
      readonly count: number
      readonly targets: readonly Target[]
      readonly apiKey: LoadKey
    }
  | {
      readonly ask: 'send'
      readonly urls: readonly string[]
      readonly atOnce: number
      /** Number of requests. Default: each prepared one, once. */
      readonly count?: number
    }

export interface Burst {
  readonly perSecond: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** 503 responses that told the client to retry. */
  readonly refusals: number
}

export const startLoad = () => startChild<LoadQuestion, Burst>(new URL('./loadProcess.ts', import.meta.url))
export type Load = ReturnType<typeof startLoad>

export interface RawQuestion {
  readonly pairs: number
  readonly atOnce: number
}

export interface RawAnswer {
  /** Processor time of all threads. */
  readonly cpuSeconds: number
}

export interface RawBurst {
  readonly perSecond: number
  /** Processor milliseconds per pair. */
  readonly cpuMs: number
}

export interface Raw {
  /** Pairs of a P-256 verification and a secp256k1 signature, across all processes. */
  run(question: RawQuestion): Promise<RawBurst>
  stop(): void
}

export function startRaw(processes: number): Raw {
  const children = Array.from({ length: processes }, () =>
    startChild<RawQuestion, RawAnswer>(new URL('./rawProcess.ts', import.meta.url)),
  )
  return {
    async run({ pairs, atOnce }) {
      const started = performance.now()
      const share = { pairs: Math.ceil(pairs / processes), atOnce: Math.ceil(atOnce / processes) }
      const answers = await Promise.all(children.map((child) => child.ask(share)))
      const seconds = (performance.now() - started) / 1_000
      const cpuSeconds = answers.reduce((sum, answer) => sum + answer.cpuSeconds, 0)
      const done = share.pairs * processes
      return { perSecond: done / seconds, cpuMs: (cpuSeconds / done) * 1_000 }
    },
    stop() {
      for (const child of children) child.stop()
    },
  }
}
