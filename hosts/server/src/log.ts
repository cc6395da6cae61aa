/** The JSON log. */
import { escapeHidden } from '@keywright/contract'
import type { Log } from '@keywright/host'

/** Writes entries as lines of JSON that start with the time. Escapes hidden characters that JSON allows. */
export function createJsonLog(write: (line: string) => void, now: () => number = Date.now): Log {
  return (entry) =>
    write(`${escapeHidden(JSON.stringify({ time: new Date(now()).toISOString(), ...entry }))}\n`)
}
