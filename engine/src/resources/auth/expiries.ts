/** An index by expiry of everything that sign-ins leave behind. */
import { lifetimeBounds, limits } from '@keywright/contract'
import type { Partition, ReadRows } from '../../store/rows.ts'

/** Lookup: what expires, by time. */
export const EXPIRIES = 'otp-expiries'
/** Lookup of earlier versions, which gets no new entries. */
export const EARLIER_REQUESTS = 'otp-requests'

/** Objects that expire. An entry says when to check; the row itself says whether it has expired. */
export type Expiring =
  | { readonly otpId: string }
  | { readonly counted: string }
  | { readonly earlierRequest: string }

/** A due object. `entry` is its id in the index, absent for rows of earlier versions. */
export interface Due {
  readonly entry?: string
  readonly expiring: Expiring
}

/** @param at milliseconds */
export function enterExpiry(rows: Partition, at: number, expiring: Expiring): void {
  const [name] = Object.values(expiring)
  rows.putEntry(EXPIRIES, `${timeText(at)} ${name}`, expiring)
}

/** Due objects, oldest first, up to a limit. @param entering number of entries that the request adds */
export async function dueEntries(rows: ReadRows, now: number, entering = 1): Promise<Due[]> {
  // Purges faster than the request adds entries.
  const limit = limits.purgedPerRequest + entering
  const [entries, otps, requests] = await Promise.all([
    // Rounded to whole seconds, so that prefetched rows are reused.
    rows.lookupAll<Expiring>(EXPIRIES, { before: timeText(now - (now % 1000) + 1), limit }),
    rows.list('otps', { before: idBefore(now - LONGEST_LIFE), limit }),
    rows.lookupAll<unknown>(EARLIER_REQUESTS, { limit }),
  ])
  return [
    ...entries.map(({ id, value }) => ({ entry: id, expiring: value })),
    ...otps.map(({ otpId }) => ({ expiring: { otpId } })),
    ...requests.map(({ id }) => ({ expiring: { earlierRequest: id } })),
  ]
}

/** Milliseconds after which no code or token is valid, whatever lifetime an earlier version gave it. */
export const LONGEST_LIFE = 1000 * Math.max(lifetimeBounds.codeLifetime.max, lifetimeBounds.tokenLifetime.max)

/** Lower bound of the ids of that hour and later. */
function idBefore(at: number): string {
  const time = (at - (at % 3_600_000)).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}

export function removeEntry(rows: Partition, id: string): void {
  rows.removeEntry(EXPIRIES, id)
}

/** Text whose order is number order. */
const timeText = (at: number): string => String(at).padStart(16, '0')
