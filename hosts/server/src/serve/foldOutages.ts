/** Logs the beginning and the end of an outage with its cause, instead of a line for each call that meets it. */
import type { Log, LogEntry } from '@keywright/host'

/** Messages that each call or attempt repeats, and the members that tell outages apart. */
const REPEATED: Readonly<Record<string, readonly string[]>> = {
  'store unavailable': ['error', 'cause'],
  'messages could not be delivered': ['error'],
  'message not sent, retrying later': ['kind', 'reason'],
  'webhook not delivered': ['organizationId', 'status', 'error'],
}

/** An outage is over once nothing has met it for this time. */
export const QUIET_MS = 15_000

interface Outage {
  readonly entry: LogEntry
  repeats: number
  over: NodeJS.Timeout
}

export function foldOutages(log: Log): Log {
  const outages = new Map<string, Outage>()

  function end(key: string, { entry, repeats }: Outage): void {
    outages.delete(key)
    if (repeats > 0) log({ level: 'info', message: `no more: ${entry.message}`, repeats })
  }
  const endLater = (key: string) => setTimeout(() => end(key, outages.get(key)!), QUIET_MS).unref()

  return (entry) => {
    const members = REPEATED[entry.message]
    if (!members) return log(entry)
    const key = JSON.stringify([entry.message, ...members.map((name) => entry[name])])
    const outage = outages.get(key)
    if (!outage) {
      outages.set(key, { entry, repeats: 0, over: endLater(key) })
      return log(entry)
    }
    clearTimeout(outage.over)
    outage.repeats++
    outage.over = endLater(key)
  }
}
