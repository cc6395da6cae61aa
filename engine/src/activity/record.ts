/** Writes activities with the lookups by which they are listed. */

import type { Lookup, Partition, ReadRows } from '../store/rows.ts'
import type { ActivityRow } from '../store/tables.ts'
import type { Vault } from '../vault.ts'
import { withoutBodies, withSecretsSealed } from './secrets.ts'
import { isFinal } from './status.ts'

/** Newest-first lists by status or type read only what they show, however many activities there are. */
export const LOOKUP = {
  fingerprints: 'fingerprints',
  /** Of a user, for activities that are nobody else's business. */
  fingerprintsOf: (userId: string) => `fingerprints-of:${userId}`,
  byStatus: (status: string) => `activities-by-status:${status}`,
  byType: (type: string, status: string) => `activities-by-type:${type}:${status}`,
} as const

/**
 * Stores an activity as it now is; `before` is how it was stored, if it was.
 * @returns what was stored: without secrets
 * @param isPersonal whether its bytes mean it only when its submitter posts them
 * @param isOwnBusiness whether it concerns only its submitter: then only the digest of its body is stored
 */
export function recordActivity(
  rows: Partition,
  before: ActivityRow | undefined,
  after: ActivityRow,
  { isPersonal, isOwnBusiness }: { readonly isPersonal: boolean; readonly isOwnBusiness: boolean },
  vault: Vault,
): ActivityRow {
  const { id, status, type } = after
  const sealed = withSecretsSealed(after, rows.organizationId, vault)
  const stored = isOwnBusiness ? withoutBodies(sealed) : sealed
  const { fingerprint } = stored
  if (before) rows.put('activities', id, stored)
  else {
    // A finished one is a row that no decision rests on; votes are counted on one that waits.
    if (isFinal(stored)) rows.append('activities', id, stored)
    else rows.put('activities', id, stored)
    // Of two that have the same bytes, one is the activity and the other finds it.
    const first = isPersonal ? LOOKUP.fingerprintsOf(after.votes[0]!.userId) : LOOKUP.fingerprints
    rows.putFresh(first, fingerprint, id)
    if (isPersonal) rows.putEntry(LOOKUP.fingerprints, fingerprint, id)
  }
  if (before?.status === status) return stored
  if (before) {
    rows.removeEntry(LOOKUP.byStatus(before.status), id)
    rows.removeEntry(LOOKUP.byType(type, before.status), id)
  }
  rows.putEntry(LOOKUP.byStatus(status), id, null)
  rows.putEntry(LOOKUP.byType(type, status), id, null)
  return stored
}

/** What `findByFingerprint` reads. @param fingerprint as it is stored */
export function fingerprintLookup(fingerprint: string): Lookup {
  return { lookup: LOOKUP.fingerprints, id: fingerprint, table: 'activities' }
}

/**
 * The activity that was posted with exactly these bytes, if any.
 * @param fingerprint as it is stored
 * @param userId who posted them, where that makes a difference
 */
export async function findByFingerprint(
  rows: ReadRows,
  fingerprint: string,
  userId?: string,
): Promise<ActivityRow | undefined> {
  const lookup = userId === undefined ? LOOKUP.fingerprints : LOOKUP.fingerprintsOf(userId)
  const id = await rows.lookup<string>(lookup, fingerprint)
  return id === undefined ? undefined : rows.get('activities', id)
}
