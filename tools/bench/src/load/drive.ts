/** Handles of the processes that generate load. */
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
  /** Per answered request: time of the response since the start, and latency, in milliseconds. */
  readonly answers: readonly (readonly [at: number, milliseconds: number])[]
  /** 503 responses that told the client to retry. */
  readonly sentAgain: number
}

export const startDriver = () =>
  startChild<DriveQuestion, Driven>(new URL('./driveProcess.ts', import.meta.url))
