/** When a posted request is live: old ones cannot be replayed, nor stored for later. */
import { ApiError, limits } from '@keywright/contract'

/**
 * @param callerTime the callers' time where it differs from `now`; being live by it is enough
 * @throws ApiError 400 that says whether the request is too old or too far ahead
 */
export function assertLive(timestampMs: string, now: number, callerTime?: number): void {
  if (callerTime !== undefined && isLive(timestampMs, callerTime)) return
  const age = now - Number(timestampMs)
  const extras = { field: 'timestampMs' }
  if (age > limits.timestampMaxAge * 1000) {
    throw new ApiError('TIMESTAMP_TOO_OLD', { timestampMs, now }, extras)
  }
  if (-age > limits.timestampMaxAhead * 1000) {
    throw new ApiError('TIMESTAMP_TOO_FAR_AHEAD', { timestampMs, now }, extras)
  }
}

function isLive(timestampMs: string, now: number): boolean {
  const age = now - Number(timestampMs)
  return age <= limits.timestampMaxAge * 1000 && -age <= limits.timestampMaxAhead * 1000
}
