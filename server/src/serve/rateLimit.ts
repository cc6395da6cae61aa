/** So many requests a second from one address, for a server that has no such limit in front of it. */
import { ApiError } from '@keywright/contract'
import { clientOf } from '../http/clientAddress.ts'
import type { Bindings } from '../http/listen.ts'

export interface RateLimitOptions {
  readonly requestsPerSecond: number
  /**
   * The header in which the proxy in front says whom it speaks for, such as `x-forwarded-for`; the last address in it
   * counts. Without a proxy that sets it, clients could write what they like. Default: the address of the connection.
   */
  readonly addressHeader?: string | undefined
}

export interface Allowance {
  readonly isAllowed: boolean
  /** For the answer: `ratelimit-limit`, `ratelimit-remaining`, and `retry-after` when refused. */
  readonly headers: Readonly<Record<string, string>>
}

/** Counts anew in each second of the clock. @param now milliseconds since 1970 */
export function createRateLimit({ requestsPerSecond, addressHeader }: RateLimitOptions, now: () => number) {
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
