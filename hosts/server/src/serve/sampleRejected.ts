/** Keeps strangers from filling the disk with log lines: their requests cost them nothing. */
import type { Log, LogEntry } from '@keywright/host'

/** Rejected requests without a verified caller that are logged per second. The metrics count all of them. */
export const REJECTED_PER_SECOND = 20

type RequestEntry = LogEntry & { readonly status: number; readonly userId?: string }

/**
 * Logs every request of a verified caller, and the first rejected ones of strangers in each second. The number of the
 * others is a line of its own.
 * @param now milliseconds since 1970
 */
export function sampleRejected(log: Log, now: () => number): (entry: RequestEntry) => void {
  let second = 0
  let rejected = 0
  return (entry) => {
    const present = Math.floor(now() / 1000)
    if (present !== second) {
      const unlogged = rejected - REJECTED_PER_SECOND
      if (unlogged > 0) log({ level: 'warn', message: 'rejected requests not logged', requests: unlogged })
      second = present
      rejected = 0
    }
    if (entry.userId === undefined && entry.status >= 400) rejected += 1
    else return log(entry)
    if (rejected <= REJECTED_PER_SECOND) log(entry)
  }
}
