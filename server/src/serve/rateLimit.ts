/** So many requests a second from one address, for a server that has no such limit in front of it. */
import { isIPv6 } from 'node:net'
import { ApiError } from '@keywright/contract'
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

/** One customer holds a whole /64 of IPv6 (RFC 6177), and would have a new address for each request. */
function clientOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail] = address.toLowerCase().split('::', 2)
  const groups = head === '' ? [] : head.split(':')
  const after = tail ? tail.split(':') : []
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - groups.length - after.length)
  const all = [...groups, ...Array<string>(zeros).fill('0'), ...after]
  return all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')
}
