/** Structured log entries: one JSON object for each line, no secrets. */

export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error'
  readonly message: string
  readonly [member: string]: unknown
}

export type Log = (entry: LogEntry) => void

/** Writes entries as lines of JSON, the time first. */
export function createJsonLog(write: (line: string) => void, now: () => number = Date.now): Log {
  return (entry) => write(`${JSON.stringify({ time: new Date(now()).toISOString(), ...entry })}\n`)
}

/** What a log may say about an error: its name, message and stack; nothing that hangs on it. */
export function describeError(error: unknown): { error: string; stack?: string } {
  if (!(error instanceof Error)) return { error: String(error) }
  return { error: `${error.name}: ${error.message}`, ...(error.stack ? { stack: error.stack } : {}) }
}
