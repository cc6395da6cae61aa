/** Limits the requests per second from one address, for servers without a rate-limiting proxy. */
import { ApiError } from '@keywright/contract'
import { clientOf } from '../http/clientAddress.ts'
import type { Bindings } from '../http/listen.ts'

export interface RateLimitOptions {
  readonly requestsPerSecond: number
}

export interface Allowance {
  readonly isAllowed: boolean
  /** Response headers: `ratelimit-limit`, `ratelimit-remaining`, and `retry-after` if rejected. */
  readonly headers: Readonly<Record<string, string>>
}

/**
 * Counts requests per second of the clock.
 * @param now milliseconds since 1970
 * @param addressHeader the last address in it counts. Default: the address of the connection
 */
export function createRateLimit(
  { requestsPerSecond }: RateLimitOptions,
  now: () => number,
  addressHeader?: string,
) {
  const counts = new Map<string, number>()
  let second = 0
  return (request: Request, { incoming }: Bindings): Allowance => {
    const present = Math.floor(now() / 1000)
    if (present !== second) counts.clear()
    second = present
    const said = addressHeader && request.headers.get(addressHeader)?.split(',').at(-1)?.trim()
    const client = clientOf(said || (incoming.socket.remoteAddress ?? ''))
    const count = (counts.get(client) ?? 0) + 1
    counts.set(client, count)
    const isAllowed = count <= requestsPerSecond
    return {
      isAllowed,
      headers: {
        'ratelimit-limit': String(requestsPerSecond),
        'ratelimit-remaining': String(Math.max(0, requestsPerSecond - count)),
        ...(!isAllowed && { 'retry-after': '1' }),
      },
    }
  }
}

export const rateLimited = (requestsPerSecond: number): ApiError =>
  new ApiError('RATE_LIMITED', { limit: requestsPerSecond }) as ApiError
