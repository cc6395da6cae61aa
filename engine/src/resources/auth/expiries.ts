/** An index on expiry: whatever a sign-in leaves behind, in the order in which it may be removed. */
import type { Partition, ReadRows } from '../../store/transaction.ts'

const EXPIRIES = 'otp-expiries'
/** Upper bound of one purge; more than one sign-in enters. */
const PURGED_PER_REQUEST = 20

/** What expires. An entry says when to look, the row itself says whether it has expired. */
export type Expiring = { readonly otpId: string } | { readonly counted: string }

/** @param at milliseconds */
export function enterExpiry(rows: Partition, at: number, expiring: Expiring): void {
  const name = 'otpId' in expiring ? expiring.otpId : expiring.counted
  rows.putEntry(EXPIRIES, `${timeText(at)} ${name}`, expiring)
}

/** The entries that are due, oldest first, up to the bound. */
export function dueEntries(rows: ReadRows, now: number): Promise<{ id: string; value: Expiring }[]> {
  return rows.lookupAll<Expiring>(EXPIRIES, { before: timeText(now + 1), limit: PURGED_PER_REQUEST })
}

export function removeEntry(rows: Partition, id: string): void {
  rows.removeEntry(EXPIRIES, id)
}

/** Orders as text like the number. */
const timeText = (at: number): string => String(at).padStart(16, '0')
