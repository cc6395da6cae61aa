/** The time window in which a request is accepted: old requests can't be replayed, nor prepared for later. */
import { ApiError, limits } from '@keywright/contract'

/**
 * @param callerTime the callers' time if it differs from `now`; the request may match either
 * @throws ApiError 400 that tells whether the request is too old or too far ahead
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
