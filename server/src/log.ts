/** Where log entries go: lines of JSON. */
import type { Log } from '@keywright/host'

/** Writes entries as lines of JSON, the time first. */
export function createJsonLog(write: (line: string) => void, now: () => number = Date.now): Log {
  return (entry) => write(`${JSON.stringify({ time: new Date(now()).toISOString(), ...entry })}\n`)
}
