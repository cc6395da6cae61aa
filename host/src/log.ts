/** Structured log entries: a level, a message, members; no secrets. */

export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
  readonly [member: string]: unknown
}

export type Log = (entry: LogEntry) => void

/** What a log may say about an error: its name, message and stack; nothing that hangs on it. */
export function describeError(error: unknown): { error: string; stack?: string } {
  if (!(error instanceof Error)) return { error: String(error) }
  return { error: `${error.name}: ${error.message}`, ...(error.stack ? { stack: error.stack } : {}) }
}
