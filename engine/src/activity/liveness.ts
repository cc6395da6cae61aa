/** When a posted request is live: old ones cannot be replayed, nor stored for later. */
import { ApiError, limits } from '@keywright/contract'

/** @throws ApiError 400 that says whether the request is too old or too far ahead */
export function assertLive(timestampMs: string, now: number): void {
  const age = now - Number(timestampMs)
  const extras = { field: 'timestampMs' }
  if (age > limits.timestampMaxAge * 1000) {
    throw new ApiError('TIMESTAMP_TOO_OLD', { timestampMs, now }, extras)
  }
  if (-age > limits.timestampMaxAhead * 1000) {
    throw new ApiError('TIMESTAMP_TOO_FAR_AHEAD', { timestampMs, now }, extras)
  }
}
