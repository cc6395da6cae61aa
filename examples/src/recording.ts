/** The output of an example's last successful run. Pages show it until the reader runs the example. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { EXAMPLES_FOLDER } from './manifest.ts'

export interface Recording {
  readonly id: string
  /** In the order of printing. */
  readonly printed: readonly Printed[]
  /** Requests to the API, in order. */
  readonly exchanges: readonly Exchange[]
}

/** One console call. */
export interface Printed {
  readonly level: 'log' | 'info' | 'warn' | 'error' | 'table'
  /** JSON values; a big integer is text that ends in `n`. */
  readonly values: readonly unknown[]
}

export interface Exchange {
  readonly path: string
  /** Name of the stamp header. The stamp itself is random, and as good as a signature. */
  readonly stampedBy: string | null
  readonly status: number
  /** The part of the response that pages show: see `abridged`. */
  readonly answer: unknown
}

type Activity = Readonly<Record<string, unknown>>

/** Keeps only each activity's outcome, because the intent repeats the request and votes repeat users. */
export function abridged(answer: unknown): unknown {
  const { activity, activities } = Object(answer) as { activity?: Activity; activities?: Activity[] }
  if (activity) return { activity: outcomeOf(activity) }
  return activities ? { activities: activities.map(outcomeOf) } : answer
}

const outcomeOf = ({ id, type, status, result, failure, fingerprint }: Activity) => ({
  id,
  type,
  status,
  result,
  failure,
  ...(status === 'ACTIVITY_STATUS_CONSENSUS_NEEDED' && { fingerprint }),
})

export const recordingFile = (id: string): string => join(EXAMPLES_FOLDER, 'recorded', `${id}.json`)

/** undefined if the example was never recorded. */
export function readRecording(id: string): Recording | undefined {
  const file = recordingFile(id)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
