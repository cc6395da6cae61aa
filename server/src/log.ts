/** Where log entries go: lines of JSON. */
import { escapeHidden } from '@keywright/contract'
import type { Log } from '@keywright/host'

/** Writes entries as lines of JSON, the time first; JSON leaves some hidden characters as they are, so these are escaped. */
export function createJsonLog(write: (line: string) => void, now: () => number = Date.now): Log {
  return (entry) =>
    write(`${escapeHidden(JSON.stringify({ time: new Date(now()).toISOString(), ...entry }))}\n`)
}
