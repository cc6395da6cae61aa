/** Errors that no caller caused. */
import { ApiError } from '@keywright/contract'
import { describeError, type Log, newId, respondError, respondFault } from '@keywright/host'

export interface FaultSetting {
  readonly log: Log
  /** Default: `server fault`. */
  readonly message?: string
  /** If the database doesn't respond, it's at fault. */
  readonly store?: { ping(): Promise<boolean> }
}

/** Logs the error, and returns a response that names the ID of the log line. */
export const faults =
  ({ log, message = 'server fault', store }: FaultSetting) =>
  async (error: unknown, about: object = {}): Promise<Response> => {
    const errorId = newId()
    const isDown = store !== undefined && !(await store.ping())
    const described = describeError(error)
    log({
      level: 'error',
      message: isDown ? 'store unavailable' : message,
      errorId,
      ...about,
      // A database that is down isn't a bug, so its line has no stack.
      ...(isDown ? { error: described.error } : described),
    })
    return isDown ? respondError(unavailable(errorId), { 'retry-after': '1' }) : respondFault(errorId)
  }

const unavailable = (errorId: string) =>
  new ApiError('STORE_UNAVAILABLE', { reason: 'it does not respond', errorId }) as ApiError
