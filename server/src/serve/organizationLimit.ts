/**
 * So many requests a second of one organization, over all processes on the database: each takes a few of them at a
 * time from a row there, and counts those down by itself.
 */
import { StoreUnavailable } from '@keywright/engine'
import type { PostgresStore } from '../store/postgres.ts'
import { rateLimited } from './rateLimit.ts'

interface Lease {
  /** Of this process, until `end`. */
  left: number
  /** Of `now`, when the second is over. */
  readonly end: number
  /** Less came than was asked for: nothing is left in this second. */
  readonly isLast: boolean
}

/** In so many parts the allowance of a second is taken: few trips to the database, and fair between processes. */
const PARTS = 10
/** With more organizations than this in one second, all are asked for anew: what was granted before is lost to them. */
const SWEEP_AT = 10_000

/**
 * @param now milliseconds that only go forward
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
        throw new StoreUnavailable('it does not answer', error)
      })
    return { left: granted, end: asked + remainingMs, isLast: granted < part }
  }

  /** One at a time asks for an organization; the others wait for what it gets. */
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
