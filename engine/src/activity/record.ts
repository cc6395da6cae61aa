/** Writes activities with the lookups by which they are listed. */
import type { ActivityRow } from '../store/tables.ts'
import type { Partition } from '../store/transaction.ts'

/** Newest-first lists by status or type read only what they show, however many activities there are. */
export const LOOKUP = {
  fingerprints: 'fingerprints',
  byStatus: (status: string) => `activities-by-status:${status}`,
  byType: (type: string, status: string) => `activities-by-type:${type}:${status}`,
} as const

/** Stores an activity as it now is; `before` is how it was stored, if it was. */
export function recordActivity(rows: Partition, before: ActivityRow | undefined, after: ActivityRow): void {
  const { id, status, type, fingerprint } = after
  rows.put('activities', id, after)
  if (!before) rows.putLookup(LOOKUP.fingerprints, fingerprint, id)
  if (before?.status === status) return
  if (before) {
    rows.removeLookup(LOOKUP.byStatus(before.status), id)
    rows.removeLookup(LOOKUP.byType(type, before.status), id)
  }
  rows.putLookup(LOOKUP.byStatus(status), id, null)
  rows.putLookup(LOOKUP.byType(type, status), id, null)
}

/** The activity that was posted with exactly these bytes, if any. */
export async function findByFingerprint(
  rows: Partition,
  fingerprint: string,
): Promise<ActivityRow | undefined> {
  const id = await rows.lookup<string>(LOOKUP.fingerprints, fingerprint)
  return id === undefined ? undefined : rows.get('activities', id)
}
