/** An index on expiry: whatever a sign-in leaves behind, in the order in which it may be removed. */
import { lifetimeBounds, limits } from '@keywright/contract'
import type { Partition, ReadRows } from '../../store/rows.ts'

const EXPIRIES = 'otp-expiries'
/** Lookup of earlier versions, which nothing enters any more. */
export const EARLIER_REQUESTS = 'otp-requests'

/** What expires. An entry says when to look, the row itself says whether it has expired. */
export type Expiring =
  | { readonly otpId: string }
  | { readonly counted: string }
  | { readonly earlierRequest: string }

/** `entry` is its id in the index; rows of earlier versions have none. */
export interface Due {
  readonly entry?: string
  readonly expiring: Expiring
}

/** @param at milliseconds */
export function enterExpiry(rows: Partition, at: number, expiring: Expiring): void {
  const [name] = Object.values(expiring)
  rows.putEntry(EXPIRIES, `${timeText(at)} ${name}`, expiring)
}

/**
 * What is due, oldest first, up to a bound.
 * @param entering how many entries the request makes
 */
export async function dueEntries(rows: ReadRows, now: number, entering = 1): Promise<Due[]> {
  // In addition to what the request enters itself.
  const limit = limits.purgedPerRequest + entering
  const [entries, otps, requests] = await Promise.all([
    // Whole seconds: what was read ahead is found again.
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

/** Milliseconds after which no code or token is valid, whatever lifetime earlier versions gave it. */
export const LONGEST_LIFE = 1000 * Math.max(lifetimeBounds.codeLifetime.max, lifetimeBounds.tokenLifetime.max)

/** What ids of that hour and later begin with, or more. */
function idBefore(at: number): string {
  const time = (at - (at % 3_600_000)).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}`
}

export function removeEntry(rows: Partition, id: string): void {
  rows.removeEntry(EXPIRIES, id)
}

/** Orders as text like the number. */
const timeText = (at: number): string => String(at).padStart(16, '0')
