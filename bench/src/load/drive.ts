/** Handles of the processes that make load. */
import { startChild } from '../server/child.ts'
import type { LoadKey, Target } from '../server/load.ts'

export interface DriveQuestion {
  readonly urls: readonly string[]
  readonly targets: readonly Target[]
  readonly apiKey: LoadKey
  readonly atOnce: number
  readonly seconds: number
}

export interface Driven {
  /** Of each answered request: when, in milliseconds since the start, and after how many. */
  readonly answers: readonly (readonly [at: number, milliseconds: number])[]
  /** Answers 503 that told the client to send the same request again. */
  readonly sentAgain: number
}

/** Relative to `bench/src/server/child.ts`, which starts it. */
export const startDriver = () => startChild<DriveQuestion, Driven>('../load/driveProcess.ts')
