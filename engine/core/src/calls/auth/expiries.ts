/** An index by expiry of everything that sign-ins leave behind. */
import { limits } from '@keywright/contract'
import type { Partition, ReadRows } from '../../store/rows.ts'
import type { Json } from '../../store/store.ts'

/** Lookup: what expires, by time. */
export const EXPIRIES = 'otp-expiries'

/** Objects that expire. An entry says when to check; the row itself says whether it has expired. */
export type Expiring = { readonly otpId: string } | { readonly counted: string }

export interface Due {
  readonly entry: string
  readonly expiring: Expiring
}

/** @param at milliseconds */
export function enterExpiry(rows: Partition, at: number, expiring: Expiring): void {
  const [name] = Object.values(expiring)
  rows.putLookup(EXPIRIES, `${timeText(at)} ${name}`, expiring)
}

/** Due objects, oldest first, up to a limit. @param entering number of entries that the request adds */
export async function dueEntries(rows: ReadRows, now: number, entering = 1): Promise<Due[]> {
  // Purges faster than the request adds entries.
  const limit = limits.purgedPerRequest + entering
  // Rounded to whole seconds, so that prefetched rows are reused.
  const before = timeText(now - (now % 1000) + 1)
  const entries = await rows.entries(EXPIRIES, { before, limit })
  return Promise.all(
    entries.map(async ({ id, entry }) => ({
      entry: id,
      expiring: await entry.provenBy(async (value) => readExpiring(id, value)),
    })),
  )
}

/** What an entry names, which says itself whether it has expired; undefined for another value. */
export function readExpiring(id: string, value: Json): Expiring | undefined {
  const [[member, name] = []] = Object.entries(Object(value))
  const isNamed = typeof name === 'string' && id.endsWith(` ${name}`)
  return isNamed && (member === 'otpId' || member === 'counted') ? (value as Expiring) : undefined
}

export function removeExpiry(rows: Partition, id: string): void {
  rows.removeLookup(EXPIRIES, id)
}

/** Text whose order is number order. */
const timeText = (at: number): string => String(at).padStart(16, '0')
