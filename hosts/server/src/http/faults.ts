/** Errors that no caller caused. */
import { describeError, type Log, newId, respondFault } from '@keywright/host'

/** Logs the error, and returns a response that names the ID of the log line. */
export const faults =
  (log: Log, message = 'server fault') =>
  (error: unknown, about: object = {}): Response => {
    const errorId = newId()
    log({ level: 'error', message, errorId, ...about, ...describeError(error) })
    return respondFault(errorId)
  }
