/** Structured log entries: level, message and fields, never secrets. */

export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
  readonly [member: string]: unknown
}

export type Log = (entry: LogEntry) => void

/** The loggable parts of an error: name, message and stack, but no other properties. */
export function describeError(error: unknown): { error: string; stack?: string } {
  if (!(error instanceof Error)) return { error: String(error) }
  return { error: `${error.name}: ${error.message}`, ...(error.stack ? { stack: error.stack } : {}) }
}
