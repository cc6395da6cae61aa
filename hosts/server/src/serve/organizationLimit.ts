/**
 * Limits the requests per second of an organization across all processes. Each process takes a few requests at a time
 * from a row in the database and counts them down locally.
 */
import { StoreUnavailable } from '@keywright/engine'
import type { PostgresStore } from '../store/postgres.ts'
import { rateLimited } from './rateLimit.ts'

interface Lease {
  /** Remaining requests of this process until `end`. */
  left: number
  /** End of the second, in the time of `now`. */
  readonly end: number
  /** Fewer requests were granted than asked for: nothing is left in this second. */
  readonly isLast: boolean
}

/** Number of parts in which the limit is taken: few round trips, yet fair between processes. */
const PARTS = 10
/** Upper bound of remembered leases. Beyond it, all are dropped with their remaining requests. */
const SWEEP_AT = 10_000

/**
 * @param now monotonic clock in milliseconds
 * @returns the engine's `admit`: throws ApiError `RATE_LIMITED`, StoreUnavailable
 */
export function createOrganizationLimit(
  requestsPerSecond: number,
  store: Pick<PostgresStore, 'takeAllowance'>,
  now: () => number,
): (organizationId: string) => Promise<void> {
  const leases = new Map<string, Promise<Lease>>()
  const part = Math.ceil(requestsPerSecond / PARTS)

  async function take(organizationId: string): Promise<Lease> {
    const asked = now()
    const { granted, remainingMs } = await store
      .takeAllowance(organizationId, part, requestsPerSecond)
      .catch((error: unknown) => {
        throw new StoreUnavailable('it does not respond', error)
      })
    return { left: granted, end: asked + remainingMs, isLast: granted < part }
  }

  /** Concurrent requests of an organization share one lease. */
  function renew(organizationId: string): Promise<Lease> {
    if (leases.size >= SWEEP_AT) leases.clear()
    const lease = take(organizationId)
    leases.set(organizationId, lease)
    lease.catch(() => leases.delete(organizationId))
    return lease
  }

  return async function admit(organizationId) {
    let known = leases.get(organizationId) ?? renew(organizationId)
    for (;;) {
      const lease = await known
      const isOver = now() >= lease.end
      if (!isOver && lease.left > 0) {
        lease.left--
        return
      }
      if (!isOver && lease.isLast) throw rateLimited(requestsPerSecond)
      const present = leases.get(organizationId)
      known = present === undefined || present === known ? renew(organizationId) : present
    }
  }
}
