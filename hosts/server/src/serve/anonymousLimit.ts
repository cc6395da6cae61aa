/** Bounds what requests cost that no verified caller sent: each takes a connection, a read and log lines. */
import { clientOf } from '../http/clientAddress.ts'
import type { Bindings } from '../http/listen.ts'
import type { Proxies } from '../http/proxies.ts'

/** Rejected requests without a verified caller, per second and address, before others from there are rejected unread. */
export const ANONYMOUS_PER_SECOND = 100

export interface AnonymousLimit {
  /** Whether the client has used up the current second. */
  isOver(client: string | undefined): boolean
  /** Counts a rejected request of a caller who wasn't verified. */
  count(client: string | undefined): void
}

/** @param now milliseconds since 1970 */
export function createAnonymousLimit(perSecond: number, now: () => number): AnonymousLimit {
  const counts = new Map<string, number>()
  let second = 0
  const countOf = (client: string) => {
    const present = Math.floor(now() / 1000)
    if (present !== second) counts.clear()
    second = present
    return counts.get(client) ?? 0
  }
  return {
    isOver: (client) => client !== undefined && countOf(client) >= perSecond,
    count(client) {
      if (client !== undefined) counts.set(client, countOf(client) + 1)
    },
  }
}

/** Default header, which proxies append the address of their client to. */
const FORWARDED = 'x-forwarded-for'

/**
 * The client that sent a request. Of the addresses in the header, the last one that isn't a proxy counts, because clients
 * can send the ones before.
 * @returns undefined for a proxy that doesn't name its client
 */
export function clientBehind(
  isProxy: Proxies,
  headers: Headers,
  { incoming }: Bindings,
  header: string = FORWARDED,
): string | undefined {
  const { remoteAddress = '' } = incoming.socket
  if (!isProxy(remoteAddress)) return clientOf(remoteAddress)
  const named =
    headers
      .get(header)
      ?.split(',')
      .map((address) => address.trim()) ?? []
  const client = named.reverse().find((address) => address !== '' && !isProxy(address))
  return client && clientOf(client)
}
