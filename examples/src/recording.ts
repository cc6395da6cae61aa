/** What came of an example in its last green run in this process: pages show it before the reader runs anything. */
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

/** One call of a function of the console. */
export interface Printed {
  readonly level: 'log' | 'info' | 'warn' | 'error' | 'table'
  /** JSON values; a big integer is text that ends in `n`. */
  readonly values: readonly unknown[]
  /** Line of the example, counted from 1; null where it is not known. */
  readonly line: number | null
}

export interface Exchange {
  /** Line of the example that asked for it, counted from 1; null where it is not known. */
  readonly line: number | null
  readonly method: string
  readonly path: string
  /** Header of the stamp. The stamp itself is random and worth a signature. */
  readonly stampedBy: string | null
  /** JSON, or the text where it is none. */
  readonly body: unknown
  readonly status: number
  /** JSON, or the text where it is none. */
  readonly answer: unknown
}

export const recordingFile = (id: string): string => join(EXAMPLES_FOLDER, 'recorded', `${id}.json`)

/** undefined when the example was never recorded. */
export function readRecording(id: string): Recording | undefined {
  const file = recordingFile(id)
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined
}
