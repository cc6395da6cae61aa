/** What processes on one database share in addition to rows: leases, and the rate limits of organizations. */
import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { limitPlaces } from '@keywright/engine'
import type { Execute } from './connections.ts'

/** Bounds the pool's connections that leases use, so that requests get the others. */
const LEASE_STATEMENTS = 2

/** By the clock of the database, which all processes share. */
const LEASE_END = "clock_timestamp() + $3 * interval '1 millisecond'"

/** Rows are locked in the order of their names, so that statements over common names can't deadlock. */
const TAKE_LEASES = `
  INSERT INTO leases (name, holder, until)
  SELECT DISTINCT ON (name) name, holder, ${LEASE_END} FROM unnest($1::text[], $2::text[]) AS asked (name, holder)
  ORDER BY name
  ON CONFLICT (name) DO UPDATE SET holder = EXCLUDED.holder, until = EXCLUDED.until
    WHERE leases.until < clock_timestamp()
  RETURNING holder`

const RENEW_LEASE = `UPDATE leases SET until = ${LEASE_END} WHERE name = $1 AND holder = $2`

const END_LEASES = `
  WITH ours AS (
    SELECT name FROM leases JOIN unnest($1::text[], $2::text[]) AS ended (name, holder) USING (name, holder)
    ORDER BY name FOR UPDATE OF leases
  )
  DELETE FROM leases USING ours WHERE leases.name = ours.name`

export interface Leases {
  /**
   * Runs the task under a lease; returns undefined if another task, of any process, holds it. No connection is held,
   * however long the task takes. A process that loses the database keeps running, so its lease may pass to another.
   */
  withLease<T>(name: string, task: () => Promise<T>): Promise<T | undefined>
}

interface Lease {
  readonly name: string
  readonly holder: string
}

/** @param milliseconds after which a lease that is not renewed ends */
export function openLeases(execute: Execute, milliseconds: number): Leases {
  const places = limitPlaces(LEASE_STATEMENTS)
  /** What waits for a connection shares the next statement. */
  function shared<R>(task: (leases: readonly Lease[]) => Promise<R>): (lease: Lease) => Promise<R> {
    let waiting: Lease[] = []
    let next: Promise<R> | undefined
    const runNext = async () => {
      await setImmediate()
      const leases = waiting
      waiting = []
      next = undefined
      return task(leases)
    }
    return (lease) => {
      waiting.push(lease)
      next ??= places('lease', runNext)
      return next
    }
  }
  const columns = (leases: readonly Lease[]) => [
    leases.map(({ name }) => name),
    leases.map(({ holder }) => holder),
  ]
  const take = shared(async (leases) => {
    const values = [...columns(leases), milliseconds]
    const { rows } = await execute<{ holder: string }>({ name: 'take leases', text: TAKE_LEASES, values })
    return new Set(rows.map(({ holder }) => holder))
  })
  const end = shared((leases) => execute({ name: 'end leases', text: END_LEASES, values: columns(leases) }))

  return {
    async withLease(name, task) {
      const lease = { name, holder: randomUUID() }
      if (!(await take(lease)).has(lease.holder)) return undefined
      // Three renewals per lease: one failed renewal doesn't lose it.
      const renewing = setInterval(() => {
        const values = [name, lease.holder, milliseconds]
        places('lease', () => execute({ name: 'renew lease', text: RENEW_LEASE, values })).catch(
          () => undefined,
        )
      }, milliseconds / 3).unref()
      try {
        return await task()
      } finally {
        clearInterval(renewing)
        // If this fails, the lease expires.
        await end(lease).catch(() => undefined)
      }
    },
  }
}

/** `taken` may exceed the limit: the value before this request counts. */
const TAKE_ALLOWANCE = `
  INSERT INTO allowances AS a (organization, second, taken)
  VALUES ($1, floor(extract(epoch FROM clock_timestamp())), $2)
  ON CONFLICT (organization) DO UPDATE SET second = EXCLUDED.second,
    taken = CASE WHEN a.second = EXCLUDED.second THEN least(a.taken, $3) + $2 ELSE $2 END
  RETURNING taken - $2 AS before,
    (1000 * (second + 1 - extract(epoch FROM clock_timestamp())))::float8 AS remaining`

export interface Allowances {
  /**
   * Takes requests from an organization's limit of the current second, by the clock of the database.
   * @returns how many of `wanted` were granted within `limit`, and when the second ends
   */
  takeAllowance(
    organization: string,
    wanted: number,
    limit: number,
  ): Promise<{ readonly granted: number; readonly remainingMs: number }>
}

export const openAllowances = (execute: Execute): Allowances => ({
  async takeAllowance(organization, wanted, limit) {
    const { rows } = await execute<{ before: number; remaining: number }>({
      name: 'allowance',
      text: TAKE_ALLOWANCE,
      values: [organization, wanted, limit],
    })
    const { before, remaining } = rows[0]!
    return {
      granted: Math.max(0, Math.min(wanted, limit - Number(before))),
      remainingMs: Math.max(0, remaining),
    }
  },
})
